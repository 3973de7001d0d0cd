package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.QueuePlace;
import io.gpuaas.placement.internal.engine.Assignment.Obstacle;
import io.gpuaas.quota.Amount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Says why a job waits once a cycle has run: the dominant reason first, with its numbers and the
/// smallest change that would help.
///
/// Numbers are those that the cycle left: what it gave to others is gone.
final class Explainer {
  private static final int MOST_NAMES = 3;

  private final CycleRun run;
  private final CycleState state;
  private final QuotaReasons quota;
  private final Places places;
  private final SortedMap<Shape.Key, List<WaitReason>> byShape = new TreeMap<>();

  Explainer(CycleRun run) {
    this.run = run;
    state = run.state;
    quota = new QuotaReasons(state);
    places = new Places(state.index, state.now);
  }

  /// Never empty. Each has `jobsAhead` and `gpusAhead`: what its queue holds before it.
  List<WaitReason> reasons(Waiter waiter) {
    Ahead ahead = new Ahead();
    if (waiter.project() >= 0) {
      for (ShapeQueue queue : state.index.queues.get(waiter.project()).values()) {
        ahead.add(queue.shape(), queue.waiters().rank(waiter, Waiter.QUEUE_ORDER));
      }
    }
    return reasons(waiter, ahead);
  }

  /// The reasons of all jobs of a project, in queue order.
  void reasons(int project, BiConsumer<JobId, List<WaitReason>> found) {
    ProjectCursor cursor = new ProjectCursor(project, state.index.queues.get(project));
    Ahead ahead = new Ahead();
    for (Waiter waiter = cursor.peek(); waiter != null; waiter = cursor.peek()) {
      found.accept(waiter.id(), reasons(waiter, ahead));
      ahead.add(waiter.shape(), 1);
      cursor.skip();
    }
  }

  private List<WaitReason> reasons(Waiter waiter, Ahead ahead) {
    List<WaitReason> result = new ArrayList<>();
    for (WaitReason reason : bare(waiter)) {
      SortedMap<String, String> detail = new TreeMap<>(reason.detail());
      detail.put("jobsAhead", Long.toString(ahead.jobs));
      detail.put("gpusAhead", Long.toString(Math.ceilDiv(ahead.milliGpus, 1000L)));
      if (waiter.project() >= 0 && state.index.policy.order().countsPast()) {
        addPlace(places.of(waiter), detail);
      }
      result.add(new WaitReason(reason.code(), reason.message(), detail, reason.nextStep()));
    }
    return List.copyOf(result);
  }

  private static void addPlace(QueuePlace place, SortedMap<String, String> detail) {
    detail.put("placePriority", String.format(Locale.ROOT, "%.3f", place.priorityPoints()));
    detail.put("placeShare", String.format(Locale.ROOT, "%.3f", place.sharePoints()));
    detail.put("placeSpentGpuHours", String.format(Locale.ROOT, "%.3f", place.spentGpuHours()));
    detail.put("placeScore", String.format(Locale.ROOT, "%.3f", place.score()));
  }

  /// What a queue holds before a job.
  private static final class Ahead {
    private long jobs;
    private long milliGpus;

    void add(Shape shape, long count) {
      jobs += count;
      milliGpus = Amount.plus(milliGpus, Amount.times(shape.milliGpus, count));
    }
  }

  private List<WaitReason> bare(Waiter waiter) {
    int project = waiter.project();
    String name = waiter.workload().project();
    if (project < 0) {
      return Reasons.only("NoMatchingFlavor", "Project %s does not exist.".formatted(name));
    }
    if (!run.isOpen(project)) {
      return Reasons.only(
          "ProjectStopped", "Project %s is stopped and admits no jobs.".formatted(name));
    }
    if (run.isReserved(waiter.id())) {
      return List.of(clearing(waiter));
    }
    Nomination refusal = run.refusal(waiter.shape());
    if (refusal != null) {
      return byShape.computeIfAbsent(waiter.shape().key, _ -> of(waiter, refusal.assignment()));
    }
    Waiter before = run.blocking(project);
    if (before != null) {
      return List.of(behind(before, "which does not fit yet and lets nobody pass"));
    }
    Waiter head = run.head(project);
    return List.of(behind(head == null ? waiter : head, "which is decided on first"));
  }

  private static WaitReason behind(Waiter before, String why) {
    SortedMap<String, String> detail = new TreeMap<>();
    detail.put("behind", before.id().value());
    return new WaitReason(
        "BehindInQueue", "It queues behind job %s, %s.".formatted(before.id(), why), detail, "");
  }

  private WaitReason clearing(Waiter waiter) {
    List<String> names = new ArrayList<>();
    for (Holding holding : state.leaving()) {
      JobId claimant = holding.held.claimant();
      if (waiter.id().equals(claimant) || run.isVictimOf(holding, waiter.id())) {
        names.add(holding.id.value());
      }
    }
    names.sort(Comparator.naturalOrder());
    SortedMap<String, String> detail = new TreeMap<>();
    detail.put("stoppingJobs", Integer.toString(names.size()));
    String who = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
    detail.put("holder", who);
    String message =
        names.isEmpty()
            ? "It gets the room of jobs that are stopping."
            : names.size() == 1
                ? "One job is stopping to make room for it: %s.".formatted(who)
                : "%d jobs are stopping to make room for it: %s.".formatted(names.size(), who);
    return new WaitReason("WaitingForPreemptedJobs", message, detail, "");
  }

  /// From the obstacles of an assignment; those that usage could remove come first, since they tell
  /// what to wait for.
  List<WaitReason> of(Waiter waiter, Assignment assignment) {
    List<Obstacle> sorted = new ArrayList<>(assignment.obstacles);
    sorted.sort(Comparator.comparing(Obstacle::kind));
    List<WaitReason> result = new ArrayList<>();
    for (Obstacle obstacle : sorted) {
      WaitReason reason = of(waiter, assignment, obstacle);
      if (!result.contains(reason)) {
        result.add(reason);
      }
    }
    if (result.isEmpty()) {
      result.add(nodes(assignment, state.usable(), "WaitingForNodes"));
    }
    return result;
  }

  private WaitReason of(Waiter waiter, Assignment assignment, Obstacle obstacle) {
    return switch (obstacle.kind()) {
      case PATIENCE -> Patience.reason(waiter, obstacle, state.now);
      case QUOTA -> quota.waiting(waiter, obstacle);
      case NODES -> nodes(assignment, state.usable(), "WaitingForNodes");
      case HARDWARE -> nodes(assignment, run.nominator.hardware(), "WaitingForNodes");
      case EXCEEDS_MAX -> quota.exceeds(waiter, obstacle);
      case UNCOVERED -> Reasons.plain("NoMatchingFlavor", obstacle.text());
      case MISMATCH ->
          Reasons.plain(
              "NoMatchingFlavor",
              "Flavor %s does not suit: %s.".formatted(flavor(obstacle), obstacle.text()));
    };
  }

  private String flavor(Obstacle obstacle) {
    return obstacle.flavor() < 0 ? "(unknown)" : state.catalog.flavor(obstacle.flavor()).name();
  }

  /// About the pod set that finds the least room relative to what it asks for.
  private WaitReason nodes(Assignment assignment, Room room, String code) {
    int tightest = 0;
    Capacity least = null;
    for (int pod = 0; pod < assignment.counts.length; pod++) {
      PodAsk ask = assignment.shape.pods.get(pod);
      Capacity capacity = Capacity.of(run.placer, room, ask, assignment.flavors(pod));
      boolean tighter =
          least == null
              || capacity.inDomain() * assignment.counts[tightest]
                  < least.inDomain() * assignment.counts[pod];
      if (tighter) {
        tightest = pod;
        least = capacity;
      }
    }
    return least == null
        ? Reasons.plain(code, "No nodes have room for it.")
        : nodes(assignment, tightest, least, code);
  }

  private WaitReason nodes(Assignment assignment, int pod, Capacity capacity, String code) {
    PodSet set = assignment.shape.pods.get(pod).set;
    long count = assignment.counts[pod];
    long perPod = Math.ceilDiv(assignment.shape.pods.get(pod).milliGpus(), 1000L);
    TopologyRequest request = TopologyAsk.requestOf(set);
    boolean topology = !capacity.domain().isEmpty() && capacity.pods() >= count;
    boolean numa =
        assignment.shape.pods.get(pod).isAligned()
            && capacity.pods() < count
            && capacity.byAmounts() >= count;
    SortedMap<String, String> detail = new TreeMap<>();
    detail.put("podSet", set.name());
    detail.put("asked", Long.toString(count * perPod));
    detail.put("free", Long.toString(capacity.freeGpus()));
    detail.put("bestNode", Long.toString(capacity.bestNodeGpus()));
    detail.put("largestGang", Long.toString(Math.min(count, capacity.inDomain()) * perPod));
    detail.put("podsAsked", Long.toString(count));
    detail.put("podsThatFit", Long.toString(capacity.inDomain()));
    if (!capacity.domain().isEmpty()) {
      detail.put("level", request.level());
      detail.put("domain", capacity.domain());
    }
    if (numa) {
      return Reasons.numa(detail, set, perPod, capacity);
    }
    String message =
        topology
            ? "No %s has room for %s of %s: the best, %s, has room for %d."
                .formatted(
                    request.level(),
                    Counted.pods(count),
                    Counted.gpus(perPod),
                    capacity.domain(),
                    capacity.inDomain())
            : "Pod set %s needs %s of %s: %d fit, no node can offer more than %s."
                .formatted(
                    set.name(),
                    Counted.pods(count),
                    Counted.gpus(perPod),
                    capacity.inDomain(),
                    Counted.gpus(capacity.bestNodeGpus()));
    return new WaitReason(
        topology ? "TopologyPlacementFailed" : code,
        message,
        detail,
        nextStep(topology, count, perPod, capacity));
  }

  private static String nextStep(boolean topology, long count, long perPod, Capacity capacity) {
    if (topology) {
      return "With the level preferred instead of required it would fit.";
    }
    if (capacity.inDomain() > 0 && capacity.inDomain() < count) {
      return "With %s instead of %d it would fit."
          .formatted(Counted.pods(capacity.inDomain()), count);
    }
    if (capacity.bestNodeGpus() > 0 && capacity.bestNodeGpus() < perPod) {
      return "With pods of at most %s it could start."
          .formatted(Counted.gpus(capacity.bestNodeGpus()));
    }
    return "";
  }
}
