package io.gpuaas.placement;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.internal.engine.MigTable;
import io.gpuaas.quota.Amount;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// How many GPUs a pod holds on a node, in thousandths, rounded up. A share by memory counts as its
/// part of the device's memory, a MIG profile as its part of the compute slices; what cannot be
/// measured counts as a whole device.
public final class DeviceParts {
  private static final long WHOLE = 1000;

  private DeviceParts() {}

  /// Of one pod.
  ///
  /// @param node null when it is not known
  public static long milliGpusPerPod(PodSet podSet, @Nullable Node node) {
    DeviceShare share = podSet.device();
    if (share.memoryBytes() > 0) {
      long memory = node == null ? 0 : node.gpuMemoryBytes();
      return memory == 0
          ? WHOLE
          : Math.min(WHOLE, Math.ceilDiv(Amount.times(share.memoryBytes(), WHOLE), memory));
    }
    if (!share.migProfile().isEmpty()) {
      return node == null ? WHOLE : milliGpus(share.migProfile(), node);
    }
    return podSet.milliGpusPerPod();
  }

  /// So many devices have been cut into these instances; 0 when the model is not known.
  ///
  /// @param instances by MIG profile
  public static long devicesOf(SortedMap<String, Long> instances, Node node) {
    return MigTable.devices(instances, node);
  }

  /// Of one instance of a MIG profile.
  public static long milliGpus(String migProfile, Node node) {
    return MigTable.milliGpus(migProfile, node);
  }
}
