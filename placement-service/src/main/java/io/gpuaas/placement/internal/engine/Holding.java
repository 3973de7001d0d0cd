package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.QuotaUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A workload that holds quota and nodes, compiled for one [Catalog].
final class Holding {
  /// A total order for look-up: by the hash of the id, then the id.
  static final Comparator<Holding> BY_HASH = (a, b) -> sideOf(a.hash, a.id, b);

  final HeldWorkload held;
  final JobId id;
  private final int hash;
  final int project;
  final int priority;
  final CellAmounts cells;
  final int[] nodes;
  final long[][] amounts;
  final long milliGpus;
  private final long worth;

  /// Parts of devices that it holds.
  final List<Devices.Share> shares;

  Holding(Catalog catalog, HeldWorkload held) {
    this.held = held;
    Workload workload = held.workload();
    id = workload.id();
    hash = id.value().hashCode();
    project = catalog.tree().project(workload.project());
    priority = workload.priority();
    cells = new CellAmounts();
    java.util.SortedMap<Integer, long[]> byNode = new java.util.TreeMap<>();
    long gpus = 0;
    long cpus = 0;
    for (PodSetAssignment assignment : held.assignments()) {
      for (PodSet set : workload.podSets()) {
        if (set.name().equals(assignment.podSet())) {
          addCells(catalog, set, assignment);
          addNodes(catalog, set, assignment, byNode);
          gpus = Amount.plus(gpus, Amount.times(set.milliGpusPerPod(), assignment.count()));
          long cpu = set.requests().of(Resources.CPU);
          cpus = Amount.plus(cpus, Amount.times(cpu, assignment.count()));
        }
      }
    }
    milliGpus = gpus;
    worth = gpus > 0 ? gpus : Math.max(1, cpus / 1000);
    shares = sharesOf(catalog, held);
    nodes = byNode.keySet().stream().mapToInt(Integer::intValue).toArray();
    amounts = byNode.values().toArray(long[][]::new);
  }

  /// The same holding in another state.
  private Holding(Holding other, HeldWorkload held) {
    this.held = held;
    id = other.id;
    hash = other.hash;
    project = other.project;
    priority = other.priority;
    cells = other.cells;
    nodes = other.nodes;
    amounts = other.amounts;
    milliGpus = other.milliGpus;
    worth = other.worth;
    shares = other.shares;
  }

  private static int sideOf(int hash, JobId id, Holding of) {
    return hash != of.hash ? Integer.compare(hash, of.hash) : id.compareTo(of.id);
  }

  /// The holding of the job in a tree by hash, or null.
  static @Nullable Holding find(SortedTree<Holding> tree, JobId job) {
    int hash = job.value().hashCode();
    return tree.find(it -> sideOf(hash, job, it));
  }

  Holding with(HeldWorkload changed) {
    return new Holding(this, changed);
  }

  private void addCells(Catalog catalog, PodSet set, PodSetAssignment assignment) {
    for (Map.Entry<String, String> flavor : assignment.flavors().entrySet()) {
      int cell = catalog.tree().cell(flavor.getValue(), flavor.getKey());
      boolean pods = flavor.getKey().equals(Resources.PODS);
      long perPod = pods ? 1 : set.requests().of(flavor.getKey());
      if (cell >= 0 && perPod > 0) {
        cells.add(cell, Amount.times(perPod, assignment.count()));
      } else if (cell >= 0 && flavor.getKey().equals(Resources.GPU)) {
        long parts = catalog.partsOf(set.device(), catalog.flavorNumber(flavor.getValue()));
        cells.add(cell, 0, Amount.times(parts, assignment.count()));
      }
    }
  }

  private static void addNodes(
      Catalog catalog,
      PodSet set,
      PodSetAssignment assignment,
      java.util.SortedMap<Integer, long[]> byNode) {
    NodeTable table = catalog.nodes();
    for (PodSetAssignment.NodeShare share : assignment.nodes()) {
      int node = table.number(share.node());
      if (node >= 0) {
        long[] sum = byNode.computeIfAbsent(node, _ -> new long[table.resources().size()]);
        sum[table.column(Resources.PODS)] += share.count();
        int instances = table.instances(set.device());
        if (instances >= 0) {
          sum[instances] += share.count();
        }
        set.requests()
            .byName()
            .forEach(
                (name, amount) -> {
                  int column = table.column(name);
                  if (column >= 0 && !name.equals(Resources.PODS)) {
                    sum[column] = Amount.plus(sum[column], Amount.times(amount, share.count()));
                  }
                });
      }
    }
  }

  /// A share of which no device is named lies on the first one.
  private static List<Devices.Share> sharesOf(Catalog catalog, HeldWorkload held) {
    List<Devices.Share> result = new ArrayList<>();
    for (PodSetAssignment assignment : held.assignments()) {
      for (PodSet set : held.workload().podSets()) {
        if (set.name().equals(assignment.podSet())) {
          assignment.nodes().forEach(it -> addShares(catalog.nodes(), set.device(), it, result));
        }
      }
    }
    return List.copyOf(result);
  }

  private static void addShares(
      NodeTable nodes,
      DeviceShare wish,
      PodSetAssignment.NodeShare share,
      List<Devices.Share> result) {
    int node = nodes.number(share.node());
    NumaCells numa = node < 0 ? null : nodes.numa(node);
    if (wish.isWhole()) {
      if (numa != null) {
        share.devices().stream()
            .filter(device -> device >= 0 && device < numa.devices())
            .forEach(device -> result.add(new Devices.Share(node, device, 0, 0)));
      }
      return;
    }
    for (int pod = 0; node >= 0 && pod < share.count(); pod++) {
      result.add(shareOf(nodes, node, wish, share, pod));
    }
  }

  private static Devices.Share shareOf(
      NodeTable nodes, int node, DeviceShare wish, PodSetAssignment.NodeShare share, int pod) {
    int device = pod < share.devices().size() ? Math.max(0, share.devices().get(pod)) : 0;
    MigTable table = nodes.migTable(node);
    MigTable.Profile profile = table == null ? null : table.profile(wish.migProfile());
    if (profile != null && pod < share.starts().size()) {
      return new Devices.Share(node, device, 0, profile.mask(share.starts().get(pod)));
    }
    long units = Devices.units(nodes.node(node), wish);
    return new Devices.Share(node, device, Math.min(units, Devices.whole(nodes.node(node))), 0);
  }

  boolean evicting() {
    return held.evicting();
  }

  void addTo(QuotaUsage usage) {
    if (project >= 0) {
      cells.addTo(usage, project);
    }
  }

  void removeFrom(QuotaUsage usage) {
    if (project >= 0) {
      cells.removeFrom(usage, project);
    }
  }

  void takeFrom(Room room) {
    for (int i = 0; i < nodes.length; i++) {
      room.take(nodes[i], amounts[i], 1);
    }
    Devices.takeAll(room, shares);
  }

  void giveTo(Room room) {
    for (int i = 0; i < nodes.length; i++) {
      room.give(nodes[i], amounts[i], 1);
    }
    Devices.giveAll(room, shares);
  }

  /// GPU-milliseconds that an eviction at `now` would lose, in thousandths: since the last
  /// checkpoint, or since the start when there was none. For a job without GPUs, a CPU counts as a
  /// thousandth of one.
  long lostWork(Instant now) {
    Instant since = held.admittedAt();
    Workload.Checkpoint checkpoint = held.workload().checkpoint();
    if (checkpoint != null) {
      Instant last = checkpoint.lastAt();
      if (last != null && last.isAfter(since)) {
        since = last;
      } else if (checkpoint.everyMillis() > 0 && now.isAfter(since)) {
        long whole = Duration.between(since, now).toMillis() / checkpoint.everyMillis();
        since = since.plusMillis(whole * checkpoint.everyMillis());
      }
    }
    long millis = now.isAfter(since) ? Duration.between(since, now).toMillis() : 0;
    return Amount.times(millis, worth);
  }
}
