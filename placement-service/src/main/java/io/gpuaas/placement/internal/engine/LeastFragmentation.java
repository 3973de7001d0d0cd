package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.Resources;
import io.gpuaas.placement.internal.engine.NodeState.Option;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Puts pods where they cost least of what the expected pods could have used.
///
/// A place is worth the GPU milli by which the node is expected to be fuller in the end
/// ([FillModel]), less what it takes from stocks that are short ([StockGroups]). Worths that differ
/// by less than [#STEP_MILLI] count as equal; then the fuller node goes first, then the earlier.
/// Nothing that fits is refused: a pod that fits nowhere else gets the worst place.
final class LeastFragmentation {
  private static final double STEP_MILLI = 10;
  private static final long TIES = 1000;

  /// What a pod without GPUs pays for the stock that is kept for such pods: it has a right to it,
  /// but had better take what no other of them could.
  private static final double OWN_STOCK = 0.05;

  private final FillModel model;
  private final double capacityMilli;
  private final long largestCpu;
  private final long largestGpus;
  private final int cpuColumn;

  LeastFragmentation(FillModel model, NodeTable nodes) {
    this.model = model;
    cpuColumn = nodes.column(Resources.CPU);
    int gpus = nodes.column(Resources.GPU);
    int columns = nodes.resources().size();
    double sum = 0;
    long mostCpu = 1;
    long mostGpus = 1;
    for (int node = 0; node < nodes.size(); node++) {
      long has = nodes.capacity()[node * columns + gpus];
      sum += 1000.0 * has;
      mostGpus = Math.max(mostGpus, has);
      mostCpu = cpuColumn < 0 ? 1 : Math.max(mostCpu, nodes.capacity()[node * columns + cpuColumn]);
    }
    capacityMilli = sum;
    largestCpu = mostCpu;
    largestGpus = mostGpus;
  }

  /// Null when they do not all fit. Changes nothing in `room` that it does not undo.
  @Nullable Spot place(Room room, BitSet allowed, PodAsk pod, int count) {
    synchronized (model) {
      Demand demand = Demand.of(room.nodes, pod.perPod, pod.set.device());
      Search search = new Search(room, allowed, pod, demand);
      SequencedMap<Integer, Integer> counts = new LinkedHashMap<>();
      List<Devices.Share> shares = new ArrayList<>();
      int placed = 0;
      while (placed < count && search.best()) {
        room.take(search.node, pod.perPod, 1);
        if (demand.isShared()) {
          Devices.Share share = search.share();
          room.takeShare(share);
          shares.add(share);
        }
        counts.merge(search.node, 1, Integer::sum);
        placed++;
      }
      for (Devices.Share share : shares.reversed()) {
        room.giveShare(share);
      }
      counts.forEach((node, pods) -> room.undo(node, pod.perPod, pods));
      if (placed < count) {
        return null;
      }
      int[] nodes = counts.keySet().stream().mapToInt(Integer::intValue).toArray();
      int[] pods = counts.values().stream().mapToInt(Integer::intValue).toArray();
      return new Spot(nodes, pods, shares);
    }
  }

  /// The search for the best place of one pod after the other.
  private final class Search {
    private final Room room;
    private final BitSet allowed;
    private final PodAsk pod;
    private final Demand demand;
    private final int number;
    private final double[] prices;
    private final double podGpus;
    private int node;
    private long device;
    private long best;

    Search(Room room, BitSet allowed, PodAsk pod, Demand demand) {
      this.room = room;
      this.allowed = allowed;
      this.pod = pod;
      this.demand = demand;
      number = model.number(demand);
      podGpus = pod.milliGpus() / 1000.0;
      prices = model.groups.prices(room.byState(model).stocks(), capacityMilli);
      boolean usesGpus = demand.isShared() || demand.amounts()[room.gpuColumn()] > 0;
      if (!usesGpus && model.groups.withoutGpus >= 0) {
        prices[model.groups.withoutGpus] *= OWN_STOCK;
      }
    }

    /// Looks for the best place; false when there is none.
    boolean best() {
      node = -1;
      best = Long.MIN_VALUE;
      NodesByState byState = room.byState(model);
      for (int group = 0; group < byState.size(); group++) {
        if (hasRest(byState.state(group))) {
          weigh(byState.state(group), byState.nodes(group));
        }
      }
      return node >= 0;
    }

    private boolean hasRest(NodeState state) {
      long[] amounts = demand.amounts();
      for (int column = 0; column < amounts.length; column++) {
        if (state.free[column] < amounts[column] && amounts[column] > 0) {
          return false;
        }
      }
      return true;
    }

    /// Takes the first of the nodes that suits, if the state's best option is better than what was
    /// found so far, or as good and the node earlier.
    private void weigh(NodeState state, int[] nodes) {
      long most = Long.MIN_VALUE;
      long with = 0;
      for (Option option : model.options(state, number)) {
        long worth = worth(option) * TIES;
        if (worth > most) {
          most = worth;
          with = option.device();
        }
      }
      if (most == Long.MIN_VALUE) {
        return;
      }
      most += fullness(state);
      if (most > best || (most == best && nodes[0] < node)) {
        int first = firstOf(nodes);
        if (first >= 0 && (most > best || first < node)) {
          best = most;
          node = first;
          device = with;
        }
      }
    }

    /// The first node that is allowed and may take one more pod, -1 for none.
    private int firstOf(int[] nodes) {
      for (int at : nodes) {
        if (allowed.get(at) && room.hasFor(at, pod.perPod)) {
          return at;
        }
      }
      return -1;
    }

    private long worth(Option option) {
      double worth = option.gained();
      int[] groups = option.groups();
      double[] lost = option.lost();
      for (int i = 0; i < groups.length; i++) {
        worth -= prices[groups[i]] * lost[i];
      }
      return (long) Math.rint(worth / STEP_MILLI);
    }

    /// How full the node would be, CPU and GPUs weighing alike.
    private long fullness(NodeState state) {
      double cpu = cpuColumn < 0 ? 0 : state.free[cpuColumn] - pod.perPod[cpuColumn];
      double gpus = model.prospect(state).freeMilli() / 1000 - podGpus;
      return (long) (100 * (1 - cpu / (2.0 * largestCpu) - gpus / (2.0 * largestGpus)));
    }

    Devices.Share share() {
      long units = Devices.units(room.nodes.node(node), demand.share());
      return new Devices.Share(node, room.deviceWith(node, device), units, 0);
    }
  }
}
