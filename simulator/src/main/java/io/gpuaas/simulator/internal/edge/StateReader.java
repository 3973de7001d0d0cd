package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.HeldWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Reads the `state` of a job: what it holds when the scenario starts.
record StateReader(Names names, Clock clock) {
  private static final SequencedMap<String, Boolean> EVICTING = phases();

  private static SequencedMap<String, Boolean> phases() {
    SequencedMap<String, Boolean> phases = new LinkedHashMap<>();
    phases.put("Admitted", false);
    phases.put("Evicting", true);
    return phases;
  }

  @Nullable HeldWorkload held(FieldReader reader, Workload workload) {
    if (!reader.has("phase")) {
      reader.faults().missing(reader.path("phase"), "Admitted or Evicting");
    }
    boolean evicting = reader.choice("phase", EVICTING, false);
    Instant admittedAt = reader.time("admittedAt", clock);
    List<PodSetAssignment> assignments = new ArrayList<>();
    for (FieldReader podSet : reader.objects("podSets")) {
      assignments.add(assignment(podSet, workload));
    }
    if (assignments.isEmpty()) {
      reader.faults().missing(reader.path("podSets"), "what each pod set holds");
    }
    String claimant = reader.optionalText("claimant");
    reader.finish();
    return new HeldWorkload(
        workload,
        assignments,
        admittedAt == null ? clock.origin() : admittedAt,
        evicting,
        claimant == null ? null : new JobId(claimant));
  }

  private PodSetAssignment assignment(FieldReader reader, Workload workload) {
    String name = reader.text("name", "main");
    PodSet podSet =
        workload.podSets().stream().filter(p -> p.name().equals(name)).findFirst().orElse(null);
    if (podSet == null) {
      String allowed = "a pod set of the job";
      reader.faults().add(reader.path("name"), "UNKNOWN_REFERENCE", name, allowed);
    }
    SortedMap<String, String> flavors = reader.texts("flavors");
    flavors.forEach(
        (resource, flavor) -> Names.check(reader, "flavors." + resource, flavor, names.flavors));
    int whole = podSet == null ? 1 : podSet.count();
    int count = reader.integer("count", 1, Integer.MAX_VALUE, whole);
    List<PodSetAssignment.NodeShare> shares = shares(reader);
    long placed = shares.stream().mapToLong(PodSetAssignment.NodeShare::count).sum();
    if (!shares.isEmpty() && placed != count) {
      String allowed = "pods on nodes that add up to the count, " + count;
      reader.faults().add(reader.path("nodes"), "NOT_ALLOWED", String.valueOf(placed), allowed);
    }
    reader.finish();
    return new PodSetAssignment(name, count, flavors, shares);
  }

  private List<PodSetAssignment.NodeShare> shares(FieldReader reader) {
    List<PodSetAssignment.NodeShare> shares = new ArrayList<>();
    SequencedMap<String, List<Integer>> devices = reader.numbers("devices");
    SequencedMap<String, List<Integer>> starts = reader.numbers("migStarts");
    for (Map.Entry<String, Integer> entry : reader.counts("nodes").entrySet()) {
      shares.add(
          new PodSetAssignment.NodeShare(
              names.node(reader, "nodes", entry.getKey()),
              entry.getValue(),
              devices.getOrDefault(entry.getKey(), List.of()),
              starts.getOrDefault(entry.getKey(), List.of())));
    }
    return shares;
  }
}
