package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.Durations;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.WaitReason;
import io.gpuaas.core.Workload;
import io.gpuaas.quota.Amount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a job that would rather wait than lie badly is offered: for so long after it began to wait,
/// a level that it prefers is as good as required. Its price is what its GPUs could have done
/// meanwhile, which the job states by its length and is told while it waits.
///
/// Nobody is evicted for comfort: a job that could start in a worse place waits, and gets the
/// better one only when that is free.
///
/// @param strict the job with its level required, as long as it is patient
/// @param until when the first of its pod sets loses its patience
record Patience(Waiter strict, Instant until) {

  static boolean isWished(List<PodSet> podSets) {
    return podSets.stream().anyMatch(set -> millis(set) > 0);
  }

  private static long millis(PodSet set) {
    return TopologyAsk.requestOf(set).patienceMillis();
  }

  /// Null when the job has no patience, or no longer has any.
  static @Nullable Patience of(Waiter waiter, CycleState state) {
    Workload workload = waiter.workload();
    if (waiter.project() < 0 || waiter.shape().key.waitsSince == null) {
      return null;
    }
    Instant first = null;
    List<PodSet> strict = new ArrayList<>();
    for (PodSet set : workload.podSets()) {
      Instant until = workload.waitsSince().plusMillis(millis(set));
      boolean patient = until.isAfter(state.now);
      strict.add(patient ? required(set) : set);
      first = patient && (first == null || until.isBefore(first)) ? until : first;
    }
    if (first == null) {
      return null;
    }
    Workload meant = workload.withPodSets(strict);
    Shape shape = Shape.compile(state.catalog, new Shape.Key(meant), waiter.project());
    return new Patience(Waiter.of(meant, shape), first);
  }

  private static PodSet required(PodSet set) {
    TopologyRequest asked = TopologyAsk.requestOf(set);
    TopologyRequest.Mode mode = TopologyRequest.Mode.REQUIRED;
    return set.withTopology(new TopologyRequest(mode, asked.level(), asked.slices()));
  }

  /// Whether each pod set that is patient would lie in one domain of its level.
  boolean isMetBy(Assignment found, Placer placer) {
    return worst(found, placer) == null;
  }

  /// A pod set that would lie in several domains, and in how many; null when there is none.
  private @Nullable Scattered worst(Assignment found, Placer placer) {
    Spot[] spots = found.spots;
    Scattered worst = null;
    for (int pod = 0; spots != null && pod < spots.length; pod++) {
      TopologyRequest asked = TopologyAsk.requestOf(strict.shape().pods.get(pod).set);
      TopologyTree tree = placer.topologyOf(found.flavors(pod));
      if (asked.mode() == TopologyRequest.Mode.REQUIRED && tree != null) {
        int domains = tree.domainsOf(spots[pod].nodes(), tree.level(asked.level()));
        if (domains > (worst == null ? 1 : worst.domains())) {
          worst = new Scattered(pod, asked.level(), domains);
        }
      }
    }
    return worst;
  }

  private record Scattered(int pod, String level, int domains) {}

  /// What the job does instead of what it could do now.
  Nomination waiting(Nomination worse, Placer placer) {
    Scattered scattered = worst(worse.assignment(), placer);
    Assignment waits = new Assignment(worse.assignment().shape, worse.assignment().counts);
    waits.worsen(Mode.NO_FIT);
    waits.obstacles.add(
        new Assignment.Obstacle(
            Assignment.Obstacle.Kind.PATIENCE,
            scattered == null ? 0 : scattered.pod(),
            -1,
            null,
            1,
            scattered == null ? 0 : scattered.domains(),
            0,
            ""));
    return new Nomination(worse.waiter(), waits, List.of());
  }

  /// Whether nothing but patience keeps the job from starting.
  static boolean isReasonOf(Assignment refused) {
    return refused.obstacles.stream()
        .anyMatch(it -> it.kind() == Assignment.Obstacle.Kind.PATIENCE);
  }

  /// The obstacle of [#waiting] in words.
  static WaitReason reason(Waiter waiter, Assignment.Obstacle obstacle, Instant now) {
    Workload workload = waiter.workload();
    PodSet set = workload.podSets().get(obstacle.pod());
    TopologyRequest asked = TopologyAsk.requestOf(set);
    Instant until = workload.waitsSince().plusMillis(asked.patienceMillis());
    long waited = Math.max(0, Duration.between(workload.waitsSince(), now).toMillis());
    SortedMap<String, String> detail = new TreeMap<>();
    detail.put("podSet", set.name());
    detail.put("level", asked.level());
    detail.put("waited", text(waited));
    detail.put("patience", text(asked.patienceMillis()));
    detail.put("until", until.toString());
    detail.put("costSoFarGpuSeconds", gpuSeconds(waiter, waited));
    detail.put("costAtMostGpuSeconds", gpuSeconds(waiter, asked.patienceMillis()));
    String could = "It could start after stopping others";
    if (obstacle.free() > 0) {
      detail.put("domainsNow", Long.toString(obstacle.free()));
      could = "It could start now in %d domains of %s".formatted(obstacle.free(), asked.level());
    }
    String message =
        "%s, and rather waits for one until %s: %s of %s have passed."
            .formatted(could, until, text(waited), text(asked.patienceMillis()));
    return new WaitReason(
        "WaitsForBetterPlace", message, detail, "With less patience it would start now.");
  }

  private static String text(long millis) {
    return Durations.format(Duration.ofMillis(millis));
  }

  private static String gpuSeconds(Waiter waiter, long millis) {
    return Long.toString(Amount.times(waiter.shape().milliGpus, millis) / 1_000_000);
  }
}
