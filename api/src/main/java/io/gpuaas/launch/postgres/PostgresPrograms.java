package io.gpuaas.launch.postgres;

import io.gpuaas.launch.LaunchFault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// The programs `initdb`, `pg_ctl` and `postgres`, unpacked once from the class path into a folder.
record PostgresPrograms(Path folder) {
  private static final Path ALPINE = Path.of("/etc/alpine-release");

  /// Unpacks into `folder` unless that was done before. An unpacking that was cut short leaves only
  /// a draft, which the next call replaces.
  static PostgresPrograms unpackedIn(Path folder) {
    if (Files.isDirectory(folder)) {
      return new PostgresPrograms(folder);
    }
    Path draft = folder.resolveSibling(folder.getFileName() + ".draft");
    try (InputStream archive = open(archiveName())) {
      FolderTree.delete(draft);
      unpack(archive, draft);
      Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LaunchFault(
          "PostgreSQL could not be unpacked into %s: check free space and permissions."
              .formatted(folder),
          e);
    }
    return new PostgresPrograms(folder);
  }

  Path program(String name) {
    return folder.resolve("bin").resolve(name);
  }

  private static InputStream open(String archive) {
    InputStream stream = PostgresPrograms.class.getResourceAsStream("/" + archive);
    if (stream == null) {
      throw new LaunchFault(
          "There is no embedded PostgreSQL for this system (%s): give a server with --database."
              .formatted(archive));
    }
    return stream;
  }

  static String archiveName() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String system = os.contains("linux") ? "linux" : os.contains("mac") ? "darwin" : "windows";
    String cpu = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
    String libc = Files.exists(ALPINE) ? "-alpine_linux" : "";
    return "postgres-%s-%s%s.txz".formatted(system, cpu, libc);
  }

  private static void unpack(InputStream archive, Path target) throws IOException {
    try (TarArchiveInputStream entries =
        new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
      for (TarArchiveEntry entry = entries.getNextEntry();
          entry != null;
          entry = entries.getNextEntry()) {
        write(entries, entry, target.resolve(entry.getName()).normalize());
      }
    }
  }

  private static void write(InputStream content, TarArchiveEntry entry, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, file);
    Files.setPosixFilePermissions(file, permissions(entry.getMode()));
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> permissions =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    if ((mode & 0100) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
    }
    return permissions;
  }
}
