package io.gpuaas.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// The folder of one instance (`--data DIR`), and what lies where in it.
///
/// Whoever runs an instance holds [#lock]. The operating system drops it with the process, so a
/// killed instance never leaves its folder locked.
public record DataFolder(Path path) {
  public static DataFolder of(Path path) {
    return new DataFolder(path.toAbsolutePath().normalize());
  }

  public Path firstSignIn() {
    return path.resolve("first-sign-in.json");
  }

  /// Logins of the sample organisation.
  public Path sampleUsers() {
    return path.resolve("sample-users.json");
  }

  /// People of the Keycloak beside it.
  public Path keycloakUsers() {
    return path.resolve("keycloak-users.json");
  }

  public Path instance() {
    return path.resolve("instance.json");
  }

  /// What a stopped instance leaves no more.
  public void forgetInstance() {
    remove(instance());
  }

  /// Whether the making of the sample organisation was cut short.
  public boolean isUnfinished() {
    return Files.exists(unfinished());
  }

  public void markUnfinished() {
    PrivateFile.write(unfinished(), "");
  }

  public void markFinished() {
    remove(unfinished());
  }

  private Path unfinished() {
    return path.resolve("sample-unfinished");
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new LaunchFault("The file %s cannot be removed: remove it.".formatted(file), e);
    }
  }

  public Path log() {
    return path.resolve("gpuaas.log");
  }

  public boolean exists() {
    return Files.isDirectory(path);
  }

  /// Whether an instance has ever used it: a guard against deleting something else.
  public boolean isOurs() {
    return Files.exists(lockFile());
  }

  /// Makes the folder if need be and takes it for this process.
  ///
  /// @throws LaunchFault when another live process has it, or it cannot be written
  public Lock lock() {
    try {
      Files.createDirectories(path);
      FileChannel channel =
          FileChannel.open(lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw new LaunchFault(
            "The folder %s is in use by another gpuaas: stop it, or choose another with --data."
                .formatted(path));
      }
      return new Lock(channel);
    } catch (IOException e) {
      throw new LaunchFault(
          "The data folder %s cannot be used: make it writable, or choose another with --data."
              .formatted(path),
          e);
    }
  }

  /// Whether a live process holds the folder now.
  public boolean inUse() {
    if (!Files.exists(lockFile())) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(lockFile(), StandardOpenOption.WRITE)) {
      return tryLock(channel) == null;
    } catch (IOException e) {
      throw new LaunchFault("The data folder %s cannot be read.".formatted(path), e);
    }
  }

  private Path lockFile() {
    return path.resolve("lock");
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null;
    }
  }

  /// The hold on a folder; closing it lets the next one in.
  public record Lock(FileChannel channel) implements AutoCloseable {
    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new IllegalStateException("The lock file could not be closed.", e);
      }
    }
  }
}
