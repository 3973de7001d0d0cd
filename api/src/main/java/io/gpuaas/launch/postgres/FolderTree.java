package io.gpuaas.launch.postgres;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// A folder with all that lies in it.
public final class FolderTree {
  private FolderTree() {}

  /// Deletes it whole, links not followed. A folder that is not there is fine.
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(folder, new Deletion());
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException fault)
        throws IOException {
      if (fault != null) {
        throw fault;
      }
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
