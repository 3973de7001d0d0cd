package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Durations;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.TopologyRequest.Mode;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.quota.Amount;
import io.gpuaas.simulator.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads `jobs`, without their state.
record JobReader(Names names, Clock clock, StateReader states) {
  private static final int PODS_MAX = Integer.MAX_VALUE;

  List<Scenario.Job> jobs(FieldReader document) {
    List<Scenario.Job> jobs = new ArrayList<>();
    for (FieldReader reader : document.objects("jobs")) {
      jobs.add(job(reader));
    }
    return jobs;
  }

  private Scenario.Job job(FieldReader reader) {
    String name = reader.requiredText("name");
    Names.declare(reader, name, names.jobs);
    String project = reader.requiredText("project");
    if (reader.has("project")) {
      Names.check(reader, "project", project, names.projects);
    }
    Instant submitAt = reader.time("submitAt", clock);
    Instant queuedAt = submitAt == null ? clock.origin() : submitAt;
    Instant waitsSince = reader.time("waitsSince", clock);
    Duration maxRuntime = reader.duration("maxRuntime");
    Workload workload =
        new Workload(
            new JobId(name),
            project,
            priority(reader),
            queuedAt,
            podSets(reader),
            reader.flag("preemptible", true),
            reader.flag("spanClusters", false),
            maxRuntime == null ? 0 : maxRuntime.toMillis(),
            checkpoint(reader),
            reader.choice("placement", Spellings.PLACEMENT),
            waitsSince == null ? queuedAt : waitsSince,
            flavorOrder(reader));
    Duration duration = reader.duration("duration");
    FieldReader state = reader.child("state");
    Scenario.Job job =
        new Scenario.Job(workload, duration, state == null ? null : states.held(state, workload));
    reader.finish();
    return job;
  }

  private List<String> flavorOrder(FieldReader reader) {
    List<String> order = reader.names("flavorOrder");
    for (int i = 0; i < order.size(); i++) {
      Names.check(reader, "flavorOrder[%d]".formatted(i), order.get(i), names.flavors);
    }
    if (order.stream().distinct().count() < order.size()) {
      String path = reader.path("flavorOrder");
      reader.faults().add(path, "DUPLICATE", order.toString(), "each flavor once");
    }
    return order;
  }

  private int priority(FieldReader reader) {
    String name = reader.optionalText("priorityClass");
    if (name == null) {
      return reader.integer("priority", Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
    }
    if (reader.has("priority")) {
      String allowed = "priority or priorityClass, not both";
      reader.faults().add(reader.path("priorityClass"), "NOT_ALLOWED", name, allowed);
    }
    Names.check(reader, "priorityClass", name, new TreeSet<>(names.priorityClasses.keySet()));
    return names.priorityClasses.getOrDefault(name, 0);
  }

  private Workload.@Nullable Checkpoint checkpoint(FieldReader reader) {
    Duration every = reader.duration("checkpointEvery");
    Instant last = reader.time("lastCheckpointAt", clock);
    return every == null && last == null
        ? null
        : new Workload.Checkpoint(every == null ? 0 : every.toMillis(), last);
  }

  private List<PodSet> podSets(FieldReader job) {
    List<PodSet> podSets = new ArrayList<>();
    SortedSet<String> seen = new TreeSet<>();
    for (FieldReader reader : job.objects("podSets")) {
      PodSet podSet = podSet(reader);
      Names.declare(reader, podSet.name(), seen);
      podSets.add(podSet);
      reader.finish();
    }
    if (podSets.isEmpty()) {
      job.faults().missing(job.path("podSets"), "a list of at least one pod set");
      podSets.add(PodSet.of("main", 1, ResourceAmounts.NONE));
    }
    checkTotals(job, podSets);
    return podSets;
  }

  /// What pods are expected, the most frequent first.
  ExpectedMix expectedMix(FieldReader document) {
    SequencedMap<PodSet, Long> pods = new LinkedHashMap<>();
    for (FieldReader reader : document.objects("expectedMix")) {
      int count = reader.requiredInteger("pods", 1, Integer.MAX_VALUE);
      DeviceShare device = device(reader);
      PodSet pod =
          new PodSet(
              "",
              1,
              1,
              requests(reader, device),
              device,
              reader.texts("nodeSelector"),
              affinity(reader),
              HardwareReader.tolerations(reader),
              null,
              "");
      pods.merge(pod, (long) count, Long::sum);
      reader.finish();
    }
    List<ExpectedMix.Kind> kinds = new ArrayList<>();
    pods.forEach((pod, count) -> kinds.add(new ExpectedMix.Kind(pod, count)));
    return new ExpectedMix(kinds);
  }

  private PodSet podSet(FieldReader reader) {
    int count = reader.integer("count", 1, PODS_MAX, 1);
    int minCount = reader.integer("minCount", 1, count, count);
    DeviceShare device = device(reader);
    return new PodSet(
        reader.text("name", "main"),
        count,
        minCount,
        requests(reader, device),
        device,
        reader.texts("nodeSelector"),
        affinity(reader),
        HardwareReader.tolerations(reader),
        topology(reader),
        reader.text("group", ""),
        reader.choice("numa", Spellings.NUMA, NumaWish.NONE));
  }

  private static ResourceAmounts requests(FieldReader reader, DeviceShare device) {
    ResourceAmounts requests = reader.amounts("requests");
    if (!device.isWhole() && requests.of(Resources.GPU) > 0) {
      String allowed = "nothing beside gpuFraction, gpuMemory or migProfile";
      String value = String.valueOf(requests.of(Resources.GPU));
      reader
          .faults()
          .add(reader.path("requests") + "." + Resources.GPU, "NOT_ALLOWED", value, allowed);
    }
    return requests;
  }

  private static DeviceShare device(FieldReader reader) {
    int milli = (int) reader.milli("gpuFraction", 1, 1000, 0);
    long memory = reader.quantity("gpuMemory", Resources.MEMORY).orElse(0);
    String profile = reader.text("migProfile", "");
    int asked = (milli > 0 ? 1 : 0) + (memory > 0 ? 1 : 0) + (profile.isEmpty() ? 0 : 1);
    if (asked > 1) {
      String allowed = "one of gpuFraction, gpuMemory and migProfile";
      reader.faults().add(reader.path(), "NOT_ALLOWED", "several of them", allowed);
      return DeviceShare.WHOLE;
    }
    return new DeviceShare(milli, memory, profile);
  }

  private static List<NodeAffinityTerm> affinity(FieldReader podSet) {
    List<NodeAffinityTerm> terms = new ArrayList<>();
    for (FieldReader reader : podSet.objects("nodeAffinity")) {
      if (!reader.has("operator")) {
        reader
            .faults()
            .missing(reader.path("operator"), String.join(", ", Spellings.AFFINITY.keySet()));
      }
      terms.add(
          new NodeAffinityTerm(
              reader.requiredText("key"),
              reader.choice("operator", Spellings.AFFINITY, NodeAffinityTerm.Operator.IN),
              reader.names("values")));
      reader.finish();
    }
    return terms;
  }

  private static @Nullable TopologyRequest topology(FieldReader podSet) {
    FieldReader reader = podSet.child("topology");
    if (reader == null) {
      return null;
    }
    SequencedMap<Mode, String> levels = new LinkedHashMap<>();
    putLevel(levels, Mode.REQUIRED, reader.optionalText("required"));
    putLevel(levels, Mode.PREFERRED, reader.optionalText("preferred"));
    putLevel(levels, Mode.BALANCED, reader.optionalText("balanced"));
    putLevel(levels, Mode.UNCONSTRAINED, reader.flag("unconstrained", false) ? "" : null);
    if (levels.size() > 1) {
      String allowed = "one of required, preferred, balanced and unconstrained";
      reader.faults().add(reader.path(), "NOT_ALLOWED", "several of them", allowed);
    }
    List<TopologyRequest.Slice> slices = new ArrayList<>();
    for (FieldReader slice : reader.objects("slices")) {
      slices.add(
          new TopologyRequest.Slice(
              slice.requiredText("level"), slice.requiredInteger("size", 1, PODS_MAX)));
      slice.finish();
    }
    Mode mode = levels.isEmpty() ? Mode.UNCONSTRAINED : levels.firstEntry().getKey();
    String level = levels.isEmpty() ? "" : levels.firstEntry().getValue();
    long patience = patience(reader, mode);
    reader.finish();
    return new TopologyRequest(mode, level, slices, patience);
  }

  private static long patience(FieldReader reader, Mode mode) {
    Duration patience = reader.duration("patience");
    if (patience == null || patience.isZero()) {
      return 0;
    }
    if (mode != Mode.PREFERRED && mode != Mode.BALANCED) {
      String allowed = "only beside preferred or balanced";
      String value = Durations.format(patience);
      reader.faults().add(reader.path("patience"), "NOT_ALLOWED", value, allowed);
      return 0;
    }
    return patience.toMillis();
  }

  private static void putLevel(
      SequencedMap<Mode, String> levels, Mode mode, @Nullable String level) {
    if (level != null) {
      levels.put(mode, level);
    }
  }

  /// GPUs are counted in thousandths: the sum over all pods of the job must stay a 64-bit number.
  /// Other sums saturate, and are more than there can ever be.
  private static void checkTotals(FieldReader job, List<PodSet> podSets) {
    long most = Long.MAX_VALUE / 1000;
    long total = 0;
    for (int i = 0; i < podSets.size(); i++) {
      PodSet podSet = podSets.get(i);
      long amount = podSet.requests().of(Resources.GPU);
      total = Amount.plus(total, Amount.times(amount, podSet.count()));
      if (total > most) {
        String path = "%s[%d].requests.%s".formatted(job.path("podSets"), i, Resources.GPU);
        String value = "%d pods of %d".formatted(podSet.count(), amount);
        String allowed = "at most %d in all pods of a job".formatted(most);
        job.faults().add(path, "TOO_LARGE", value, allowed);
        return;
      }
    }
  }
}
