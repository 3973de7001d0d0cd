package io.gpuaas.placement.internal.service;

import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.ForeignPod;
import io.gpuaas.placement.ForeignRun;
import io.gpuaas.placement.ForeignRuns;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks.Change;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks.Hardware;
import io.gpuaas.placement.internal.lifecycle.ForeignBooks.Watch;
import io.gpuaas.placement.internal.store.ForeignStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Counts what others hold on our clusters: tells accounting of each of their pods, once, in the
/// order of its events. Where nothing changed nothing is written but, once a minute, that it was
/// seen.
@Component
class ForeignUsage implements ForeignRuns {
  /// So much may be missing of a pod's usage that vanished while nobody looked.
  private static final Duration PROOF_EVERY = Duration.ofMinutes(1);

  private final Clusters clusters;
  private final ForeignStore store;
  private final NodeCapacities capacities;
  private final BatchWriter writer;
  private final TransactionTemplate transactions;

  /// What was last written of each cluster in this process; one thread looks.
  private final TreeMap<String, Seen> written = new TreeMap<>();

  /// The clusters that are watched, as stored; null until that was read.
  private @Nullable SortedSet<String> watched;

  private record Seen(List<ForeignPod> pods, Instant at) {}

  ForeignUsage(
      Clusters clusters,
      ForeignStore store,
      NodeCapacities capacities,
      BatchWriter writer,
      TransactionTemplate transactions) {
    this.clusters = clusters;
    this.store = store;
    this.capacities = capacities;
    this.writer = writer;
    this.transactions = transactions;
  }

  @Override
  public List<ForeignRun> holding(String cluster) {
    return store.holding(cluster);
  }

  @Override
  public boolean anyPaidBy(String project) {
    return store.anyPaidBy(project);
  }

  /// The board is brought up to date by the caller, with the batch; empty when nothing changed.
  Optional<Batch> look(Board board, Instant now) {
    SortedMap<String, List<ForeignPod>> news = news(board, now);
    SortedSet<String> stored = watched == null ? store.watches().navigableKeySet() : watched;
    if (news.isEmpty() && board.clusterNames().containsAll(stored)) {
      watched = stored;
      return Optional.empty();
    }
    watched = null;
    Batch batch = Objects.requireNonNull(transactions.execute(_ -> inOne(board, news, now)));
    news.forEach((cluster, pods) -> written.put(cluster, new Seen(pods, now)));
    return Optional.of(batch);
  }

  /// Whoever leads next, or reads everything anew, looks at all of it.
  void forget() {
    written.clear();
    watched = null;
  }

  private SortedMap<String, List<ForeignPod>> news(Board board, Instant now) {
    TreeMap<String, List<ForeignPod>> news = new TreeMap<>();
    for (String name : board.clusterNames()) {
      ForeignPod.Sighting sighting =
          clusters.find(name).map(ClusterPort::foreign).orElse(ForeignPod.Sighting.NONE);
      Seen before = written.get(name);
      boolean same = before != null && before.pods().equals(sighting.pods());
      boolean proven = before != null && now.isBefore(before.at().plus(PROOF_EVERY));
      if (sighting.known() && !(same && proven)) {
        news.put(name, sighting.pods());
      }
    }
    return news;
  }

  private Batch inOne(Board board, SortedMap<String, List<ForeignPod>> news, Instant now) {
    Batch batch = new Batch(board);
    List<Change> changes = new ArrayList<>();
    NavigableMap<String, Watch> watches = store.watches();
    watches.forEach(
        (name, watch) -> {
          if (!board.clusterNames().contains(name)) {
            changes.add(ForeignBooks.ofGone(watch, store.holding(name)));
            store.forget(name);
          }
        });
    news.forEach(
        (name, pods) -> {
          Watch watch = watches.getOrDefault(name, new Watch(now, now));
          List<ForeignRun> known = store.known(name, pods.stream().map(ForeignPod::uid).toList());
          changes.add(ForeignBooks.of(watch, known, pods, new OfBoard(board)));
          store.seen(name, now);
        });
    changes.forEach(change -> store.put(change.runs()));
    changes.forEach(change -> change.usage().forEach(batch::addUsage));
    if (changes.stream().anyMatch(change -> touchesOffDuty(change, board))) {
      capacities.tell(board, batch, board.pools(), now);
    }
    writer.write(batch);
    return batch;
  }

  /// Whether it touches a node whose capacity is told with what is held of it.
  private static boolean touchesOffDuty(Change change, Board board) {
    return change.runs().stream()
        .anyMatch(run -> NodeCapacities.isOffDuty(board.nodes().get(run.node())));
  }

  /// What the books have to know of our side.
  private record OfBoard(Board board) implements ForeignBooks.Site {
    @Override
    public Hardware hardware(NodeRef ref) {
      Node node = board.nodes().get(ref);
      return new Hardware(board.pools().poolOf(ref), node == null ? "" : node.gpuModel());
    }

    @Override
    public boolean isProject(String name) {
      return board.world().config().projects().stream().anyMatch(it -> it.name().equals(name));
    }
  }
}
