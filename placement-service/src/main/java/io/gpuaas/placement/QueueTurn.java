package io.gpuaas.placement;

import io.gpuaas.core.NodeAffinityTerm;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the queue of a cluster that governs says of a job.
///
/// @param come whether it has let the job in
/// @param message why it has not, in its words
/// @param nodes by pod set, the nodes that it has chosen; empty where it leaves that to us
/// @param barred clusters that the job may not lie on all the same
public record QueueTurn(
    boolean come,
    String message,
    SortedMap<String, NodeAffinityTerm> nodes,
    SortedSet<String> barred) {
  /// Let in, on whatever nodes.
  public static final QueueTurn COME = new QueueTurn(true, "", Collections.emptySortedMap());

  public QueueTurn {
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
    barred = Collections.unmodifiableSortedSet(new TreeSet<>(barred));
  }

  /// One that bars no cluster.
  public QueueTurn(boolean come, String message, SortedMap<String, NodeAffinityTerm> nodes) {
    this(come, message, nodes, Collections.emptySortedSet());
  }

  /// The same away from some clusters.
  public QueueTurn barring(SortedSet<String> clusters) {
    return new QueueTurn(come, message, nodes, clusters);
  }

  public static QueueTurn waiting(String message) {
    return new QueueTurn(false, message, Collections.emptySortedMap());
  }
}
