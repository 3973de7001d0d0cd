package io.gpuaas.placement.internal.engine;

import io.gpuaas.quota.Amount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Suggests whom to take off which nodes so that a gang finds room: pod set by pod set, always the
/// node where a further pod costs the least.
///
/// Looks at room alone. Whether the victims may be taken, and whether all of them are needed, is
/// for the caller to find out. Jobs are known by their index in the list of candidates, which must
/// be in the order of eviction: it decides between equals.
final class NodeClearing {
  private final Room room;
  private final List<Holding> candidates;
  private final long[] costs;
  private final int[][] onNode;
  private final BitSet taken = new BitSet();

  NodeClearing(Room room, VictimCost cost, List<Holding> candidates) {
    this.room = room;
    this.candidates = candidates;
    costs = candidates.stream().mapToLong(cost::of).toArray();
    onNode = byNode();
  }

  /// The candidates on each node, the cheapest first.
  private int[][] byNode() {
    int[] sizes = new int[room.nodes.size()];
    for (Holding candidate : candidates) {
      for (int node : candidate.nodes) {
        sizes[node]++;
      }
    }
    int[][] result = new int[sizes.length][];
    for (int node = 0; node < sizes.length; node++) {
      result[node] = new int[sizes[node]];
    }
    Arrays.fill(sizes, 0);
    Integer[] cheapestFirst = new Integer[candidates.size()];
    Arrays.setAll(cheapestFirst, i -> i);
    Arrays.sort(cheapestFirst, Comparator.comparingLong(i -> costs[i]));
    for (int i : cheapestFirst) {
      for (int node : candidates.get(i).nodes) {
        result[node][sizes[node]++] = i;
      }
    }
    return result;
  }

  /// Indexes of the candidates with pods on some of the nodes, in order.
  BitSet on(BitSet nodes) {
    BitSet result = new BitSet(candidates.size());
    for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
      for (int candidate : node < onNode.length ? onNode[node] : new int[0]) {
        result.set(candidate);
      }
    }
    return result;
  }

  /// The indexes of the jobs to take off the nodes of `within`, of those of `usable`; null when
  /// even all of them are not enough. Leaves the room as it was.
  @Nullable BitSet suggest(GangAsk gang, BitSet within, BitSet usable) {
    taken.clear();
    taken.set(0, candidates.size());
    taken.andNot(usable);
    List<int[]> placed = new ArrayList<>();
    boolean fits = true;
    for (int pod = 0; pod < gang.counts.length && fits; pod++) {
      BitSet allowed = (BitSet) gang.pod(pod).allowed(gang.flavors[pod]).clone();
      allowed.and(within);
      fits = new Clearing(gang.pod(pod).perPod, allowed).clear(gang.counts[pod], pod, placed);
    }
    for (int[] share : placed) {
      room.give(share[1], gang.pod(share[0]).perPod, share[2]);
    }
    BitSet result = (BitSet) taken.clone();
    result.and(usable);
    result.stream().forEach(i -> candidates.get(i).takeFrom(room));
    return fits ? result : null;
  }

  /// What the eviction of the jobs costs.
  long costOf(BitSet jobs) {
    long sum = 0;
    for (int i = jobs.nextSetBit(0); i >= 0; i = jobs.nextSetBit(i + 1)) {
      sum = Amount.plus(sum, costs[i]);
    }
    return sum;
  }

  private long[] amountsOn(int candidate, int node) {
    Holding holding = candidates.get(candidate);
    return holding.amounts[Arrays.binarySearch(holding.nodes, node)];
  }

  /// Some of a node's jobs, and what each pod costs that they make room for.
  private record Step(int node, List<Integer> victims, double costPerPod) {
    static final Comparator<Step> ORDER =
        Comparator.comparingDouble(Step::costPerPod)
            .thenComparingInt(step -> step.victims.size())
            .thenComparingInt(step -> step.victims.getFirst())
            .thenComparingInt(Step::node);
  }

  /// The clearing for pods of one kind.
  private final class Clearing {
    private final long[] perPod;
    private final BitSet allowed;
    private final PriorityQueue<Step> steps = new PriorityQueue<>(Step.ORDER);

    Clearing(long[] perPod, BitSet allowed) {
      this.perPod = perPod;
      this.allowed = allowed;
    }

    boolean clear(int count, int pod, List<int[]> placed) {
      long fitting = 0;
      for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
        fitting += room.isUsable(node) ? room.podsThatFit(node, perPod) : 0;
      }
      if (fitting < count) {
        allowed.stream().forEach(this::offer);
      }
      while (fitting < count) {
        Step step = steps.poll();
        if (step == null) {
          return false;
        }
        if (step.victims.stream().noneMatch(taken::get)) {
          for (int victim : step.victims) {
            fitting += take(victim);
          }
        }
        offer(step.node);
      }
      return lay(count, pod, placed);
    }

    /// Takes the job off all its nodes; gives how many pods more fit.
    private long take(int candidate) {
      Holding victim = candidates.get(candidate);
      long before = fitting(victim);
      victim.giveTo(room);
      taken.set(candidate);
      if (victim.nodes.length > 1) {
        for (int node : victim.nodes) {
          offer(node);
        }
      }
      return fitting(victim) - before;
    }

    private long fitting(Holding victim) {
      long sum = 0;
      for (int node : victim.nodes) {
        if (allowed.get(node) && room.isUsable(node)) {
          sum += room.podsThatFit(node, perPod);
        }
      }
      return sum;
    }

    private void offer(int node) {
      if (onNode[node].length > 0 && allowed.get(node) && room.isUsable(node)) {
        Step step = best(node);
        if (step != null) {
          steps.add(step);
        }
      }
    }

    /// The cheapest way to one or more further pods on the node: the first of its jobs by cost,
    /// those of them left out that do not matter.
    private @Nullable Step best(int node) {
      int base = room.podsThatFit(node, perPod);
      int fits = base;
      Step best = null;
      int[] there = onNode[node];
      List<Integer> prefix = new ArrayList<>(there.length);
      for (int candidate : there) {
        if (taken.get(candidate)) {
          continue;
        }
        prefix.add(candidate);
        room.give(node, amountsOn(candidate, node), 1);
        int now = room.podsThatFit(node, perPod);
        if (now > fits) {
          fits = now;
          Step step = trimmed(node, prefix, now, now - base);
          if (best == null || Step.ORDER.compare(step, best) < 0) {
            best = step;
          }
        }
      }
      prefix.forEach(i -> room.take(node, amountsOn(i, node), 1));
      return best;
    }

    /// The jobs of `prefix` without those that `fits` pods do not need, the dearest left out first.
    private Step trimmed(int node, List<Integer> prefix, int fits, int gain) {
      List<Integer> needed = new ArrayList<>(prefix.size());
      List<Integer> left = new ArrayList<>();
      for (int i = prefix.size() - 1; i >= 0; i--) {
        int candidate = prefix.get(i);
        room.take(node, amountsOn(candidate, node), 1);
        if (room.podsThatFit(node, perPod) >= fits) {
          left.add(candidate);
        } else {
          room.give(node, amountsOn(candidate, node), 1);
          needed.addFirst(candidate);
        }
      }
      double sum = 0;
      for (int i : needed) {
        sum += costs[i];
      }
      left.forEach(i -> room.give(node, amountsOn(i, node), 1));
      return new Step(node, needed, sum / gain);
    }

    /// Takes the room of the pods, so that the next pod set does not count on it.
    private boolean lay(int count, int pod, List<int[]> placed) {
      int left = count;
      for (int node = allowed.nextSetBit(0);
          node >= 0 && left > 0;
          node = allowed.nextSetBit(node + 1)) {
        int pods = room.isUsable(node) ? Math.min(left, room.podsThatFit(node, perPod)) : 0;
        if (pods > 0) {
          room.take(node, perPod, pods);
          placed.add(new int[] {pod, node, pods});
          left -= pods;
        }
      }
      return left == 0;
    }
  }
}
