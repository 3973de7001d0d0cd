package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.Durations;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.WaitReason;
import io.gpuaas.simulator.Decision;
import io.gpuaas.simulator.DocumentFault;
import io.gpuaas.simulator.JobOutcome;
import io.gpuaas.simulator.Metrics;
import io.gpuaas.simulator.SimulationResult;
import io.gpuaas.simulator.Standing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A result as one line of JSON.
public final class ResultJson {
  private final JsonText json = new JsonText();

  private ResultJson() {}

  public static String of(SimulationResult result) {
    ResultJson writer = new ResultJson();
    switch (result) {
      case SimulationResult.Played played -> writer.played(played);
      case SimulationResult.Refused refused -> writer.refused(refused);
    }
    return writer.json.toString();
  }

  private void refused(SimulationResult.Refused refused) {
    json.open('{').field("name").string(refused.name()).field("error");
    fault(refused.faults().getFirst());
    json.field("errors").open('[');
    refused.faults().forEach(this::fault);
    json.close(']').close('}');
  }

  private void fault(DocumentFault fault) {
    json.open('{');
    json.field("path").string(fault.path());
    json.field("code").string(fault.code());
    json.field("value").string(fault.value());
    json.field("allowed").string(fault.allowed());
    json.field("message").string(fault.message());
    json.close('}');
  }

  private void played(SimulationResult.Played played) {
    json.open('{').field("name").string(played.name());
    json.field("decisions").open('[');
    played.decisions().forEach(this::decision);
    json.close(']').field("jobs").open('{');
    played.jobs().forEach(this::job);
    json.close('}').field("projects").open('{');
    played.projects().forEach((name, standing) -> standing(name, standing, true));
    json.close('}').field("cohorts").open('{');
    played.cohorts().forEach((name, standing) -> standing(name, standing, false));
    json.close('}').field("metrics");
    metrics(played.metrics());
    if (!played.violations().isEmpty()) {
      json.field("violations").open('[');
      played.violations().forEach(json::string);
      json.close(']');
    }
    json.close('}');
  }

  private void decision(Decision decision) {
    json.open('{');
    json.field("at").string(Durations.format(decision.at()));
    json.field("job").string(decision.job().value());
    switch (decision) {
      case Decision.Admit admit -> {
        action("Admit").field("podSets").open('[');
        admit.podSets().forEach(this::podSet);
        json.close(']').field("borrowed");
        cells(admit.borrowed());
      }
      case Decision.Preempt preempt -> {
        action("Preempt");
        json.field("by").string(preempt.by() == null ? null : preempt.by().value());
        json.field("reason").string(preempt.reason());
      }
      case Decision.Wait(_, _, List<WaitReason> reasons) -> {
        action("Wait");
        reasons(reasons);
      }
      case Decision.Reject(_, _, List<WaitReason> reasons) -> {
        action("Reject");
        reasons(reasons);
      }
      case Decision.End(_, _, String reason) -> {
        action("End");
        if (!reason.isEmpty()) {
          json.field("reason").string(reason);
        }
      }
      case Decision.Fail(_, _, String reason) -> action("Fail").field("reason").string(reason);
    }
    json.close('}');
  }

  private JsonText action(String name) {
    return json.field("action").string(name);
  }

  private void podSet(PodSetAssignment podSet) {
    json.open('{');
    json.field("name").string(podSet.podSet());
    json.field("count").number(podSet.count());
    json.field("flavors").open('{');
    podSet.flavors().forEach((resource, flavor) -> json.field(resource).string(flavor));
    json.close('}').field("nodes").open('{');
    nodes(podSet).forEach((node, pods) -> json.field(node).number(pods));
    json.close('}');
    devices(podSet);
    json.close('}');
  }

  /// Pods by node name; by `cluster/name` when two clusters have a node of that name in it.
  static Map<String, Integer> nodes(PodSetAssignment podSet) {
    SortedMap<String, String> clusters = new TreeMap<>();
    boolean ambiguous = false;
    for (PodSetAssignment.NodeShare share : podSet.nodes()) {
      String other = clusters.put(share.node().name(), share.node().cluster());
      ambiguous |= other != null && !other.equals(share.node().cluster());
    }
    Map<String, Integer> pods = new java.util.LinkedHashMap<>();
    for (PodSetAssignment.NodeShare share : podSet.nodes()) {
      String name = ambiguous ? share.node().toString() : share.node().name();
      pods.merge(name, share.count(), Integer::sum);
    }
    return pods;
  }

  private void devices(PodSetAssignment podSet) {
    if (podSet.nodes().stream().allMatch(share -> share.devices().isEmpty())) {
      return;
    }
    json.field("devices").open('[');
    for (PodSetAssignment.NodeShare share : podSet.nodes()) {
      json.open('{').field("node").string(share.node().name()).field("indexes").open('[');
      share.devices().forEach(json::number);
      json.close(']').close('}');
    }
    json.close(']');
  }

  private void reasons(List<WaitReason> reasons) {
    json.field("reasons").open('[');
    for (WaitReason reason : reasons) {
      json.open('{');
      json.field("code").string(reason.code());
      json.field("message").string(reason.message());
      json.field("detail").open('{');
      reason.detail().forEach((name, value) -> json.field(name).string(value));
      json.close('}');
      if (!reason.nextStep().isEmpty()) {
        json.field("nextStep").string(reason.nextStep());
      }
      json.close('}');
    }
    json.close(']');
  }

  private void cells(SortedMap<FlavorResource, Long> cells) {
    json.open('{');
    String flavor = null;
    for (Map.Entry<FlavorResource, Long> entry : cells.entrySet()) {
      FlavorResource cell = entry.getKey();
      if (!cell.flavor().equals(flavor)) {
        if (flavor != null) {
          json.close('}');
        }
        json.field(cell.flavor()).open('{');
        flavor = cell.flavor();
      }
      json.field(cell.resource()).string(Quantity.format(cell.resource(), entry.getValue()));
    }
    if (flavor != null) {
      json.close('}');
    }
    json.close('}');
  }

  private void job(String name, JobOutcome job) {
    json.field(name).open('{');
    json.field("phase").string(job.phase().code());
    json.field("startedAt").string(time(job.startedAt()));
    json.field("endedAt").string(time(job.endedAt()));
    json.field("runs").number(job.runs());
    json.close('}');
  }

  private static @Nullable String time(@Nullable Duration time) {
    return time == null ? null : Durations.format(time);
  }

  private void standing(String name, Standing standing, boolean project) {
    json.field(name).open('{').field("usage");
    cells(standing.usage());
    if (project) {
      json.field("borrowed");
      cells(standing.borrowed());
    }
    json.field("available");
    cells(standing.available());
    Long share = standing.dominantShare();
    json.field("dominantShare").raw(share == null ? "null" : share.toString());
    json.close('}');
  }

  private void metrics(Metrics metrics) {
    BigDecimal allocation = metrics.gpuAllocation();
    json.open('{');
    json.field("gpuAllocation").raw(allocation == null ? "null" : decimal(allocation));
    json.field("waitP50").string(time(metrics.waitP50()));
    json.field("waitP95").string(time(metrics.waitP95()));
    json.field("makespan").string(time(metrics.makespan()));
    json.field("preemptions").number(metrics.preemptions());
    json.field("gpuHours").open('{');
    for (Map.Entry<String, GpuTime> entry : metrics.gpuTime().entrySet()) {
      json.field(entry.getKey()).raw(decimal(entry.getValue().gpuHours()));
    }
    json.close('}').close('}');
  }

  /// Without needless zeros, with at least one decimal.
  static String decimal(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 1 ? stripped.setScale(1).toPlainString() : stripped.toPlainString();
  }
}
