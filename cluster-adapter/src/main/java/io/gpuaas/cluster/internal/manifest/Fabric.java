package io.gpuaas.cluster.internal.manifest;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The network that gangs over several nodes use, and what a pod needs to reach it.
///
/// @param rdmaResource of the device plug-in, as `rdma/hca_shared_devices_a`; empty for none
/// @param network a NetworkAttachmentDefinition, as `ib-fabric` or `fabrics/ib-fabric@net1`; empty
///   for none
/// @param hca NCCL's names of the adapters, as `=mlx5_0,mlx5_1`; empty leaves the choice to NCCL
public record Fabric(Type type, String rdmaResource, String network, String hca) {

  /// Which technology it is.
  public enum Type {
    /// The cluster's ordinary network.
    NONE,
    ETHERNET,
    ROCE,
    INFINIBAND
  }

  static Fabric of(SortedMap<String, String> settings) {
    String type = settings.getOrDefault("fabric", "none");
    return new Fabric(
        isKind(type) ? Type.valueOf(type.toUpperCase(Locale.ROOT)) : Type.NONE,
        settings.getOrDefault("rdmaResource", ""),
        settings.getOrDefault("network", ""),
        settings.getOrDefault("ncclHca", ""));
  }

  static boolean isKind(String text) {
    return Stream.of(Type.values()).anyMatch(type -> name(type).equals(text));
  }

  static String kinds() {
    return Stream.of(Type.values()).map(Fabric::name).collect(Collectors.joining(", "));
  }

  private static String name(Type type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private boolean isRdma() {
    return type == Type.ROCE || type == Type.INFINIBAND;
  }

  /// Pods that share a node talk over NVLink or shared memory and need no fabric.
  boolean isUsed(int nodes) {
    return type != Type.NONE && nodes > 1;
  }

  /// Annotations of a pod that takes part.
  Tree annotations() {
    return Tree.of("k8s.v1.cni.cncf.io/networks", network);
  }

  /// One share of the adapters: more of a shared resource buys nothing.
  Tree resources() {
    return isRdma() && !rdmaResource.isEmpty() ? Tree.of(rdmaResource, "1") : Tree.EMPTY;
  }

  /// RDMA registers memory, which has to stay in place.
  Tree securityContext() {
    return isRdma() ? Tree.of("capabilities", Tree.of("add", List.of("IPC_LOCK"))) : Tree.EMPTY;
  }

  /// Bootstrap over the pod network; the GID index stays NCCL's own choice.
  List<Tree> environment() {
    return switch (type) {
      case NONE -> List.of();
      case ETHERNET -> List.of(variable("NCCL_IB_DISABLE", "1"), interfaces());
      case ROCE, INFINIBAND ->
          hca.isEmpty()
              ? List.of(interfaces(), variable("NCCL_NET_GDR_LEVEL", "PXB"))
              : List.of(
                  interfaces(),
                  variable("NCCL_NET_GDR_LEVEL", "PXB"),
                  variable("NCCL_IB_HCA", hca));
    };
  }

  private static Tree interfaces() {
    return variable("NCCL_SOCKET_IFNAME", "=eth0");
  }

  private static Tree variable(String name, String value) {
    return Tree.of("name", name, "value", value);
  }
}
