package io.gpuaas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// All files of the project as they are committed: what the build makes is left out.
record SourceFolder(Path root, List<Path> files) {
  private static final Set<String> NOT_COMMITTED =
      Set.of(".git", "target", "node_modules", "dist", ".gpuaas", ".idea", ".vscode");

  /// Maven runs the tests of `api` in its folder; the project is the folder above.
  static SourceFolder ofTheProject() {
    Path root = folderOf(Path.of("").toAbsolutePath());
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(root, new Collector(root, files));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.sort(null);
    return new SourceFolder(root, List.copyOf(files));
  }

  /// Paths below the root whose names end so.
  List<Path> endingWith(String ending) {
    return files.stream().filter(file -> file.toString().endsWith(ending)).toList();
  }

  /// `src/main/java` of the modules, as paths below the root.
  List<Path> mainJava() {
    return endingWith(".java").stream().filter(SourceFolder::isMain).toList();
  }

  List<Path> packageInfos() {
    return endingWith("/package-info.java");
  }

  static boolean isMain(Path file) {
    return file.toString().contains("src/main/java/");
  }

  String text(Path file) {
    return textIfAny(file)
        .orElseThrow(() -> new IllegalStateException("%s is no UTF-8 text".formatted(file)));
  }

  /// Empty for a file that is not text.
  Optional<String> textIfAny(Path file) {
    try {
      return Optional.of(Files.readString(root.resolve(file)));
    } catch (MalformedInputException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Names of the packages of `src/main/java` whose `package-info.java` begins with "Pure."
  Stream<String> purePackages() {
    return packageInfos().stream()
        .filter(SourceFolder::isMain)
        .filter(file -> text(file).startsWith("/// Pure."))
        .map(SourceFolder::packageName);
  }

  /// The folder that `file` lies in.
  static Path folderOf(Path file) {
    return Objects.requireNonNull(file.getParent());
  }

  /// The package of a file in `src/…/java`.
  static String packageName(Path file) {
    String path = folderOf(file).toString();
    return path.substring(path.indexOf("/java/") + "/java/".length()).replace('/', '.');
  }

  private static final class Collector extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Path> files;

    Collector(Path root, List<Path> files) {
      this.root = root;
      this.files = files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      String name = folder.equals(root) ? "" : folder.getFileName().toString();
      return NOT_COMMITTED.contains(name) || name.startsWith(".gpuaas")
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && !file.endsWith(".git")) {
        files.add(root.relativize(file));
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
