package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.Durations;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds all faults of a wish at once. Pointers lead into the body of `POST /api/v1/jobs`.
///
/// Whether the job can ever run is not asked here: nodes may come later, so that is a decision of
/// the cycle.
public final class JobValidator {
  private static final int NAME_CHARACTERS_MAX = 255;
  private static final int POD_SETS_MAX = 16;
  private static final int PODS_MAX = 100_000;
  private static final long GPUS_MAX = 1_000_000;
  private static final Duration RUNTIME_MAX = Duration.ofDays(366);

  private final QuotaConfig config;
  private final SortedMap<String, Integer> priorities;
  private final FaultCollector faults = new FaultCollector();

  private JobValidator(QuotaConfig config, SortedMap<String, Integer> priorities) {
    this.config = config;
    this.priorities = priorities;
  }

  /// All faults of the wish; none when it may be stored.
  ///
  /// @param priorities value by name of each priority class
  public static List<Fault> faults(
      SubmitJob wish, QuotaConfig config, SortedMap<String, Integer> priorities) {
    JobValidator validator = new JobValidator(config, priorities);
    validator.check(wish);
    return validator.faults.faults();
  }

  private void check(SubmitJob wish) {
    faults.text("/name", wish.name(), NAME_CHARACTERS_MAX);
    checkSpec(wish.spec());
    Project project =
        config.projects().stream()
            .filter(candidate -> candidate.name().equals(wish.project()))
            .findFirst()
            .orElse(null);
    faults.known("/project", "project", wish.project(), project != null);
    if (project != null) {
      checkAgainst(project, wish.spec());
    }
  }

  private void checkSpec(JobSpec spec) {
    if (!priorities.containsKey(spec.priorityClass())) {
      String allowed = String.join(", ", priorities.keySet());
      String sentence = "The priority is one of %s.".formatted(allowed);
      faults.add("/spec/priority", "UNKNOWN_PRIORITY", sentence, spec.priorityClass(), allowed);
    }
    Duration runtime = Duration.ofMillis(spec.maxRuntimeMillis());
    if (runtime.compareTo(RUNTIME_MAX) > 0) {
      String most = Durations.format(RUNTIME_MAX);
      String sentence = "A run may be declared to take at most %s.".formatted(most);
      faults.add("/spec/maxRuntime", "TOO_LARGE", sentence, Durations.format(runtime), most);
    }
    if (spec.podSets().isEmpty()) {
      faults.add("/spec/podSets", "REQUIRED", "A job has at least one pod set.", "0", "1");
    }
    faults.size("/spec/podSets", spec.podSets().size(), POD_SETS_MAX);
    checkNames(spec.podSets());
    checkPods(spec.podSets());
    checkGpus(spec.podSets());
    checkAmounts(spec.podSets());
  }

  private void checkNames(List<PodSet> podSets) {
    SortedSet<String> names = new TreeSet<>();
    for (int i = 0; i < podSets.size(); i++) {
      String name = podSets.get(i).name();
      if (!names.add(name)) {
        String pointer = "/spec/podSets/%d/name".formatted(i);
        faults.add(pointer, "DUPLICATE", "Pod sets of a job have different names.", name, null);
      }
    }
  }

  private void checkPods(List<PodSet> podSets) {
    long pods = podSets.stream().mapToLong(PodSet::count).sum();
    if (pods > PODS_MAX) {
      String most = Integer.toString(PODS_MAX);
      String sentence = "A job has at most %s pods.".formatted(most);
      faults.add("/spec/podSets", "TOO_LARGE", sentence, Long.toString(pods), most);
    }
  }

  private void checkGpus(List<PodSet> podSets) {
    long milliGpus = 0;
    for (PodSet podSet : podSets) {
      long perPod = podSet.device().milliGpu();
      long whole = Amount.times(podSet.requests().of(Resources.GPU), 1000);
      long each = perPod > 0 ? perPod : whole;
      milliGpus = Amount.plus(milliGpus, Amount.times(each, podSet.count()));
    }
    if (milliGpus > GPUS_MAX * 1000) {
      String most = Long.toString(GPUS_MAX);
      String sentence = "A job asks for at most %s GPUs in all.".formatted(most);
      boolean countable = milliGpus != Amount.UNLIMITED;
      String asked = countable ? Long.toString(Math.ceilDiv(milliGpus, 1000L)) : null;
      faults.add("/spec/podSets", "TOO_LARGE", sentence, asked, most);
    }
  }

  /// Whether the amounts of all pods together can be counted at all.
  private void checkAmounts(List<PodSet> podSets) {
    SortedMap<String, Long> sums = new TreeMap<>();
    for (PodSet podSet : podSets) {
      podSet
          .requests()
          .byName()
          .forEach(
              (name, each) -> sums.merge(name, Amount.times(each, podSet.count()), Amount::plus));
    }
    sums.remove(Resources.GPU);
    sums.forEach(
        (name, sum) -> {
          if (sum == Amount.UNLIMITED) {
            String most = Quantity.format(name, Amount.UNLIMITED - 1);
            String sentence = "A job asks for at most %s of %s in all.".formatted(most, name);
            faults.add("/spec/podSets", "TOO_LARGE", sentence, null, most);
          }
        });
  }

  private void checkAgainst(Project project, JobSpec spec) {
    SortedSet<String> levels = levels(project);
    String allowed = String.join(", ", levels);
    for (int i = 0; i < spec.podSets().size(); i++) {
      PodSet podSet = spec.podSets().get(i);
      String pointer = "/spec/podSets/%d".formatted(i);
      boolean asksForGpus = podSet.requests().of(Resources.GPU) > 0 || !podSet.device().isWhole();
      if (asksForGpus && !covers(project, Resources.GPU)) {
        String sentence = "Project %s has no GPU quota at all.".formatted(project.name());
        faults.add(pointer + "/gpusPerPod", "NO_QUOTA", sentence);
      }
      TopologyRequest topology = podSet.topology();
      if (topology != null && !topology.level().isEmpty() && !levels.contains(topology.level())) {
        String sentence = "The levels of the project's hardware are %s.".formatted(allowed);
        String at = pointer + "/topology/level";
        faults.add(at, "UNKNOWN_LEVEL", sentence, topology.level(), allowed);
      }
      checkSlices(pointer, podSet, levels);
    }
  }

  /// Each slice is made of whole slices of the next layer, and a pod set of whole slices.
  private void checkSlices(String pointer, PodSet podSet, SortedSet<String> levels) {
    TopologyRequest topology = podSet.topology();
    List<TopologyRequest.Slice> slices = topology == null ? List.of() : topology.slices();
    int whole = podSet.count();
    for (int i = 0; i < slices.size(); i++) {
      TopologyRequest.Slice slice = slices.get(i);
      String at = "%s/topology/slices/%d".formatted(pointer, i);
      if (!levels.contains(slice.level())) {
        String allowed = String.join(", ", levels);
        String sentence = "The levels of the project's hardware are %s.".formatted(allowed);
        faults.add(at + "/level", "UNKNOWN_LEVEL", sentence, slice.level(), allowed);
      }
      if (whole % slice.size() != 0) {
        String sentence = "Must divide %d, which it is a part of.".formatted(whole);
        String value = Integer.toString(slice.size());
        faults.add(at + "/size", "NOT_DIVISIBLE", sentence, value, "a divisor of " + whole);
      }
      whole = slice.size();
    }
    if (!slices.isEmpty() && !podSet.device().isWhole()) {
      String sentence = "Pods with parts of a GPU are not cut into slices.";
      faults.add(pointer + "/topology/slices", "CONFLICT", sentence);
    }
  }

  private static boolean covers(Project project, String resource) {
    return project.resourceGroups().stream()
        .anyMatch(group -> group.resources().contains(resource));
  }

  private SortedSet<String> levels(Project project) {
    SortedSet<String> flavors = new TreeSet<>();
    for (ResourceGroup group : project.resourceGroups()) {
      flavors.addAll(group.flavors());
    }
    SortedSet<String> topologies = new TreeSet<>();
    for (Flavor flavor : config.flavors()) {
      if (flavors.contains(flavor.name()) && flavor.topology() != null) {
        topologies.add(flavor.topology());
      }
    }
    SortedSet<String> levels = new TreeSet<>();
    for (Topology topology : config.topologies()) {
      if (topologies.contains(topology.name())) {
        levels.addAll(topology.levels());
      }
    }
    return levels;
  }
}
