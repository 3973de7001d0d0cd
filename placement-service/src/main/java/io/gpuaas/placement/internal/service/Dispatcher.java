package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunState;
import io.gpuaas.placement.internal.lifecycle.LiveJob;
import io.gpuaas.placement.internal.lifecycle.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Sends commands to clusters, after the transaction that decided them has committed. What does not
/// arrive is sent again by [#reconcile]: commands are idempotent.
@Component
class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final String NO_CLUSTER = "default";

  private final Clusters clusters;

  Dispatcher(Clusters clusters) {
    this.clusters = clusters;
  }

  /// Nobody is told anything about a run whose room is free: it ended and was gone at once.
  void send(Board board, List<RunCommand> commands) {
    Map<String, List<RunCommand>> byCluster = new TreeMap<>();
    for (RunCommand command : commands) {
      Run run = holding(board, command.run());
      if (run != null) {
        byCluster.computeIfAbsent(clusterOf(run), key -> new ArrayList<>()).add(command);
      }
    }
    byCluster.forEach((name, its) -> send(board.epoch(), name, its));
  }

  private void send(long epoch, String name, List<RunCommand> commands) {
    Optional<ClusterPort> cluster = clusters.find(name);
    if (cluster.isEmpty()) {
      LOG.warn("cluster {} is not connected; {} commands wait", name, commands.size());
      return;
    }
    cluster.get().follow(epoch);
    cluster.get().send(commands);
  }

  private static @Nullable Run holding(Board board, RunId id) {
    JobId job = board.jobOf(id);
    LiveJob live = job == null ? null : board.find(job);
    return live == null ? null : live.run();
  }

  static String clusterOf(Run run) {
    return run.cluster().orElse(NO_CLUSTER);
  }

  /// Sends again what is in force for each run that holds room, and asks clusters to say again what
  /// they know of it. Changes nothing where all is well.
  ///
  /// @param all also for runs that are known to run, as after a start
  void reconcile(Board board, boolean all) {
    List<RunCommand> commands = new ArrayList<>();
    long notice = Math.ceilDiv(board.world().policy().evictions().noticeMillis(), 1000L);
    SortedSet<String> names = board.clusterNames();
    for (LiveJob live : board.live().values()) {
      Run run = live.run();
      if (run != null) {
        names.add(clusterOf(run));
      }
      if (run != null && (all || run.state() != RunState.STARTED)) {
        commands.addAll(Runs.inForce(live.job(), run, notice));
      }
    }
    send(board, commands);
    names.forEach(name -> clusters.find(name).ifPresent(it -> resync(it, board.epoch())));
  }

  private static void resync(ClusterPort cluster, long epoch) {
    cluster.follow(epoch);
    cluster.requestResync();
  }
}
