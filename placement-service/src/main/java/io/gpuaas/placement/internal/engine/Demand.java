package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import java.util.Arrays;
import java.util.Comparator;

/// What one pod takes of a node.
///
/// @param amounts by column of the [NodeTable], the pod itself not counted; whole GPUs in the
///   column of GPUs
/// @param share the part of a device that it takes instead of whole ones
@SuppressWarnings("ArrayRecordComponent") // never changed, never compared
record Demand(long[] amounts, DeviceShare share) {
  static final Comparator<Demand> ORDER =
      Comparator.<Demand, long[]>comparing(Demand::amounts, Arrays::compare)
          .thenComparingInt(it -> it.share.milliGpu())
          .thenComparingLong(it -> it.share.memoryBytes())
          .thenComparing(it -> it.share.migProfile());

  static Demand of(NodeTable nodes, PodSet pod) {
    long[] amounts = new long[nodes.resources().size()];
    pod.requests()
        .byName()
        .forEach(
            (name, amount) -> {
              int column = nodes.column(name);
              if (column >= 0) {
                amounts[column] = amount;
              }
            });
    int instances = nodes.instances(pod.device());
    if (instances >= 0) {
      amounts[instances] = 1;
    }
    return of(nodes, amounts, pod.device());
  }

  static Demand of(NodeTable nodes, long[] perPod, DeviceShare share) {
    long[] amounts = perPod.clone();
    amounts[nodes.column(Resources.PODS)] = 0;
    return new Demand(amounts, share);
  }

  boolean isShared() {
    return !share.isWhole();
  }
}
