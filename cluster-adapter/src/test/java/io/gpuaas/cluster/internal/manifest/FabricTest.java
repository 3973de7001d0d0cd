package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What pods get for each kind of network.
class FabricTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          none       |        |      | {}             | false | []
          wire       |        |      | {}             | false | []
          ethernet   | rdma/x |      | {}             | false | [NCCL_IB_DISABLE, NCCL_SOCKET_IFNAME]
          roce       | rdma/x |      | {rdma/x=1}     | true  | [NCCL_SOCKET_IFNAME, NCCL_NET_GDR_LEVEL]
          roce       |        | mlx5 | {}             | true  | [NCCL_SOCKET_IFNAME, NCCL_NET_GDR_LEVEL, NCCL_IB_HCA]
          infiniband | rdma/x | mlx5 | {rdma/x=1}     | true  | [NCCL_SOCKET_IFNAME, NCCL_NET_GDR_LEVEL, NCCL_IB_HCA]
          """)
  void givesWhatTheNetworkNeeds(
      String kind,
      String resource,
      String hca,
      String resources,
      boolean pinsMemory,
      String variables) {
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("fabric", kind);
    settings.put("rdmaResource", resource == null ? "" : resource);
    settings.put("ncclHca", hca == null ? "" : hca);
    Fabric fabric = Fabric.of(settings);

    assertThat(fabric.isUsed(2)).isNotEqualTo(variables.equals("[]"));
    assertThat(fabric.isUsed(1)).isFalse();
    assertThat(fabric.resources().fields()).hasToString(resources);
    assertThat(fabric.securityContext().fields().isEmpty()).isNotEqualTo(pinsMemory);
    assertThat(fabric.environment().stream().map(it -> it.text("name")).toList())
        .hasToString(variables);
  }
}
