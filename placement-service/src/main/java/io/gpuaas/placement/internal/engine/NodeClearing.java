package io.gpuaas.placement.internal.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Suggests whom to take off which nodes so that a gang finds room: pod set by pod set, always the
/// node where a further pod costs the least.
///
/// Looks at room alone. Whether the victims may be taken, and whether all of them are needed, is
/// for the caller to find out.
final class NodeClearing {
  private final Room room;
  private final VictimCost cost;
  private final SortedMap<Integer, List<Holding>> onNode = new TreeMap<>();
  private final SortedSet<Holding> taken = new TreeSet<>(WorldIndex.HOLDING_BY_ID);
  private final List<Holding> inOrder = new ArrayList<>();

  /// `candidates` in the order of eviction.
  NodeClearing(Room room, VictimCost cost, List<Holding> candidates) {
    this.room = room;
    this.cost = cost;
    for (Holding candidate : candidates) {
      for (int node : candidate.nodes) {
        onNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(candidate);
      }
    }
    Comparator<Holding> dearest = Comparator.comparingLong(cost::of);
    onNode.values().forEach(list -> list.sort(dearest));
  }

  /// The jobs to take, in the order found; null when even all of them are not enough. Leaves the
  /// room as it was.
  @Nullable List<Holding> suggest(GangAsk gang, @Nullable BitSet within) {
    List<int[]> placed = new ArrayList<>();
    boolean fits = true;
    for (int pod = 0; pod < gang.counts.length && fits; pod++) {
      BitSet allowed = (BitSet) gang.pod(pod).allowed(gang.flavors[pod]).clone();
      if (within != null) {
        allowed.and(within);
      }
      fits = clear(gang.pod(pod).perPod, gang.counts[pod], allowed, pod, placed);
    }
    for (int[] share : placed) {
      room.give(share[1], gang.pod(share[0]).perPod, share[2]);
    }
    taken.forEach(it -> it.takeFrom(room));
    return fits ? inOrder : null;
  }

  private boolean clear(long[] perPod, int count, BitSet allowed, int pod, List<int[]> placed) {
    long fitting = 0;
    PriorityQueue<Step> steps = new PriorityQueue<>(Step.ORDER);
    for (int node = allowed.nextSetBit(0); node >= 0; node = allowed.nextSetBit(node + 1)) {
      if (room.isUsable(node)) {
        fitting += room.podsThatFit(node, perPod);
      }
    }
    if (fitting < count) {
      for (int node : onNode.keySet()) {
        offer(steps, node, perPod, allowed);
      }
    }
    while (fitting < count) {
      Step step = steps.poll();
      if (step == null) {
        return false;
      }
      if (step.isStale(taken)) {
        offer(steps, step.node, perPod, allowed);
        continue;
      }
      for (Holding victim : step.victims) {
        fitting += take(victim, perPod, allowed, steps);
      }
      offer(steps, step.node, perPod, allowed);
    }
    return lay(perPod, count, allowed, pod, placed);
  }

  /// Takes the victim off all its nodes; gives how many pods more fit.
  private long take(Holding victim, long[] perPod, BitSet allowed, PriorityQueue<Step> steps) {
    long before = fitting(victim, perPod, allowed);
    victim.giveTo(room);
    taken.add(victim);
    inOrder.add(victim);
    if (victim.nodes.length > 1) {
      for (int node : victim.nodes) {
        offer(steps, node, perPod, allowed);
      }
    }
    return fitting(victim, perPod, allowed) - before;
  }

  private long fitting(Holding victim, long[] perPod, BitSet allowed) {
    long sum = 0;
    for (int node : victim.nodes) {
      if (allowed.get(node) && room.isUsable(node)) {
        sum += room.podsThatFit(node, perPod);
      }
    }
    return sum;
  }

  private void offer(PriorityQueue<Step> steps, int node, long[] perPod, BitSet allowed) {
    List<Holding> there = onNode.get(node);
    if (there != null && allowed.get(node) && room.isUsable(node)) {
      Step step = best(node, there, perPod);
      if (step != null) {
        steps.add(step);
      }
    }
  }

  /// The cheapest way to one or more further pods on the node: the first of its jobs by cost, those
  /// of them left out that do not matter.
  private @Nullable Step best(int node, List<Holding> there, long[] perPod) {
    int base = room.podsThatFit(node, perPod);
    Step best = null;
    List<Holding> prefix = new ArrayList<>();
    int fits = base;
    for (Holding candidate : there) {
      if (taken.contains(candidate)) {
        continue;
      }
      prefix.add(candidate);
      room.give(node, amountsOn(candidate, node), 1);
      int now = room.podsThatFit(node, perPod);
      if (now > fits) {
        fits = now;
        Step step = trimmed(node, prefix, perPod, now, now - base);
        if (best == null || Step.ORDER.compare(step, best) < 0) {
          best = step;
        }
      }
    }
    prefix.forEach(it -> room.take(node, amountsOn(it, node), 1));
    return best;
  }

  private Step trimmed(int node, List<Holding> prefix, long[] perPod, int fits, int gain) {
    List<Holding> needed = new ArrayList<>(prefix);
    for (int i = prefix.size() - 1; i >= 0; i--) {
      Holding candidate = prefix.get(i);
      room.take(node, amountsOn(candidate, node), 1);
      if (room.podsThatFit(node, perPod) >= fits) {
        needed.remove(i);
      } else {
        room.give(node, amountsOn(candidate, node), 1);
      }
    }
    for (Holding candidate : prefix) {
      if (!needed.contains(candidate)) {
        room.give(node, amountsOn(candidate, node), 1);
      }
    }
    double sum = 0;
    for (Holding victim : needed) {
      sum += cost.of(victim);
    }
    return new Step(node, List.copyOf(needed), sum / gain);
  }

  private static long[] amountsOn(Holding holding, int node) {
    for (int i = 0; i < holding.nodes.length; i++) {
      if (holding.nodes[i] == node) {
        return holding.amounts[i];
      }
    }
    throw new IllegalStateException("Job %s is not on node %d.".formatted(holding.id, node));
  }

  /// Takes the room of the pod set, so that the next one does not count on it.
  private boolean lay(long[] perPod, int count, BitSet allowed, int pod, List<int[]> placed) {
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

  /// Some of a node's jobs, and what each pod costs that they make room for.
  private record Step(int node, List<Holding> victims, double costPerPod) {
    static final Comparator<Step> ORDER =
        Comparator.comparingDouble(Step::costPerPod)
            .thenComparingInt(step -> step.victims.size())
            .thenComparingInt(Step::node);

    boolean isStale(SortedSet<Holding> taken) {
      return victims.stream().anyMatch(taken::contains);
    }
  }
}
