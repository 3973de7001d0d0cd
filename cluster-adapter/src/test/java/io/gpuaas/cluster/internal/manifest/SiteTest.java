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
    "fabric, nvlink",
    "fabricLabel, 'a b'",
    "network, 'UPPER@'",
    "ncclTopology, DGX",
    "ncclEnvironment, '=1'",
    "computeDomains, maybe",
    "ipcLock, 1",
    "checkpointNfs, nas",
    "checkpointUri, s3://bucket/{project}",
    "checkpointAccess, RWX",
    "checkpointSecret, a_b",
    "scratchSize, 1",
    "devices, magic",
    "deviceClass, A",
    "sharedResource, 'a b'",
    "sharesPerGpu, 0",
    "numaPolicy, strict",
    "rayVersion, latest",
    "rayTlsSecret, A",
    "rayTokens, yes",
    "tensorBoardImage, 'a b'",
    "podSecurity, strong",
    "metricsNamespace, A",
    "egress, '10.20.0.0/16:0'",
    "lostAfter, 1m",
    "admission, ours",
    "topology, A",
    "topologyLevels, kubernetes.io/hostname",
    "topologyLevels, 'rack,rack'",
    "topologyLevels, ','",
    "lostAfter, soon",
    "foreignProjects, team-a",
    "foreignProjects, 'team-a/=vision'",
    "foreignAccount, A",
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
    "network, 'ib-fabric,fabrics/rail-2@net2'",
    "fabricLabel, gpuaas.io/fabric",
    "ncclTopology, 'DGX-H200=nccl-h200,HGX=nccl-hgx'",
    "ncclEnvironment, 'NCCL_IB_TC=106,NCCL_DEBUG=WARN'",
    "checkpointNfs, nas.example:/exports/gpu",
    "checkpointUri, 's3://bucket/{project}/{job}'",
    "sharesPerGpu, 4",
    "numaPolicy, best-effort",
    "rayVersion, 2.52.0",
    "podSecurity, restricted",
    "egress, '10.20.0.0/16:443,[fd00::/8]:443'",
    "foreignProjects, 'team-a/research=vision,team-b=nlp'",
    "foreignAccount, platform",
    "lostAfter, 15m",
  })
  void aGoodSettingHasNoFault(String key, String value) {
    assertThat(Site.faults("/s", new TreeMap<>(Map.of(key, value)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "checkpointClass=fs|checkpointUri=s3://b/{job}, /s/checkpointUri",
    "checkpointNfs=nas:/x|checkpointClaim=c, /s/checkpointNfs",
    "fabric=infiniband|podSecurity=baseline, /s/podSecurity",
    "fabricLabel=x|podSecurity=restricted, /s/podSecurity",
    "fabric=infiniband|podSecurity=baseline|ipcLock=false, ''",
    "fabric=ethernet|podSecurity=baseline, ''",
    "checkpointClass=fs|scratchClass=nvme, ''",
  })
  void settingsThatExcludeEachOtherAreNamed(String settings, String pointer) {
    TreeMap<String, String> all = new TreeMap<>();
    for (String pair : settings.split("\\|", -1)) {
      all.putAll(Site.pairs(pair));
    }
    assertThat(Site.faults("/s", all).stream().map(it -> it.pointer()).toList())
        .isEqualTo(pointer.isEmpty() ? List.of() : List.of(pointer));
  }

  @Test
  void settingsAreReadAndHaveDefaults() {
    Site plain = Site.of(new TreeMap<>());
    assertThat(plain.createsNamespaces()).isTrue();
    assertThat(plain.isolation().hasWalls()).isTrue();
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
    assertThat(set.isolation().hasWalls()).isFalse();
    assertThat(set.queueOf("vision")).isEqualTo("team-vision");
    assertThat(set.priorityClasses())
        .isEqualTo(new TreeMap<>(Map.of("high", "train-high", "low", "b")));
    assertThat(set.isolation().egress()).isEqualTo(List.of("10.0.0.0/8"));
  }

  @ParameterizedTest
  @CsvSource({
    "team-a, research, vision",
    "team-a, other, nlp",
    "team-a, '', nlp",
    "gpuaas-speech, research, speech",
    "gpuaas-, '', platform",
    "kube-system, '', platform",
  })
  void whoPaysIsToldByTheQueueThenTheNamespaceThenItsName(
      String namespace, String queue, String project) {
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("foreignProjects", "team-a/research=vision, team-a=nlp");
    settings.put("foreignAccount", "platform");
    assertThat(Site.of(settings).foreignProject(namespace, queue)).isEqualTo(project);
  }

  @Test
  void nothingIsPaidByNobody() {
    assertThat(Site.of(new TreeMap<>()).foreignProject("default", "")).isEqualTo("unattributed");
  }
}
