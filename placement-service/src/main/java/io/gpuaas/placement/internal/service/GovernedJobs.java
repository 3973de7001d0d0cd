package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/// Jobs whose turn another queue decides: those that may lie on clusters that govern. They are
/// shown to the queue of each such cluster, and lie on none that has not let them in; where they
/// may lie nowhere else, the engine does not see them until one has.
@Component
class GovernedJobs {
  static final String CODE = "WaitingForClusterQueue";
  private static final long NEVER = -1;

  private final Clusters clusters;
  private final ObservationInbox inbox;
  private long seenWorld = NEVER;
  private long seenConfig = NEVER;
  private long seenInventory = NEVER;
  private boolean hasTurns;
  private SortedSet<String> governing = Collections.emptySortedSet();
  private SortedMap<String, List<Place>> placesOfProject = Collections.emptySortedMap();

  /// A cluster that has not let it in, of each job that there is one; replaced as a whole, for
  /// readers.
  private volatile SortedMap<JobId, String> waits = Collections.emptySortedMap();

  /// A flavor of a project, and the clusters that have nodes of it.
  private record Place(Flavor flavor, SortedSet<String> clusters) {}

  GovernedJobs(Clusters clusters, ObservationInbox inbox) {
    this.clusters = clusters;
    this.inbox = inbox;
  }

  /// Begins anew, as with a new board.
  void forget() {
    seenWorld = NEVER;
    seenConfig = NEVER;
    hasTurns = false;
    waits = Collections.emptySortedMap();
  }

  /// Brings queues and engine in line with each other. Costs nothing where no cluster governs.
  void look(Board board) {
    boolean moved = inbox.haveQueuesMoved();
    learnProjects(board);
    boolean nothing = governing.isEmpty() && !hasTurns;
    if (nothing || (!moved && board.worldVersion() == seenWorld)) {
      return;
    }
    SortedMap<JobId, SortedSet<String>> clustersOfJob = new TreeMap<>();
    waiting(board, clustersOfJob)
        .forEach((cluster, jobs) -> clusters.find(cluster).ifPresent(it -> it.queue(jobs)));
    TreeMap<JobId, QueueTurn> turns = new TreeMap<>();
    TreeMap<JobId, String> notIn = new TreeMap<>();
    clustersOfJob.forEach(
        (id, its) -> {
          LiveJob live = Objects.requireNonNull(board.find(id));
          turns.put(id, turn(live.job(), its, notIn));
        });
    board.govern(turns);
    hasTurns = !turns.isEmpty();
    waits = Collections.unmodifiableSortedMap(notIn);
    seenWorld = board.worldVersion();
  }

  /// What the queues of all clusters come to that a job may lie on.
  ///
  /// @param notIn takes a cluster that has not let it in
  private QueueTurn turn(Job job, SortedSet<String> its, SortedMap<JobId, String> notIn) {
    TreeSet<String> barred = new TreeSet<>();
    QueueTurn refusal = QueueTurn.COME;
    for (String cluster : its) {
      QueueTurn turn = governing.contains(cluster) ? turn(cluster, job) : QueueTurn.COME;
      if (!turn.nodes().isEmpty()) {
        TreeSet<String> others = new TreeSet<>(its);
        others.remove(cluster);
        return turn.barring(others);
      }
      if (!turn.come()) {
        barred.add(cluster);
        refusal = turn;
        notIn.putIfAbsent(job.id(), cluster);
      }
    }
    return barred.size() == its.size() ? refusal : QueueTurn.COME.barring(barred);
  }

  private QueueTurn turn(String cluster, Job job) {
    return clusters
        .find(cluster)
        .map(port -> port.turn(job))
        .orElse(QueueTurn.waiting("The cluster is not connected."));
  }

  /// What a queue says that has not let a job in; empty when there is none.
  Optional<WaitReason> reason(Job job) {
    String cluster = waits.get(job.id());
    return cluster == null ? Optional.empty() : Optional.of(reason(cluster, turn(cluster, job)));
  }

  private static WaitReason reason(String cluster, QueueTurn turn) {
    TreeMap<String, String> detail = new TreeMap<>();
    detail.put("cluster", cluster);
    String message =
        "The queue of cluster %s has not let it in: %s".formatted(cluster, turn.message());
    return new WaitReason(
        CODE, message, detail, "Quota and order are those of the cluster's own queue: ask there.");
  }

  /// The waiting jobs of each cluster that governs.
  ///
  /// @param clustersOfJob takes all clusters that each of them may lie on
  private SortedMap<String, List<Job>> waiting(
      Board board, SortedMap<JobId, SortedSet<String>> clustersOfJob) {
    TreeMap<String, List<Job>> waiting = new TreeMap<>();
    governing.forEach(it -> waiting.put(it, new ArrayList<>()));
    for (LiveJob live : board.live().values()) {
      Job job = live.job();
      List<Place> places = placesOfProject.getOrDefault(job.project(), List.of());
      if (live.run() != null || job.phase() != JobPhase.QUEUED || places.isEmpty()) {
        continue;
      }
      SortedSet<String> its = clustersOf(job, places);
      for (String cluster : its) {
        if (governing.contains(cluster)) {
          waiting.computeIfAbsent(cluster, _ -> new ArrayList<>()).add(job);
          clustersOfJob.put(job.id(), its);
        }
      }
    }
    return waiting;
  }

  /// Where a job may lie, by the clusters and the labels of flavors that its pod sets ask for.
  private static SortedSet<String> clustersOf(Job job, List<Place> places) {
    TreeSet<String> all = new TreeSet<>(clustersOf(job.spec().podSets().getFirst(), places));
    for (PodSet podSet : job.spec().podSets()) {
      if (job.spec().spanClusters()) {
        all.addAll(clustersOf(podSet, places));
      } else {
        all.retainAll(clustersOf(podSet, places));
      }
    }
    return all;
  }

  private static SortedSet<String> clustersOf(PodSet podSet, List<Place> places) {
    TreeSet<String> its = new TreeSet<>();
    for (Place place : places) {
      if (isOpen(podSet, place.flavor())) {
        place.clusters().stream().filter(it -> isOpen(podSet, it)).forEach(its::add);
      }
    }
    return its;
  }

  private static boolean isOpen(PodSet podSet, Flavor flavor) {
    return flavor.nodeLabels().entrySet().stream()
        .allMatch(label -> isOpen(podSet, label.getKey(), label.getValue()));
  }

  private static boolean isOpen(PodSet podSet, String cluster) {
    return isOpen(podSet, Node.CLUSTER_LABEL, cluster);
  }

  /// Whether a pod set may lie on nodes that have this value of a label.
  private static boolean isOpen(PodSet podSet, String key, String value) {
    if (!podSet.nodeSelector().getOrDefault(key, value).equals(value)) {
      return false;
    }
    return podSet.nodeAffinity().stream()
        .filter(term -> term.key().equals(key))
        .allMatch(
            term ->
                switch (term.operator()) {
                  case IN -> term.values().contains(value);
                  case NOT_IN -> !term.values().contains(value);
                  case EXISTS, GT, LT -> true;
                  case DOES_NOT_EXIST -> false;
                });
  }

  /// Asked anew when quotas or nodes have changed; which clusters govern is a setting of theirs.
  private void learnProjects(Board board) {
    boolean known =
        seenConfig == board.configGeneration() && seenInventory == board.inventoryGeneration();
    if (known) {
      return;
    }
    seenConfig = board.configGeneration();
    seenInventory = board.inventoryGeneration();
    seenWorld = NEVER;
    TreeSet<String> now = new TreeSet<>(board.clusterNames());
    now.removeIf(cluster -> !governs(cluster));
    governing = now;
    placesOfProject = now.isEmpty() ? Collections.emptySortedMap() : places(board);
  }

  private boolean governs(String cluster) {
    return clusters.find(cluster).map(ClusterPort::governs).orElse(false);
  }

  private static SortedMap<String, List<Place>> places(Board board) {
    TreeMap<String, SortedSet<String>> clustersOfPool = new TreeMap<>();
    for (NodeRef node : board.nodes().keySet()) {
      String pool = board.pools().poolOf(node);
      clustersOfPool.computeIfAbsent(pool, _ -> new TreeSet<>()).add(node.cluster());
    }
    TreeMap<String, Place> placeOfFlavor = new TreeMap<>();
    for (Flavor flavor : board.world().config().flavors()) {
      SortedSet<String> its = clustersOfPool.getOrDefault(flavor.name(), new TreeSet<>());
      placeOfFlavor.put(flavor.name(), new Place(flavor, its));
    }
    TreeMap<String, List<Place>> places = new TreeMap<>();
    for (Project project : board.world().config().projects()) {
      places.put(
          project.name(),
          project.resourceGroups().stream()
              .flatMap(group -> group.flavors().stream())
              .map(placeOfFlavor::get)
              .filter(Objects::nonNull)
              .toList());
    }
    return places;
  }
}
