package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.QueueTurn;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Jobs whose turn another queue decides: those of projects that have nodes on clusters that
/// govern, and on no others. They are shown to that queue, and to the engine once they have been
/// let in.
@Component
class GovernedJobs {
  static final String CODE = "WaitingForClusterQueue";
  private static final long NEVER = -1;

  private final Clusters clusters;
  private final ObservationInbox inbox;
  private long seenWorld = NEVER;
  private long seenConfig = NEVER;
  private long seenInventory = NEVER;
  private SortedMap<String, String> clusterOfProject = Collections.emptySortedMap();

  /// The cluster of each job that is not shown to the engine; replaced as a whole, for readers.
  private volatile SortedMap<JobId, String> hidden = Collections.emptySortedMap();

  GovernedJobs(Clusters clusters, ObservationInbox inbox) {
    this.clusters = clusters;
    this.inbox = inbox;
  }

  /// Begins anew, as with a new board.
  void forget() {
    seenWorld = NEVER;
    seenConfig = NEVER;
    hidden = Collections.emptySortedMap();
  }

  /// Brings queues and engine in line with each other. Costs nothing where no cluster governs.
  void look(Board board) {
    boolean moved = inbox.haveQueuesMoved();
    learnProjects(board);
    boolean nothing = clusterOfProject.isEmpty() && hidden.isEmpty();
    if (nothing || (!moved && board.worldVersion() == seenWorld)) {
      return;
    }
    SortedMap<String, List<Job>> waiting = waiting(board);
    waiting.forEach((cluster, jobs) -> clusters.find(cluster).ifPresent(it -> it.queue(jobs)));
    TreeMap<JobId, QueueTurn> turns = new TreeMap<>();
    TreeMap<JobId, String> waits = new TreeMap<>();
    waiting.forEach(
        (cluster, jobs) -> {
          for (Job job : jobs) {
            QueueTurn turn = turn(cluster, job);
            turns.put(job.id(), turn);
            if (!turn.come()) {
              waits.put(job.id(), cluster);
            }
          }
        });
    board.govern(turns);
    hidden = Collections.unmodifiableSortedMap(waits);
    seenWorld = board.worldVersion();
  }

  private QueueTurn turn(String cluster, Job job) {
    return clusters
        .find(cluster)
        .map(port -> port.turn(job))
        .orElse(QueueTurn.waiting("The cluster is not connected."));
  }

  /// Why a job waits that is not shown to the engine; empty when this is not the reason.
  Optional<WaitReason> reason(Job job) {
    String cluster = hidden.get(job.id());
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

  private SortedMap<String, List<Job>> waiting(Board board) {
    TreeMap<String, List<Job>> waiting = new TreeMap<>();
    clusterOfProject.values().forEach(it -> waiting.put(it, new ArrayList<>()));
    for (LiveJob live : board.live().values()) {
      String cluster = clusterOfProject.get(live.job().project());
      if (cluster != null && live.run() == null && live.job().phase() == JobPhase.QUEUED) {
        waiting.computeIfAbsent(cluster, _ -> new ArrayList<>()).add(live.job());
      }
    }
    return waiting;
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
    boolean any = board.clusterNames().stream().anyMatch(this::governs);
    clusterOfProject = any ? projects(board) : Collections.emptySortedMap();
  }

  private boolean governs(String cluster) {
    return clusters.find(cluster).map(ClusterPort::governs).orElse(false);
  }

  private SortedMap<String, String> projects(Board board) {
    TreeMap<String, SortedSet<String>> clustersOfPool = new TreeMap<>();
    for (NodeRef node : board.nodes().keySet()) {
      String pool = board.pools().poolOf(node);
      clustersOfPool.computeIfAbsent(pool, _ -> new TreeSet<>()).add(node.cluster());
    }
    TreeMap<String, String> governed = new TreeMap<>();
    for (Project project : board.world().config().projects()) {
      String cluster = onlyCluster(project, clustersOfPool);
      if (cluster != null && governs(cluster)) {
        governed.put(project.name(), cluster);
      }
    }
    return governed;
  }

  /// The one cluster that has all nodes of a project's flavors; null when there are several.
  private static @Nullable String onlyCluster(
      Project project, Map<String, SortedSet<String>> clustersOfPool) {
    TreeSet<String> all = new TreeSet<>();
    for (ResourceGroup group : project.resourceGroups()) {
      for (String flavor : group.flavors()) {
        all.addAll(clustersOfPool.getOrDefault(flavor, Collections.emptySortedSet()));
      }
    }
    return all.size() == 1 ? all.first() : null;
  }
}
