package io.gpuaas.placement;

import io.gpuaas.core.NodeAffinityTerm;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the queue of a cluster that governs says of a job.
///
/// @param come whether it has let the job in
/// @param message why it has not, in its words
/// @param nodes by pod set, the nodes that it has chosen; empty where it leaves that to us
public record QueueTurn(boolean come, String message, SortedMap<String, NodeAffinityTerm> nodes) {
  /// Let in, on whatever nodes.
  public static final QueueTurn COME = new QueueTurn(true, "", Collections.emptySortedMap());

  public QueueTurn {
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
  }

  public static QueueTurn waiting(String message) {
    return new QueueTurn(false, message, Collections.emptySortedMap());
  }
}
