package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which fabric a placement gets, and what pods get for each.
class FabricTest {
  private static final TreeSet<String> TWO = new TreeSet<>(List.of("a", "b"));

  private static Fabric chosen(String... keysAndValues) {
    TreeMap<String, String> settings = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Fabrics.of(settings).chosen(TWO, 2, KnownNodes.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none       | rdma/x |      | {}                   | false | []
          wire       |        |      | {}                   | false | []
          ethernet   | rdma/x |      | {}                   | false | [NCCL_IB_DISABLE, NCCL_SOCKET_IFNAME]
          roce       | rdma/x |      | {rdma/x=1}           | true  | [NCCL_SOCKET_IFNAME, NCCL_NET_GDR_LEVEL]
          roce       |        | mlx5 | {}                   | true  | [NCCL_SOCKET_IFNAME, NCCL_NET_GDR_LEVEL, NCCL_IB_HCA]
          infiniband | a/r1,a/r2 | m | {a/r1=1, a/r2=1}     | true  | [NCCL_SOCKET_IFNAME, NCCL_NET_GDR_LEVEL, NCCL_IB_HCA]
          """)
  void givesWhatTheNetworkNeeds(
      String kind, String rdma, String hca, String resources, boolean pins, String variables) {
    Fabric fabric =
        chosen(
            "fabric", kind,
            "rdmaResource", rdma == null ? "" : rdma,
            "ncclHca", hca == null ? "" : hca);

    assertThat(fabric.resources().fields()).hasToString(resources);
    assertThat(fabric.securityContext().fields().isEmpty()).isNotEqualTo(pins);
    assertThat(fabric.environment().stream().map(it -> it.text("name")).toList())
        .hasToString(variables);
  }

  @Test
  void locksNoMemoryWhereTheRuntimeLetsAll() {
    assertThat(chosen("fabric", "roce", "ipcLock", "false").securityContext())
        .isEqualTo(Tree.EMPTY);
  }

  @Test
  void attachesAllNetworksAndAddsTheSitesVariables() {
    Fabric fabric =
        chosen("fabric", "roce", "network", "a/x@net1,y", "ncclEnvironment", "NCCL_IB_TC=106");

    assertThat(fabric.annotations())
        .isEqualTo(Tree.of("k8s.v1.cni.cncf.io/networks", "a/x@net1,y"));
    assertThat(fabric.environment().getLast())
        .isEqualTo(Tree.of("name", "NCCL_IB_TC", "value", "106"));
  }

  /// Labels of two nodes, `-` for none.
  @ParameterizedTest
  @CsvSource({
    "infiniband, infiniband, -,  -,  false, INFINIBAND",
    "infiniband, roce,       -,  -,  false, ETHERNET",
    "infiniband, -,          -,  -,  false, ROCE",
    "infiniband, magic,      -,  -,  false, ROCE",
    "-,          -,          c1, c1, true,  NVLINK",
    "infiniband, infiniband, c1, c1, false, INFINIBAND",
    "infiniband, infiniband, c1, c2, true,  INFINIBAND",
    "-,          -,          c1, -,  true,  ROCE",
  })
  void isChosenByThePlacement(
      String one, String two, String cliqueOne, String cliqueTwo, boolean domains, Fabric.Type is) {
    TreeMap<String, SortedMap<String, String>> labels = new TreeMap<>();
    labels.put("a", labels(one, cliqueOne));
    labels.put("b", labels(two, cliqueTwo));
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("fabric", "roce");
    settings.put("fabricLabel", "net");
    settings.put("computeDomains", Boolean.toString(domains));

    assertThat(Fabrics.of(settings).chosen(TWO, 2, node -> labels.getOrDefault(node, NONE)).type())
        .isEqualTo(is);
    assertThat(Fabrics.of(settings).chosen(new TreeSet<>(List.of("a")), 2, KnownNodes.NONE).type())
        .isEqualTo(Fabric.Type.NONE);
  }

  private static final SortedMap<String, String> NONE = Collections.emptySortedMap();

  private static SortedMap<String, String> labels(String fabric, String clique) {
    TreeMap<String, String> labels = new TreeMap<>();
    if (!fabric.equals("-")) {
      labels.put("net", fabric);
    }
    if (!clique.equals("-")) {
      labels.put("nvidia.com/gpu.clique", clique);
    }
    return labels;
  }

  @Test
  void whereTheClusterPlacesAGangIsTakenAsSpread() {
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("fabric", "roce");
    Fabrics fabrics = Fabrics.of(settings);
    assertThat(fabrics.chosen(new TreeSet<>(), 2, KnownNodes.NONE).type())
        .isEqualTo(Fabric.Type.ROCE);
    assertThat(fabrics.chosen(new TreeSet<>(), 1, KnownNodes.NONE).type())
        .isEqualTo(Fabric.Type.NONE);
  }
}
