package io.gpuaas.cli.look;

import io.gpuaas.cli.output.Column;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The columns of jobs.
final class JobColumns {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private final InstantSource clock;

  JobColumns(InstantSource clock) {
    this.clock = clock;
  }

  List<Column> list() {
    return List.of(
        Column.text("ID", "/id"),
        Column.text("NAME", "/name"),
        Column.text("PROJECT", "/project"),
        Column.text("USER", "/user"),
        Column.text("PHASE", "/phase"),
        Column.number("GPUS", "/gpus"),
        Column.of("AGE", this::age),
        Column.of("RAN", this::ran),
        Column.of("WHY", JobColumns::why));
  }

  List<Column> queue() {
    return List.of(
        Column.text("ID", "/id"),
        Column.text("NAME", "/name"),
        Column.text("PROJECT", "/project"),
        Column.text("PRIORITY", "/priority"),
        Column.number("GPUS", "/gpus"),
        Column.of("WAITS", it -> since(it, "queuedAt")),
        Column.number("JOBS AHEAD", "/waiting/jobsAhead"),
        Column.number("GPUS AHEAD", "/waiting/gpusAhead"),
        Column.of("WHY", JobColumns::why));
  }

  List<Column> top() {
    return List.of(
        Column.text("ID", "/id"),
        Column.text("NAME", "/name"),
        Column.text("PROJECT", "/project"),
        Column.text("USER", "/user"),
        Column.number("GPUS", "/gpus"),
        Column.text("PHASE", "/phase"),
        Column.of("RAN", this::ran),
        Column.text("GPU-HOURS", "/cost/gpuHours"),
        Column.of("COST", it -> money(it.at("/cost/amount"))));
  }

  List<Column> one() {
    return List.of(
        Column.text("ID", "/id"),
        Column.text("NAME", "/name"),
        Column.text("PROJECT", "/project"),
        Column.text("USER", "/user"),
        Column.text("PHASE", "/phase"),
        Column.of("REASON", it -> (text(it, "reason") + " " + text(it, "message")).strip()),
        Column.of("WHY IT WAITS", JobColumns::why),
        Column.of("NEXT STEP", it -> Column.plain(it.at("/waiting/reasons/0/nextStep"))),
        Column.text("PRIORITY", "/priority"),
        Column.text("GPUS", "/gpus"),
        Column.text("ATTEMPT", "/attempt"),
        Column.text("SUBMITTED", "/submittedAt"),
        Column.text("STARTED", "/startedAt"),
        Column.text("ENDED", "/endedAt"),
        Column.text("EXIT CODE", "/exitCode"),
        Column.of("NODES", JobColumns::nodes),
        Column.text("GPU-HOURS", "/cost/gpuHours"),
        Column.of("COST", it -> money(it.at("/cost/amount"))));
  }

  static String money(JsonNode money) {
    return money.isObject() ? text(money, "amount") + " " + text(money, "currency") : "-";
  }

  private static String nodes(JsonNode job) {
    StringBuilder text = new StringBuilder();
    for (JsonNode podSet : job.path("placement")) {
      for (JsonNode node : podSet.path("nodes")) {
        text.append(text.isEmpty() ? "" : ", ").append(node.path("node").asString(""));
        int count = node.path("count").asInt(1);
        text.append(count > 1 ? " ×" + count : "");
      }
    }
    return text.isEmpty() ? "-" : text.toString();
  }

  static String why(JsonNode job) {
    JsonNode waiting = job.at("/waiting/reasons/0/message");
    return waiting.isMissingNode() ? shown(text(job, "message")) : waiting.asString("");
  }

  private static String shown(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).isNull() ? "" : node.path(field).asString("");
  }

  private String age(JsonNode job) {
    return since(job, "submittedAt");
  }

  private String since(JsonNode job, String field) {
    String from = text(job, field);
    return from.isEmpty() ? "-" : between(Instant.parse(from), clock.instant());
  }

  private String ran(JsonNode job) {
    String from = text(job, "startedAt");
    String to = text(job, "endedAt");
    if (from.isEmpty()) {
      return "-";
    }
    return between(Instant.parse(from), to.isEmpty() ? clock.instant() : Instant.parse(to));
  }

  /// Two units are enough for a person: `3d4h`, `12m5s`.
  static String between(Instant from, Instant to) {
    long seconds = Math.max(0, Duration.between(from, to).toSeconds());
    if (seconds >= DAY) {
      return two(seconds / DAY, "d", seconds % DAY / HOUR, "h");
    }
    if (seconds >= HOUR) {
      return two(seconds / HOUR, "h", seconds % HOUR / MINUTE, "m");
    }
    return seconds >= MINUTE ? two(seconds / MINUTE, "m", seconds % MINUTE, "s") : seconds + "s";
  }

  private static String two(long large, String unit, long small, String smaller) {
    return large + unit + (small == 0 ? "" : small + smaller);
  }
}
