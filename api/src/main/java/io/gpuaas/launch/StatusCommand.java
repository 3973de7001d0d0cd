package io.gpuaas.launch;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/// `gpuaas status`: whether an instance runs on the folder, and how it is.
@Command(
    name = "status",
    description = "Tells whether an instance runs, and how it is.",
    footer = {"", "Example: gpuaas status --format json"})
final class StatusCommand implements Callable<Integer> {
  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  /// @param url null when nothing runs
  record Status(
      boolean running,
      @Nullable String url,
      boolean leader,
      boolean databaseOk,
      List<String> clusters) {}

  @Override
  public Integer call() {
    Status status = ask(data.folder());
    String answer =
        switch (format) {
          case JSON -> JsonMapper.shared().writeValueAsString(status);
          case TEXT -> text(status);
        };
    System.out.println(answer);
    return Launcher.DONE;
  }

  private static Status ask(DataFolder folder) {
    return ControlClient.of(folder)
        .map(StatusCommand::ask)
        .orElseGet(() -> new Status(false, null, false, false, List.of()));
  }

  private static Status ask(ControlClient client) {
    ControlServer.Answer answer = client.ask("/status", ControlServer.Answer.class);
    return new Status(
        true, client.instance().url(), answer.leader(), answer.databaseOk(), answer.clusters());
  }

  private static String text(Status status) {
    if (!status.running()) {
      return "not running";
    }
    return """
    running at %s
    leader: %s
    database: %s
    clusters: %s\
    """
        .formatted(
            status.url(),
            status.leader() ? "yes" : "no",
            status.databaseOk() ? "ok" : "does not answer",
            String.join(", ", status.clusters()));
  }
}
