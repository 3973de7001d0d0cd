package io.gpuaas.placement;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.SampleOrganisation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The hardware of the [SampleOrganisation]: two clusters, 32 nodes with 8 H200 and 16 nodes with 8
/// A100, four nodes to a rack. Two H200 nodes of a rack share an NVLink domain; an A100 node is one
/// of its own. Each has two NUMA nodes; the A100 may be partitioned by MIG.
public final class SampleInventory {
  private static final int NODES_PER_RACK = 4;
  private static final long MEBIBYTE = 1L << 20;
  private static final long TEBIBYTE = 1L << 40;

  private SampleInventory() {}

  /// A kind of node.
  ///
  /// @param nodesPerNvlink nodes whose GPUs are joined by NVLink
  /// @param mig whether its GPUs may be partitioned
  private record Kind(
      String product,
      String model,
      long gpuMemoryBytes,
      long cpuCores,
      long memoryBytes,
      int nodesPerNvlink,
      boolean mig) {}

  private static final Kind H200 =
      new Kind(
          SampleOrganisation.H200_PRODUCT,
          SampleOrganisation.H200_MODEL,
          143_771 * MEBIBYTE,
          192,
          2 * TEBIBYTE,
          2,
          false);
  private static final Kind A100 =
      new Kind(
          SampleOrganisation.A100_PRODUCT,
          SampleOrganisation.A100_MODEL,
          81_920 * MEBIBYTE,
          128,
          TEBIBYTE,
          1,
          true);

  /// A block of racks in a cluster.
  private record Block(String cluster, String prefix, int number, int racks, Kind kind) {
    String name() {
      return "%s-b%d".formatted(prefix, number);
    }
  }

  private static final List<Block> BLOCKS =
      List.of(
          new Block("frankfurt", "fra", 1, 3, H200),
          new Block("frankfurt", "fra", 2, 3, H200),
          new Block("helsinki", "hel", 1, 2, H200),
          new Block("helsinki", "hel", 2, 4, A100));

  /// Clusters, nodes and policy.
  public static InventoryDocument document() {
    List<Node> nodes = new ArrayList<>();
    for (Block block : BLOCKS) {
      for (int rack = 1; rack <= block.racks(); rack++) {
        for (int place = 1; place <= NODES_PER_RACK; place++) {
          nodes.add(node(block, rack, place));
        }
      }
    }
    return new InventoryDocument(
        List.of(cluster("frankfurt"), cluster("helsinki")), nodes, SchedulingPolicy.DEFAULT);
  }

  private static Cluster cluster(String name) {
    return new Cluster(name, "simulated", new TreeMap<>());
  }

  private static Node node(Block block, int rack, int place) {
    Kind kind = block.kind();
    String rackName = "%s-r%d".formatted(block.name(), rack);
    String name = "%s-n%d".formatted(rackName, place);
    int nvlink = (place - 1) / kind.nodesPerNvlink() + 1;
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put(SampleOrganisation.PRODUCT_LABEL, kind.product());
    labels.put(Node.NUMA_NODES, "2");
    List<String> domains =
        List.of(block.name(), rackName, "%s-nvl%d".formatted(rackName, nvlink), name);
    for (int level = 0; level < SampleOrganisation.LEVELS.size(); level++) {
      labels.put(SampleOrganisation.LEVELS.get(level), domains.get(level));
    }
    ResourceAmounts capacity =
        ResourceAmounts.of(Resources.GPU, 8)
            .with(Resources.CPU, kind.cpuCores() * 1000)
            .with(Resources.MEMORY, kind.memoryBytes())
            .with(Resources.PODS, 110);
    return new Node(
        new NodeRef(block.cluster(), name),
        labels,
        capacity,
        kind.gpuMemoryBytes(),
        kind.model(),
        kind.mig(),
        List.of(),
        true,
        true);
  }
}
