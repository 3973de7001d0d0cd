package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.quota.Amount;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Says by how much nodes and their devices are over what they have, counted anew from the held
/// workloads.
final class RoomOracle {
  private static final String DEVICE = "device ";
  private static final String HELD_WHOLE = "whole device ";
  private static final Pattern GIGABYTES = Pattern.compile("(\\d+)gb", Pattern.CASE_INSENSITIVE);
  private static final SortedMap<String, Long> NOTHING = Collections.emptySortedMap();
  private final SortedMap<NodeRef, Node> nodes;
  private final SortedMap<NodeRef, SortedMap<String, Long>> used = new TreeMap<>();

  RoomOracle(SortedMap<NodeRef, Node> nodes, Iterable<HeldWorkload> held) {
    this.nodes = nodes;
    held.forEach(this::add);
  }

  void add(HeldWorkload held) {
    use(held, 1);
  }

  void remove(HeldWorkload held) {
    use(held, -1);
  }

  private void use(HeldWorkload held, int sign) {
    for (PodSetAssignment assignment : held.assignments()) {
      for (PodSet podSet : held.workload().podSets()) {
        if (podSet.name().equals(assignment.podSet())) {
          assignment.nodes().forEach(share -> use(podSet, share, sign));
        }
      }
    }
  }

  private void use(PodSet podSet, PodSetAssignment.NodeShare share, int sign) {
    SortedMap<String, Long> node = used.computeIfAbsent(share.node(), _ -> new TreeMap<>());
    podSet
        .requests()
        .byName()
        .forEach(
            (resource, amount) ->
                node.merge(resource, sign * Amount.times(amount, share.count()), Amount::plus));
    node.merge(Resources.PODS, (long) sign * share.count(), Amount::plus);
    if (podSet.device().isWhole()) {
      share
          .devices()
          .forEach(device -> node.merge(HELD_WHOLE + device, sign * 1_000_000L, Amount::plus));
    } else if (!podSet.device().migProfile().isEmpty()) {
      useSlices(podSet.device().migProfile(), share, sign, node);
    } else {
      share
          .devices()
          .forEach(
              device ->
                  node.merge(
                      DEVICE + device,
                      sign * partsPerMillion(podSet.device(), share.node()),
                      Amount::plus));
    }
  }

  /// The share of a device in millionths, rounded up.
  private long partsPerMillion(DeviceShare device, NodeRef ref) {
    if (device.milliGpu() > 0) {
      return device.milliGpu() * 1000L;
    }
    Node node = nodes.get(ref);
    long memory = node == null ? 0 : node.gpuMemoryBytes();
    if (device.memoryBytes() > 0 && memory > 0) {
      return (long) Math.floor(device.memoryBytes() * 1e6 / memory);
    }
    return 1_000_000L;
  }

  /// Each memory slice of a device is one thing that nobody may have twice; a device with some of
  /// them taken is shared by nobody else.
  private void useSlices(
      String profile, PodSetAssignment.NodeShare share, int sign, SortedMap<String, Long> used) {
    for (int pod = 0; pod < share.devices().size(); pod++) {
      int device = share.devices().get(pod);
      int start = share.starts().get(pod);
      for (int slice = start; slice < start + size(profile, share.node()); slice++) {
        used.merge(
            "%s%d slice %d".formatted(DEVICE, device, slice), sign * 1_000_000L, Amount::plus);
      }
      used.merge(DEVICE + device, (long) sign, Amount::plus);
    }
  }

  /// Memory slices, from the gigabytes in the profile's name and those of the device: it has eight,
  /// an A30 four.
  private long size(String profile, NodeRef ref) {
    Node node = nodes.get(ref);
    String model = node == null ? "" : node.gpuModel();
    Matcher named = GIGABYTES.matcher(model);
    long known = node == null ? 0 : node.gpuMemoryBytes() >> 30;
    long device = named.find() ? Long.parseLong(named.group(1)) : known;
    Matcher wanted = GIGABYTES.matcher(profile);
    double slices = model.contains("A30") ? 4 : 8;
    return device == 0 || !wanted.find()
        ? 1
        : Math.round(slices * Long.parseLong(wanted.group(1)) / device);
  }

  /// By how much each node that the workloads lie on is over, by `node: resource`; those that are
  /// not over are left out.
  SortedMap<String, Long> excess(Iterable<HeldWorkload> touched) {
    SortedMap<String, Long> excess = new TreeMap<>();
    for (HeldWorkload held : touched) {
      for (PodSetAssignment assignment : held.assignments()) {
        for (PodSetAssignment.NodeShare share : assignment.nodes()) {
          excess(share.node(), used.getOrDefault(share.node(), NOTHING), excess);
        }
      }
    }
    return excess;
  }

  private void excess(
      NodeRef ref, SortedMap<String, Long> amounts, SortedMap<String, Long> excess) {
    Node node = nodes.get(ref);
    if (node == null) {
      return;
    }
    long shared = 0;
    for (Map.Entry<String, Long> entry : amounts.entrySet()) {
      String resource = entry.getKey();
      boolean whole = resource.startsWith(HELD_WHOLE);
      boolean device = resource.startsWith(DEVICE);
      boolean slice = device && resource.contains(" slice ");
      shared += device && !slice && entry.getValue() > 0 ? 1 : 0;
      boolean uncounted =
          resource.equals(Resources.PODS) && !node.capacity().byName().containsKey(resource);
      long capacity = device || whole ? 1_000_000L : node.capacity().of(resource);
      if (whole && entry.getValue() > 0) {
        String part = DEVICE + resource.substring(HELD_WHOLE.length());
        capacity = amounts.getOrDefault(part, 0L) > 0 ? 0 : capacity;
      }
      if (!uncounted && entry.getValue() > capacity) {
        excess.put("node %s: %s".formatted(ref, resource), entry.getValue() - capacity);
      }
    }
    long gpus = amounts.getOrDefault(Resources.GPU, 0L) + shared;
    if (shared > 0 && gpus > node.capacity().of(Resources.GPU)) {
      excess.put("node %s: devices".formatted(ref), gpus - node.capacity().of(Resources.GPU));
    }
  }
}
