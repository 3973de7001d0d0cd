package io.gpuaas.cluster.internal.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The network that a gang over several nodes uses, and what its pods need to reach it.
///
/// @param rdmaResources of the device plug-in, as `rdma/hca_shared_devices_a`, one for each rail
/// @param networks NetworkAttachmentDefinitions, as `ib-fabric` or `fabrics/ib-fabric@net1`
/// @param hca NCCL's names of the adapters, as `=mlx5_0,mlx5_1`; empty leaves the choice to NCCL
/// @param pinsMemory whether pods may lock memory themselves; not needed where the runtime lets all
/// @param topologyFile ConfigMap with `topo.xml` of the nodes' kind of machine; empty for none
/// @param variables more of NCCL's, by name
public record Fabric(
    Type type,
    List<String> rdmaResources,
    List<String> networks,
    String hca,
    boolean pinsMemory,
    String topologyFile,
    SortedMap<String, String> variables) {
  static final String TOPOLOGY_FOLDER = "/etc/nccl";

  /// Which technology it is.
  public enum Type {
    /// The cluster's ordinary network, and NCCL's own choice.
    NONE,
    /// Sockets of the ordinary network, whatever adapters there are.
    ETHERNET,
    ROCE,
    INFINIBAND,
    /// NVLink over several nodes: those of one clique, joined by a ComputeDomain.
    NVLINK
  }

  public Fabric {
    rdmaResources = List.copyOf(rdmaResources);
    networks = List.copyOf(networks);
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

  boolean isRdma() {
    return type == Type.ROCE || type == Type.INFINIBAND;
  }

  /// Whether pods have to be joined before they may share memory over NVLink.
  boolean needsComputeDomain() {
    return type == Type.NVLINK;
  }

  /// Annotations of a pod that takes part.
  Tree annotations() {
    return isRdma()
        ? Tree.of("k8s.v1.cni.cncf.io/networks", String.join(",", networks))
        : Tree.EMPTY;
  }

  /// One share of each rail's adapters: more of a shared resource buys nothing.
  Tree resources() {
    Tree resources = Tree.EMPTY;
    for (String resource : isRdma() ? rdmaResources : List.<String>of()) {
      resources = resources.with(resource, "1");
    }
    return resources;
  }

  /// RDMA registers memory, which has to stay in place.
  Tree securityContext() {
    return isRdma() && pinsMemory
        ? Tree.of("capabilities", Tree.of("add", List.of("IPC_LOCK")))
        : Tree.EMPTY;
  }

  /// Bootstrap over the pod network; the GID index stays NCCL's own choice.
  List<Tree> environment() {
    List<Tree> all = new ArrayList<>();
    if (type == Type.NONE) {
      return all;
    }
    if (type == Type.ETHERNET) {
      all.add(Rendezvous.text("NCCL_IB_DISABLE", "1"));
    }
    all.add(Rendezvous.text("NCCL_SOCKET_IFNAME", "=eth0"));
    if (type == Type.NVLINK) {
      all.add(Rendezvous.text("NCCL_MNNVL_ENABLE", "1"));
    }
    if (isRdma()) {
      all.add(Rendezvous.text("NCCL_NET_GDR_LEVEL", "PXB"));
      if (!hca.isEmpty()) {
        all.add(Rendezvous.text("NCCL_IB_HCA", hca));
      }
    }
    if (hasTopologyFile()) {
      all.add(Rendezvous.text("NCCL_TOPO_FILE", TOPOLOGY_FOLDER + "/topo.xml"));
    }
    variables.forEach((name, value) -> all.add(Rendezvous.text(name, value)));
    return all;
  }

  boolean hasTopologyFile() {
    return type != Type.NONE && !topologyFile.isEmpty();
  }
}
