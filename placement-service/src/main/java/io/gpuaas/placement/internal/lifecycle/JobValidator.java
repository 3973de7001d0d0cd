package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds all faults of a wish at once. Pointers lead into the body of `POST /api/v1/jobs`.
///
/// Whether the job can ever run is not asked here: nodes may come later, so that is a decision of
/// the cycle.
public final class JobValidator {
  private static final int NAME_CHARACTERS_MAX = 255;
  private static final int POD_SETS_MAX = 16;
  private static final int PODS_MAX = 100_000;
  private static final long MILLI_GPUS_MAX = 1_000_000_000L;
  private static final long RUNTIME_MILLIS_MAX = 366L * 86_400_000L;

  private final QuotaConfig config;
  private final List<Fault> faults = new ArrayList<>();

  private JobValidator(QuotaConfig config) {
    this.config = config;
  }

  public static List<Fault> faults(SubmitJob wish, QuotaConfig config) {
    JobValidator validator = new JobValidator(config);
    validator.check(wish);
    return List.copyOf(validator.faults);
  }

  private void check(SubmitJob wish) {
    checkName(wish.name());
    checkSpec(wish.spec());
    Project project =
        config.projects().stream()
            .filter(candidate -> candidate.name().equals(wish.project()))
            .findFirst()
            .orElse(null);
    if (project == null) {
      add("/project", "UNKNOWN_PROJECT", "There is no such project.", wish.project(), null);
    } else {
      checkAgainst(project, wish.spec());
    }
  }

  private void checkName(String name) {
    if (name.isBlank() || name.codePointCount(0, name.length()) > NAME_CHARACTERS_MAX) {
      String sentence = "A name has 1 to %d characters.".formatted(NAME_CHARACTERS_MAX);
      add("/name", "LENGTH", sentence, name, Integer.toString(NAME_CHARACTERS_MAX));
    } else if (name.codePoints().anyMatch(Character::isISOControl)) {
      add("/name", "CHARACTERS", "A name has no control characters.", null, null);
    }
  }

  private void checkSpec(JobSpec spec) {
    if (Priorities.of(spec.priorityClass()) == null) {
      String allowed = String.join(", ", Priorities.names());
      String sentence = "The priority is one of %s.".formatted(allowed);
      add("/spec/priority", "UNKNOWN_PRIORITY", sentence, spec.priorityClass(), allowed);
    }
    if (spec.maxRuntimeMillis() < 0 || spec.maxRuntimeMillis() > RUNTIME_MILLIS_MAX) {
      add("/spec/maxRuntime", "RANGE", "At most 366d.", null, "366d");
    }
    if (spec.podSets().isEmpty() || spec.podSets().size() > POD_SETS_MAX) {
      add(
          "/spec/podSets",
          "SIZE",
          "A job has 1 to %d pod sets.".formatted(POD_SETS_MAX),
          Integer.toString(spec.podSets().size()),
          Integer.toString(POD_SETS_MAX));
    }
    checkPodSets(spec.podSets());
  }

  private void checkPodSets(List<PodSet> podSets) {
    SortedSet<String> names = new TreeSet<>();
    long pods = 0;
    for (int i = 0; i < podSets.size(); i++) {
      PodSet podSet = podSets.get(i);
      pods += podSet.count();
      if (!names.add(podSet.name())) {
        add(
            "/spec/podSets/%d/name".formatted(i),
            "DUPLICATE",
            "Pod sets of a job have different names.",
            podSet.name(),
            null);
      }
    }
    if (pods > PODS_MAX) {
      add(
          "/spec/podSets",
          "MAX_EXCEEDED",
          "A job has at most %d pods.".formatted(PODS_MAX),
          Long.toString(pods),
          Integer.toString(PODS_MAX));
    }
    checkTotals(podSets);
  }

  private void checkTotals(List<PodSet> podSets) {
    long milliGpus = 0;
    for (int i = 0; i < podSets.size(); i++) {
      PodSet podSet = podSets.get(i);
      try {
        podSet.requests().times(podSet.count());
        milliGpus = Math.addExact(milliGpus, podSet.milliGpus());
      } catch (ArithmeticException e) {
        milliGpus = MILLI_GPUS_MAX + 1;
      }
      if (milliGpus > MILLI_GPUS_MAX) {
        add(
            "/spec/podSets/%d".formatted(i),
            "MAX_EXCEEDED",
            "A job asks for at most %d GPUs in all.".formatted(MILLI_GPUS_MAX / 1000),
            null,
            Long.toString(MILLI_GPUS_MAX / 1000));
        return;
      }
    }
  }

  private void checkAgainst(Project project, JobSpec spec) {
    SortedSet<String> levels = levels(project);
    for (int i = 0; i < spec.podSets().size(); i++) {
      PodSet podSet = spec.podSets().get(i);
      String pointer = "/spec/podSets/%d".formatted(i);
      if (podSet.milliGpusPerPod() > 0 && !covers(project, Resources.GPU)) {
        String sentence = "Project %s has no GPU quota at all.".formatted(project.name());
        add(pointer + "/gpusPerPod", "NO_QUOTA", sentence, null, null);
      }
      TopologyRequest topology = podSet.topology();
      if (topology != null && !topology.level().isEmpty() && !levels.contains(topology.level())) {
        add(
            pointer + "/topology/level",
            "UNKNOWN_LEVEL",
            "The levels of the project's hardware are %s.".formatted(String.join(", ", levels)),
            topology.level(),
            String.join(", ", levels));
      }
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

  private void add(
      String pointer,
      String code,
      String detail,
      @org.jspecify.annotations.Nullable String value,
      @org.jspecify.annotations.Nullable String limit) {
    faults.add(new Fault(pointer, code, detail, value, limit));
  }
}
