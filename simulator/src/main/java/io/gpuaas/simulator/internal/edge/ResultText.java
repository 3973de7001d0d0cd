package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.Durations;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.WaitReason;
import io.gpuaas.simulator.Decision;
import io.gpuaas.simulator.DocumentFault;
import io.gpuaas.simulator.Metrics;
import io.gpuaas.simulator.SimulationResult;
import io.gpuaas.simulator.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A result for people: the time line, then where everybody stands.
public final class ResultText {
  private final StringBuilder text = new StringBuilder();

  private ResultText() {}

  public static String of(SimulationResult result) {
    ResultText writer = new ResultText();
    String title = result.name().isEmpty() ? "scenario" : result.name();
    switch (result) {
      case SimulationResult.Played played -> writer.played(title, played);
      case SimulationResult.Refused refused -> writer.refused(title, refused);
    }
    return writer.text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void refused(String title, SimulationResult.Refused refused) {
    line("%s: not a valid scenario".formatted(title));
    for (DocumentFault fault : refused.faults()) {
      line("  %s".formatted(fault.message()));
    }
  }

  private void played(String title, SimulationResult.Played played) {
    line(title);
    for (Decision decision : played.decisions()) {
      line("  %8s  %s".formatted(Durations.format(decision.at()), sentence(decision)));
    }
    line("jobs");
    played
        .jobs()
        .forEach(
            (name, job) ->
                line(
                    "  %-24s %-12s started %-8s ended %-8s runs %d"
                        .formatted(
                            name,
                            job.phase().code(),
                            time(job.startedAt()),
                            time(job.endedAt()),
                            job.runs())));
    line("projects");
    played.projects().forEach(this::standing);
    if (!played.cohorts().isEmpty()) {
      line("cohorts");
      played.cohorts().forEach(this::standing);
    }
    metrics(played.metrics());
    played.violations().forEach(violation -> line("VIOLATION %s".formatted(violation)));
  }

  private static String sentence(Decision decision) {
    return switch (decision) {
      case Decision.Admit admit -> "admit   " + admit.job() + placement(admit);
      case Decision.Preempt preempt ->
          "preempt "
              + preempt.job()
              + (preempt.by() == null ? "" : " for " + preempt.by())
              + ": "
              + preempt.reason();
      case Decision.Wait wait -> "wait    " + wait.job() + ": " + sentences(wait.reasons());
      case Decision.Reject reject -> "reject  " + reject.job() + ": " + sentences(reject.reasons());
      case Decision.End(_, var job, String reason) ->
          "end     " + job + (reason.isEmpty() ? "" : ": " + reason);
      case Decision.Fail(_, var job, String reason) -> "fail    " + job + ": " + reason;
    };
  }

  private static String placement(Decision.Admit admit) {
    List<String> parts = new ArrayList<>();
    for (PodSetAssignment podSet : admit.podSets()) {
      Map<String, Integer> nodes = ResultJson.nodes(podSet);
      List<String> shown = new ArrayList<>();
      nodes.forEach((node, pods) -> shown.add(pods == 1 ? node : node + "×" + pods));
      String where =
          shown.size() <= 8
              ? String.join(" ", shown)
              : String.join(" ", shown.subList(0, 8)) + " and " + (shown.size() - 8) + " more";
      parts.add(
          " %s×%d %s%s"
              .formatted(
                  podSet.podSet(),
                  podSet.count(),
                  String.join(",", podSet.flavors().values().stream().distinct().toList()),
                  where.isEmpty() ? "" : " on " + where));
    }
    String borrowed = admit.borrowed().isEmpty() ? "" : ", borrowing " + cells(admit.borrowed());
    return String.join(";", parts) + borrowed;
  }

  private static String sentences(List<WaitReason> reasons) {
    List<String> parts = new ArrayList<>();
    for (WaitReason reason : reasons) {
      parts.add(reason.code() + " - " + reason.message());
    }
    return String.join(" / ", parts);
  }

  private static String cells(SortedMap<FlavorResource, Long> cells) {
    List<String> parts = new ArrayList<>();
    cells.forEach(
        (cell, amount) ->
            parts.add(
                "%s %s of %s"
                    .formatted(
                        Quantity.format(cell.resource(), amount), cell.resource(), cell.flavor())));
    return parts.isEmpty() ? "nothing" : String.join(", ", parts);
  }

  private static String time(@Nullable Duration time) {
    return time == null ? "-" : Durations.format(time);
  }

  private void standing(String name, Standing standing) {
    Long share = standing.dominantShare();
    line(
        "  %-24s uses %s; borrows %s; could get %s; share %s"
            .formatted(
                name,
                cells(standing.usage()),
                cells(standing.borrowed()),
                cells(standing.available()),
                share == null ? "infinite" : share));
  }

  private void metrics(Metrics metrics) {
    line(
        "GPU allocation %s; wait p50 %s, p95 %s; makespan %s; preemptions %d"
            .formatted(
                metrics.gpuAllocation() == null ? "-" : metrics.gpuAllocation().toPlainString(),
                time(metrics.waitP50()),
                time(metrics.waitP95()),
                time(metrics.makespan()),
                metrics.preemptions()));
    for (Map.Entry<String, GpuTime> entry : metrics.gpuTime().entrySet()) {
      line(
          "  %-24s %s GPU-hours"
              .formatted(entry.getKey(), ResultJson.decimal(entry.getValue().gpuHours())));
    }
  }
}
