package io.gpuaas.launch.postgres;

import io.gpuaas.launch.LaunchFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes, starts and stops the server on one data folder, through PostgreSQL's own programs.
record PostgresControl(PostgresPrograms programs, Path data) {
  private static final String START_SECONDS_MAX = "120";

  /// A new, empty server folder; `passwordFile` holds the superuser's password.
  void create(String user, Path passwordFile) throws IOException {
    run(
        List.of(
            programs.program("initdb").toString(),
            "--pgdata=" + data,
            "--username=" + user,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--locale=C"));
    Files.write(
        data.resolve("postgresql.conf"),
        EmbeddedDatabase.settings(),
        StandardCharsets.UTF_8,
        StandardOpenOption.APPEND);
  }

  /// Returns when connections are taken on `port`, after recovery if there is something to recover.
  void start(int port) {
    run(control("start", "-w", "-t", START_SECONDS_MAX, "-l", log(), "-o", "-p " + port));
  }

  void stop() {
    run(control("stop", "-w", "-m", "fast"));
  }

  /// Stops a server that a killed instance left on this folder. A `postmaster.pid` whose process is
  /// gone, or is by now another program under the same number, is only removed.
  void stopLeftBehind() {
    Path file = data.resolve("postmaster.pid");
    if (!Files.exists(file)) {
      return;
    }
    if (serves(file)) {
      stop();
      return;
    }
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new LaunchFault("The stale file %s cannot be removed: remove it.".formatted(file), e);
    }
  }

  /// Whether the process that `pidFile` names is a PostgreSQL at work in this very folder.
  private boolean serves(Path pidFile) {
    try {
      List<String> lines = Files.readAllLines(pidFile);
      long pid = lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().trim());
      Optional<String> program = ProcessHandle.of(pid).flatMap(p -> p.info().command());
      return program.isPresent()
          && Path.of(program.get()).endsWith("postgres")
          && worksIn(Path.of("/proc", Long.toString(pid), "cwd"));
    } catch (IOException | NumberFormatException e) {
      throw new LaunchFault("The file %s cannot be read: remove it.".formatted(pidFile), e);
    }
  }

  /// A server's working folder is its data folder; only Linux shows it.
  private boolean worksIn(Path workingFolder) throws IOException {
    return !Files.exists(workingFolder) || Files.isSameFile(workingFolder, data);
  }

  private List<String> control(String verb, String... options) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(programs.program("pg_ctl").toString(), verb, "-D", data.toString()));
    command.addAll(List.of(options));
    return command;
  }

  private String log() {
    return data.resolveSibling("postgres.log").toString();
  }

  private void run(List<String> command) {
    List<String> whole = new ArrayList<>();
    if (isRoot()) {
      whole.addAll(List.of("unshare", "-U"));
    }
    whole.addAll(command);
    Path output = data.resolveSibling("postgres-control.log");
    try {
      Process process =
          new ProcessBuilder(whole)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
              .start();
      if (process.waitFor() != 0) {
        throw new LaunchFault(
            "PostgreSQL did not obey (%s): read %s and %s, or give a server with --database."
                .formatted(command.get(1), output, log()));
      }
    } catch (IOException e) {
      throw new LaunchFault("PostgreSQL cannot be run here: give a server with --database.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("Interrupted while waiting for PostgreSQL: start again.", e);
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
