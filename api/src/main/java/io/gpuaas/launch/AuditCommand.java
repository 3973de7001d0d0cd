package io.gpuaas.launch;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/// `gpuaas audit`: checks the books of the running instance, or of the data of a stopped one.
@Command(
    name = "audit",
    description = "Checks the books and the invariants.",
    footer = {"", "Example: gpuaas audit --format json"})
final class AuditCommand implements Callable<Integer> {
  private static final int RED = 1;

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = "The PostgreSQL of a stopped instance, if it is not our own.")
  private @Nullable String database;

  @Override
  public Integer call() {
    DataFolder folder = data.folder();
    Audit audit =
        ControlClient.of(folder)
            .map(client -> client.ask("/audit", Audit.class))
            .orElseGet(() -> ofStopped(folder));
    System.out.println(
        switch (format) {
          case JSON -> JsonMapper.shared().writeValueAsString(audit);
          case TEXT -> text(audit);
        });
    return audit.ok() ? Launcher.DONE : RED;
  }

  private Audit ofStopped(DataFolder folder) {
    if (!folder.exists()) {
      throw new LaunchFault(
          "There is no data in %s: name the right folder with --data.".formatted(folder.path()));
    }
    try (DataFolder.Lock _ = folder.lock();
        Database server = openDatabase(folder);
        ConfigurableApplicationContext product =
            Application.start(
                folder, server, List.of("--server.address=127.0.0.1", "--server.port=0"))) {
      return Audit.of(product);
    }
  }

  private Database openDatabase(DataFolder folder) {
    return database == null
        ? Database.embedded(folder)
        : Database.existing(database, System.getenv());
  }

  private static String text(Audit audit) {
    StringBuilder text = new StringBuilder();
    for (Audit.Check check : audit.checks()) {
      text.append("%-5s %s%n".formatted(check.ok() ? "ok" : "RED", check.name()));
      check.rows().forEach(row -> text.append("      %s%n".formatted(row)));
    }
    return text.append(audit.ok() ? "all green" : "the books are not in order").toString();
  }
}
