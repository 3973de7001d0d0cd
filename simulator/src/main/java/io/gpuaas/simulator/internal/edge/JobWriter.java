package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Durations;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.simulator.Scenario;
import io.gpuaas.simulator.Scenario.Event;
import io.gpuaas.simulator.Scenario.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Writes the fields of jobs and events for [ScenarioWriter].
final class JobWriter {
  private final Scenario scenario;
  private final SortedMap<String, Long> nodeNames;

  JobWriter(Scenario scenario) {
    this.scenario = scenario;
    this.nodeNames =
        scenario.nodes().stream()
            .map(Node::ref)
            .collect(Collectors.groupingBy(ref -> ref.name(), TreeMap::new, Collectors.counting()));
  }

  /// Durations since the start, or instants in a scenario that has a start in the calendar.
  String time(Instant time) {
    return scenario.origin().equals(Instant.EPOCH)
        ? Durations.format(Duration.between(scenario.origin(), time))
        : time.toString();
  }

  void job(JsonText json, Scenario.Job job) {
    Workload workload = job.workload();
    json.field("name").string(workload.id().value());
    json.field("project").string(workload.project());
    json.field("priority").number(workload.priority());
    json.field("submitAt").string(time(workload.queuedAt()));
    Duration duration = job.duration();
    if (duration != null) {
      json.field("duration").string(Durations.format(duration));
    }
    if (workload.maxRuntimeMillis() > 0) {
      Duration longest = Duration.ofMillis(workload.maxRuntimeMillis());
      json.field("maxRuntime").string(Durations.format(longest));
    }
    ScenarioWriter.flag(json, "preemptible", workload.preemptible(), true);
    ScenarioWriter.flag(json, "spanClusters", workload.spanClusters(), false);
    ScenarioWriter.placement(json, workload.placement());
    if (!workload.flavorOrder().isEmpty()) {
      ScenarioWriter.names(json, "flavorOrder", workload.flavorOrder());
    }
    if (!workload.waitsSince().equals(workload.queuedAt())) {
      json.field("waitsSince").string(time(workload.waitsSince()));
    }
    checkpoint(json, workload);
    json.field("podSets").open('[');
    workload.podSets().forEach(podSet -> podSet(json, podSet));
    json.close(']');
    if (job.held() != null) {
      state(json, job.held());
    }
  }

  private void checkpoint(JsonText json, Workload workload) {
    Workload.Checkpoint checkpoint = workload.checkpoint();
    if (checkpoint == null) {
      return;
    }
    if (checkpoint.everyMillis() > 0) {
      Duration every = Duration.ofMillis(checkpoint.everyMillis());
      json.field("checkpointEvery").string(Durations.format(every));
    }
    Instant last = checkpoint.lastAt();
    if (last != null) {
      json.field("lastCheckpointAt").string(time(last));
    }
  }

  private static void podSet(JsonText json, PodSet podSet) {
    json.open('{').field("name").string(podSet.name());
    json.field("count").number(podSet.count());
    if (podSet.minCount() < podSet.count()) {
      json.field("minCount").number(podSet.minCount());
    }
    asked(json, podSet);
    if (podSet.topology() != null) {
      topology(json, podSet.topology());
    }
    if (!podSet.group().isEmpty()) {
      json.field("group").string(podSet.group());
    }
    if (podSet.numa() != NumaWish.NONE) {
      json.field("numa").string(Spellings.of(Spellings.NUMA, podSet.numa()));
    }
    json.close('}');
  }

  /// Pods that are expected.
  void expected(JsonText json, ExpectedMix.Kind kind) {
    json.field("pods").number(kind.pods());
    asked(json, kind.pod());
  }

  /// What one pod asks for, and where it may run.
  private static void asked(JsonText json, PodSet podSet) {
    ScenarioWriter.amounts(json, "requests", podSet.requests());
    device(json, podSet.device());
    ScenarioWriter.texts(json, "nodeSelector", podSet.nodeSelector());
    if (!podSet.nodeAffinity().isEmpty()) {
      json.field("nodeAffinity").open('[');
      for (NodeAffinityTerm term : podSet.nodeAffinity()) {
        json.open('{').field("key").string(term.key());
        json.field("operator").string(Spellings.of(Spellings.AFFINITY, term.operator()));
        ScenarioWriter.names(json, "values", term.values());
        json.close('}');
      }
      json.close(']');
    }
    ScenarioWriter.tolerations(json, podSet.tolerations());
  }

  private static void device(JsonText json, DeviceShare device) {
    if (device.milliGpu() > 0) {
      json.field("gpuFraction").string(device.milliGpu() + "m");
    }
    if (device.memoryBytes() > 0) {
      json.field("gpuMemory").string(String.valueOf(device.memoryBytes()));
    }
    if (!device.migProfile().isEmpty()) {
      json.field("migProfile").string(device.migProfile());
    }
  }

  private static void topology(JsonText json, TopologyRequest request) {
    json.field("topology").open('{');
    switch (request.mode()) {
      case REQUIRED -> json.field("required").string(request.level());
      case PREFERRED -> json.field("preferred").string(request.level());
      case BALANCED -> json.field("balanced").string(request.level());
      case UNCONSTRAINED -> json.field("unconstrained").raw("true");
    }
    if (request.patienceMillis() > 0) {
      Duration patience = Duration.ofMillis(request.patienceMillis());
      json.field("patience").string(Durations.format(patience));
    }
    if (!request.slices().isEmpty()) {
      json.field("slices").open('[');
      for (TopologyRequest.Slice slice : request.slices()) {
        json.open('{').field("level").string(slice.level());
        json.field("size").number(slice.size()).close('}');
      }
      json.close(']');
    }
    json.close('}');
  }

  private void state(JsonText json, HeldWorkload held) {
    json.field("state").open('{');
    json.field("phase").string(held.evicting() ? "Evicting" : "Admitted");
    json.field("admittedAt").string(time(held.admittedAt()));
    if (held.claimant() != null) {
      json.field("claimant").string(held.claimant().value());
    }
    json.field("podSets").open('[');
    for (PodSetAssignment assignment : held.assignments()) {
      json.open('{').field("name").string(assignment.podSet());
      json.field("count").number(assignment.count());
      ScenarioWriter.texts(json, "flavors", assignment.flavors());
      if (!assignment.nodes().isEmpty()) {
        json.field("nodes").open('{');
        assignment.nodes().forEach(share -> json.field(node(share.node())).number(share.count()));
        json.close('}');
        numbers(json, "devices", assignment, NodeShare::devices);
        numbers(json, "migStarts", assignment, NodeShare::starts);
      }
      json.close('}');
    }
    json.close(']').close('}');
  }

  private void numbers(
      JsonText json,
      String field,
      PodSetAssignment assignment,
      Function<NodeShare, List<Integer>> part) {
    if (assignment.nodes().stream().allMatch(share -> part.apply(share).isEmpty())) {
      return;
    }
    json.field(field).open('{');
    for (NodeShare share : assignment.nodes()) {
      json.field(node(share.node())).open('[');
      part.apply(share).forEach(json::number);
      json.close(']');
    }
    json.close('}');
  }

  private String node(io.gpuaas.core.NodeRef ref) {
    return nodeNames.getOrDefault(ref.name(), 0L) > 1 ? ref.toString() : ref.name();
  }

  void event(JsonText json, Event event) {
    json.field("at").string(time(event.at()));
    switch (event) {
      case Event.SetQuota change -> setQuota(json, change);
      case Event.NodeChanged change -> {
        json.field("node").string(node(change.node()));
        if (change.ready() != null) {
          json.field("ready").raw(change.ready().toString());
        }
        if (change.schedulable() != null) {
          json.field("schedulable").raw(change.schedulable().toString());
        }
      }
      case Event.Cancel(_, var job) -> json.field("cancel").string(job.value());
      case Event.Stop(_, String project, var policy) -> {
        json.field("stop").open('{').field("project").string(project);
        json.field("policy").string(Spellings.of(Spellings.STOP, policy)).close('}');
      }
    }
  }

  private void setQuota(JsonText json, Event.SetQuota change) {
    String resource = change.cell().resource();
    json.field("setQuota").open('{');
    json.field(change.owner() == Scenario.Owner.PROJECT ? "project" : "cohort");
    json.string(change.ownerName());
    json.field("flavor").string(change.cell().flavor()).field("resource").string(resource);
    ScenarioWriter.limit(json, "nominal", resource, change.nominal());
    limit(json, "borrowingLimit", resource, change.borrowingLimit());
    limit(json, "lendingLimit", resource, change.lendingLimit());
    if (change.drainBy() != null) {
      json.field("drainBy").string(time(change.drainBy()));
    }
    json.close('}');
  }

  private static void limit(JsonText json, String field, String resource, Limit limit) {
    switch (limit) {
      case Limit.Kept() -> {}
      case Limit.None() -> json.field(field).raw("null");
      case Limit.AtMost(long amount) -> ScenarioWriter.limit(json, field, resource, amount);
    }
  }
}
