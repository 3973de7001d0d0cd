package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Json;
import io.gpuaas.core.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The result of a job, for the page of a pipeline (Markdown), for programs (JSON), and as notes of
/// the pipeline itself.
///
/// @param url of the server
public record JobSummary(String url, JsonNode job, ExitStatus status, FirstError error) {

  /// A table, and the first error where there is one.
  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("### GPU job `%s`: %s%n%n".formatted(field("name"), field("phase")));
    text.append("| | |\n|---|---|\n");
    row(text, "job", "[%s](%s/jobs/%s)".formatted(field("id"), url, field("id")));
    row(text, "project", field("project"));
    row(text, "result", "%s (%d)".formatted(status.meaning(), status.code()));
    row(text, "reason", (field("reason") + " " + field("message")).strip());
    row(text, "exit code of the job", field("exitCode"));
    row(text, "attempts", field("attempt"));
    row(text, "GPUs", field("gpus"));
    row(text, "waited", between("submittedAt", "startedAt"));
    row(text, "ran", between("startedAt", "endedAt"));
    row(text, "GPU-hours", job.at("/cost/gpuHours").asString(""));
    row(text, "cost", cost());
    if (error.isThere()) {
      text.append("%nFirst error, of rank %d (`%s`):%n%n".formatted(error.rank(), error.pod()));
      error.lines().forEach(line -> text.append("    ").append(line).append('\n'));
    }
    return text.append('\n').toString();
  }

  private static void row(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      String harmless = value.replace("|", "\\|").replace('\n', ' ');
      text.append("| %s | %s |\n".formatted(name, harmless));
    }
  }

  private String field(String name) {
    JsonNode value = job.path(name);
    return value.isNull() ? "" : value.asString("");
  }

  private String cost() {
    return "%s %s"
        .formatted(
            job.at("/cost/amount/amount").asString(""),
            job.at("/cost/amount/currency").asString(""))
        .strip();
  }

  private String between(String from, String to) {
    String begin = field(from);
    String end = field(to);
    if (begin.isEmpty() || end.isEmpty()) {
      return "";
    }
    Duration duration = Duration.between(Instant.parse(begin), Instant.parse(end));
    return Durations.format(Duration.ofSeconds(duration.toSeconds()));
  }

  /// The same for programs.
  ObjectNode tree() {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("status", status.name()).put("exitStatus", status.code());
    tree.put("meaning", status.meaning());
    tree.set("job", job);
    if (error.isThere()) {
      ObjectNode first = tree.putObject("firstError");
      first.put("rank", error.rank()).put("pod", error.pod());
      error.lines().forEach(first.withArray("/lines")::add);
    }
    return tree;
  }

  /// Writes what was asked for; a file that cannot be written does not change the job's result.
  void write(Surroundings here, String markdownFile, String jsonFile) {
    append(here, markdownFile, markdown());
    if (!jsonFile.isEmpty()) {
      replace(here, jsonFile, Json.PRETTY.writeValueAsString(tree()));
    }
    if (here.variable("GITHUB_ACTIONS").equals("true")) {
      append(here, here.variable("GITHUB_OUTPUT"), outputs());
      annotate(here);
    }
  }

  private String outputs() {
    return "job-id=%s%nphase=%s%nstatus=%s%ncost=%s%n"
        .formatted(field("id"), field("phase"), status.name(), cost());
  }

  private void annotate(Surroundings here) {
    if (status != ExitStatus.OK) {
      String lines =
          error.isThere()
              ? "rank %d: %s".formatted(error.rank(), String.join("\n", error.lines()))
              : JobWaiter.sentence(job);
      here.out()
          .println(
              "::error title=GPU job %s::%s"
                  .formatted(escaped(field("name")).replace(",", "%2C"), escaped(lines)));
    }
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace(":", "%3A");
  }

  private static void append(Surroundings here, String file, String text) {
    if (!file.isEmpty()) {
      try {
        Files.writeString(
            here.folder().resolve(file),
            text,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        here.say("gpuaas: %s cannot be written: %s".formatted(file, e));
      }
    }
  }

  private static void replace(Surroundings here, String file, String text) {
    Path path = here.folder().resolve(file);
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      here.say("gpuaas: %s cannot be written: %s".formatted(file, e));
    }
  }

  /// The job's own exit code, where there is one.
  int passedThrough() {
    int code = job.path("exitCode").asInt(0);
    return status == ExitStatus.JOB_FAILED && code > 0 ? code : status.code();
  }

  /// Fails for a caller that has waited for a job which did not succeed.
  public static CliFault notOk(ExitStatus status) {
    return new CliFault(status, status.meaning());
  }
}
