package io.gpuaas.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// Files that only their owner may read: passwords, tokens, the address of a running instance.
public final class PrivateFile {
  private static final String OWNER_ONLY = "rw-------";

  private PrivateFile() {}

  /// Replaces `file` as a whole: a reader sees the old text or the new one, and at no moment is the
  /// text readable for others.
  public static void write(Path file, String text) {
    try {
      Path draft =
          Files.createTempFile(
              file.toAbsolutePath().getParent(),
              "." + file.getFileName(),
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
      Files.writeString(draft, text, StandardCharsets.UTF_8);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LaunchFault(
          "Cannot write %s: check the folder's owner and free space.".formatted(file), e);
    }
  }
}
