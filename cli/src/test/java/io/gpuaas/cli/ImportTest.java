package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportTest {
  private static final String KUEUE =
      """
      apiVersion: v1
      kind: List
      items:
      - kind: ClusterQueue
        metadata: {name: team-a}
        spec:
          cohortName: research
          queueingStrategy: BestEffortFIFO
          preemption: {withinClusterQueue: LowerPriority, reclaimWithinCohort: Any}
          flavorFungibility: {whenCanBorrow: Borrow, whenCanPreempt: TryNextFlavor}
          namespaceSelector: {matchLabels: {a: b}}
          resourceGroups:
          - coveredResources: [cpu, nvidia.com/gpu]
            flavors:
            - name: h100
              resources:
              - {name: cpu, nominalQuota: 100}
              - {name: nvidia.com/gpu, nominalQuota: "16", lendingLimit: "8"}
      - kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {nvidia.com/gpu.product: H100-80GB}, topologyName: fabric}
      - kind: Topology
        metadata: {name: fabric}
        spec: {levels: [{nodeLabel: rack}, {nodeLabel: kubernetes.io/hostname}]}
      - kind: LocalQueue
        metadata: {name: main, namespace: ml}
        spec: {clusterQueue: team-a}
      """;

  @TempDir private Path folder = Path.of("");

  private Call call(String in, String... words) {
    return Call.of(folder, Map.of(), in, words);
  }

  private String file(String name) throws IOException {
    return Files.readString(folder.resolve("conf").resolve(name));
  }

  @Test
  void kueueQueuesBecomeProjects() throws IOException {
    Call call = call(KUEUE, "import", "kueue", "-", "--team", "t", "--to", "conf");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(file("project.yaml"))
        .isEqualTo(
            """
            kind: Project
            name: team-a
            displayName: team-a
            team: t
            cohort: research
            queueingStrategy: BEST_EFFORT_FIFO
            preemption:
              withinProject: LOWER_PRIORITY
              reclaimWithinCohort: ANY
              borrowWithinCohort: NEVER
            flavorFungibility:
              whenCanBorrow: MAY_STOP
              whenCanPreempt: TRY_NEXT_FLAVOR
              preference: BORROWING_OVER_PREEMPTION
            resourceGroups:
            - resources:
              - cpu
              - nvidia.com/gpu
              flavors:
              - h100
            """);
    assertThat(file("project-quotas.yaml"))
        .contains("nominal: '100'")
        .contains("nominal: '16'\n  lendingLimit: '8'");
    assertThat(file("flavor.yaml")).contains("gpuModel: H100-80GB").contains("topology: fabric");
    assertThat(file("cohort.yaml")).isEqualTo("kind: Cohort\nname: research\n");
    assertThat(file("NOTES.md")).contains("LocalQueue ml/main").contains("namespaceSelector");
  }

  @Test
  void slurmAccountsBecomeProjectsAndCohorts() throws IOException {
    String dump =
        """
        Cluster - 'hpc':Fairshare=1:QOS='normal'
        Parent - 'root'
        Account - 'physics':Description='Physics':Fairshare=10:GrpTRES=gres/gpu=32
        Parent - 'physics'
        Account - 'astro_lab':Description='Astro':GrpTRES=gres/gpu:h100=16,cpu=4:MaxWall=1-0
        User - 'ada':DefaultAccount='astro_lab'
        NodeName=gpu[01-04],big1 Gres=gpu:h100:8 CPUs=96
        NodeName=old[1-2,5] Gres=gpu:a100:4
        PartitionName=main Nodes=ALL
        """;
    Call call = call(dump, "import", "slurm", "-", "--team", "t", "--to", "conf");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(file("cohort.yaml")).isEqualTo("kind: Cohort\nname: physics\nfairWeight: '10'\n");
    assertThat(file("project.yaml")).contains("name: astro-lab").contains("cohort: physics");
    assertThat(file("project-quotas.yaml")).contains("flavor: h100").contains("nominal: '16'");
    assertThat(file("NOTES.md"))
        .contains("h100 GPUs (40 in all)")
        .contains("a100 GPUs (12 in all)")
        .contains("MaxWall=1-0")
        .contains("1 users");
  }

  @Test
  void whatIsNothingIsSaidToBe() {
    assertThat(call("a: b", "import", "kueue", "-", "--team", "t", "--to", "conf").status())
        .isEqualTo(2);
    assertThat(call("", "import", "lsf", "-", "--team", "t", "--to", "conf").status()).isEqualTo(2);
  }
}
