package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Settings of a Kubernetes cluster.
class SiteTest {
  @ParameterizedTest
  @CsvSource({
    "instance, Not A Name",
    "schedulerName, UPPER",
    "checkpointClass, a_b",
    "namespacePrefix, -x",
    "namespacePrefix, a-prefix-that-is-too-long-",
    "createNamespaces, yes",
    "networkPolicies, 1",
    "queue, team {project}",
    "priorityClasses, high",
    "gpuModels, '=x'",
    "egress, 10.20.0.0",
    "fabric, telegraph",
    "rdmaResource, 'a b'",
    "checkpointSize, 0Gi",
    "sharedMemory, big",
  })
  void aWrongSettingIsNamed(String key, String value) {
    assertThat(Site.faults("/s", new TreeMap<>(Map.of(key, value))))
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.pointer()).isEqualTo("/s/" + key));
  }

  @ParameterizedTest
  @CsvSource({
    "instance, one",
    "namespacePrefix, gpu-",
    "namespacePrefix, ''",
    "createNamespaces, false",
    "networkPolicies, true",
    "queue, team-{project}",
    "priorityClasses, 'high=train-high, low=train-low'",
    "egress, '10.20.0.0/16,fd00::/8'",
    "fabric, infiniband",
    "rdmaResource, rdma/hca",
    "checkpointSize, 200Gi",
    "network, anything",
  })
  void aGoodSettingHasNoFault(String key, String value) {
    assertThat(Site.faults("/s", new TreeMap<>(Map.of(key, value)))).isEmpty();
  }

  @Test
  void settingsAreReadAndHaveDefaults() {
    Site plain = Site.of(new TreeMap<>());
    assertThat(plain.createsNamespaces()).isTrue();
    assertThat(plain.networkPolicies()).isTrue();
    assertThat(plain.namespace("vision")).isEqualTo("gpuaas-vision");
    assertThat(plain.queueOf("vision")).isEqualTo("vision");
    Site set =
        Site.of(
            new TreeMap<>(
                Map.of(
                    "createNamespaces", "false",
                    "networkPolicies", "false",
                    "queue", "team-{project}",
                    "priorityClasses", "high=train-high,,low=b",
                    "egress", "10.0.0.0/8 , ")));
    assertThat(set.createsNamespaces()).isFalse();
    assertThat(set.networkPolicies()).isFalse();
    assertThat(set.queueOf("vision")).isEqualTo("team-vision");
    assertThat(set.priorityClasses())
        .isEqualTo(new TreeMap<>(Map.of("high", "train-high", "low", "b")));
    assertThat(set.egress()).isEqualTo(List.of("10.0.0.0/8"));
  }
}
