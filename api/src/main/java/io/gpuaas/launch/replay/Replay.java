package io.gpuaas.launch.replay;

import io.gpuaas.launch.replay.Trace.TraceJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Submits each job of a trace at its virtual time and lets time pass until all have ended.
final class Replay {
  private static final int BATCH_MAX = 1_000;

  private final ReplayApi api;
  private final Trace trace;
  private final Instant start;
  private final ReplayProgress progress;
  private final ReplayFinance finance;

  Replay(
      ReplayApi api,
      Trace trace,
      Instant start,
      ReplayProgress progress,
      ReplayFinance.Plan finance) {
    this.api = api;
    this.trace = trace;
    this.start = start;
    this.progress = progress;
    this.finance = new ReplayFinance(api, finance, start);
  }

  /// What was done.
  ///
  /// @param submitted jobs accepted by the API
  /// @param finished whether every job came to its end
  /// @param closed months that were closed meanwhile
  record Done(int submitted, Instant end, boolean finished, List<String> closed) {}

  /// Runs the trace until its end, or until `stop` says so.
  Done run(BooleanSupplier stop) {
    List<TraceJob> jobs = trace.jobs();
    int next = 0;
    Instant now = start;
    while (next < jobs.size() && !stop.getAsBoolean()) {
      int end = sameInstant(jobs, next);
      now = start.plusSeconds(jobs.get(next).submitSeconds());
      finance.until(now);
      api.nowIs(now);
      submit(jobs.subList(next, end));
      next = end;
      progress.submitted(next, jobs.size());
    }
    @Nullable Instant upcoming = api.advanceTo(now);
    while (upcoming != null && !stop.getAsBoolean()) {
      // A day at a time, so that Ctrl-C is heard.
      Instant target = now.plus(Duration.ofDays(1));
      now = upcoming.isAfter(target) ? upcoming : target;
      finance.until(now);
      upcoming = api.advanceTo(now);
    }
    boolean finished = next == jobs.size() && upcoming == null;
    Instant end = finished ? finance.finish(now) : now;
    return new Done(next, end, finished, finance.closed());
  }

  private static int sameInstant(List<TraceJob> jobs, int from) {
    int end = from + 1;
    while (end < jobs.size()
        && end - from < BATCH_MAX
        && jobs.get(end).submitSeconds() == jobs.get(from).submitSeconds()) {
      end++;
    }
    return end;
  }

  private void submit(List<TraceJob> jobs) {
    if (jobs.size() == 1) {
      api.post("/api/v1/jobs", body(jobs.getFirst()), 202);
      return;
    }
    ObjectNode batch = ReplayApi.JSON.createObjectNode();
    ArrayNode list = batch.putArray("jobs");
    jobs.forEach(job -> list.add(body(job)));
    JsonNode results = api.post("/api/v1/jobs:batch", batch, 200).path("results");
    for (JsonNode result : results) {
      if (result.path("status").asInt() >= 300) {
        throw new io.gpuaas.launch.LaunchFault("A job was refused: " + result);
      }
    }
  }

  /// Jobs of more than a node's GPUs are pods of a whole node and a remainder.
  private static ObjectNode body(TraceJob job) {
    ObjectNode body = ReplayApi.JSON.createObjectNode();
    body.put("project", job.project()).put("name", "job-" + job.row());
    ObjectNode spec = body.putObject("spec");
    spec.put("image", "trace/job").put("maxRuntime", "366d").put("maxAttempts", 1);
    ArrayNode podSets = spec.putArray("podSets");
    int whole = job.gpus() > Trace.GPUS_PER_NODE ? job.gpus() / Trace.GPUS_PER_NODE : 0;
    int rest = job.gpus() - whole * Trace.GPUS_PER_NODE;
    if (whole > 0) {
      podSets
          .addObject()
          .put("name", "whole")
          .put("count", whole)
          .put("gpusPerPod", Trace.GPUS_PER_NODE);
    }
    if (rest > 0) {
      podSets.addObject().put("name", "rest").put("count", 1).put("gpusPerPod", rest);
    }
    spec.putObject("simulation")
        .put("runFor", job.durationSeconds() + "s")
        .put("startDelay", "0s")
        .put("stopDelay", "0s")
        .put("exitCode", 0);
    return body;
  }
}
