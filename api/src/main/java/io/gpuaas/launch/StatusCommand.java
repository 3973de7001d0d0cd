package io.gpuaas.launch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/// `gpuaas status`: whether an instance runs on the folder, and how it is.
@Command(name = "status", description = "Tells whether an instance runs, and how it is.")
final class StatusCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  enum Format {
    TEXT,
    JSON
  }

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
    Optional<Instance> instance =
        folder.exists() && folder.inUse() ? Instance.readFrom(folder.instance()) : Optional.empty();
    return instance
        .map(StatusCommand::ask)
        .orElseGet(() -> new Status(false, null, false, false, List.of()));
  }

  private static Status ask(Instance instance) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(instance.control() + "/status"))
            .header("Authorization", "Bearer " + instance.secret())
            .timeout(PATIENCE)
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      ControlServer.Answer answer = JsonMapper.shared().readValue(body, ControlServer.Answer.class);
      return new Status(
          true, instance.url(), answer.leader(), answer.databaseOk(), answer.clusters());
    } catch (IOException e) {
      throw new LaunchFault(
          "The instance %s does not answer: stop it with `gpuaas stop` and start it again."
              .formatted(instance.pid()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("Interrupted while asking: ask again.", e);
    }
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
