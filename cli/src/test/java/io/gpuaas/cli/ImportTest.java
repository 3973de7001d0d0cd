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
      - kind: WorkloadPriorityClass
        metadata: {name: production}
        value: 5000
      - kind: WorkloadPriorityClass
        metadata: {name: high}
        value: 7
      - kind: Workload
        metadata: {name: runs, namespace: ml}
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
    assertThat(file("priority-class.yaml"))
        .isEqualTo("kind: PriorityClass\nname: production\nvalue: 5000\n");
    assertThat(file("NOTES.md"))
        .contains("LocalQueue ml/main")
        .contains("namespaceSelector")
        .contains("WorkloadPriorityClass high (7): high has a value of its own")
        .contains("1 of kind Workload: jobs");
    Call again = call(KUEUE, "import", "kueue", "-", "--team", "t", "--to", "conf");
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("conf is not empty: name a new folder.");
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
        Parent - 'astro_lab'
        User - 'eve':DefaultAccount='astro_lab'
        Parent - 'root'
        Account - 'chem':Fairshare=parent:GrpTRES=gres/gpu:Tesla=4:MaxJobs=9
        Account - 'bio':GrpTRES=cpu=4,gres/gpu=6
        NodeName=DEFAULT Gres=gpu:a100:4
        NodeName=gpu[01-04],big1 Gres=gpu:h100:8(S:0-1) CPUs=96
        NodeName=old[1-2,5]  # Gres=gpu:h100:99
        PartitionName=main Nodes=ALL MaxTime=2-00:00:00 State=UP
        include more.conf
        Name|Priority|GraceTime|MaxWall
        normal|0|00:00:00|
        night|250||12:00:00
        """;
    Call call = call(dump, "import", "slurm", "-", "--team", "t", "--to", "conf");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(file("cohort.yaml"))
        .contains("kind: Cohort\nname: physics\nparent: all-of-slurm\nfairWeight: '10'\n");
    assertThat(file("cohort-quotas.yaml")).contains("flavor: a100").contains("nominal: '32'");
    assertThat(file("project.yaml")).contains("name: astro-lab").contains("cohort: physics");
    assertThat(file("project-quotas.yaml"))
        .contains("flavor: h100\n  resource: nvidia.com/gpu\n  nominal: '16'")
        .contains("flavor: tesla\n  resource: nvidia.com/gpu\n  nominal: '4'");
    assertThat(file("flavor.yaml")).contains("name: tesla");
    assertThat(file("priority-class.yaml"))
        .isEqualTo("kind: PriorityClass\nname: night\nvalue: 250\n");
    assertThat(file("NOTES.md"))
        .contains("h100 GPUs (40 in all)")
        .contains("a100 GPUs (12 in all)")
        .contains("MaxWall=1-0")
        .contains("MaxJobs=9")
        .contains("Partition main: jobs choose a GPU model", "left out: MaxTime=2-00:00:00")
        .contains("include more.conf: give that file, too")
        .contains("No node with Tesla GPUs was found")
        .contains("bio has a limit on GPUs of all types", "of a100 alone")
        .contains("QOS normal (0)", "QOS night: only its priority", "MaxWall=12:00:00")
        .contains("Users of account physics (1): it became a cohort")
        .contains("Users of account astro_lab (1): make accounts");
  }

  @Test
  void slurmNodesThatCannotBeCountedAreSaid() {
    String conf = "NodeName=gpu[1-99999999999999999999] Gres=gpu:8";
    Call call = call(conf, "import", "slurm", "-", "--team", "t", "--to", "conf");
    assertThat(call.status()).isEqualTo(2);
    assertThat(call.err()).contains("[1-99999999999999999999] cannot be counted");
  }

  @Test
  void kaiQueuesBecomeProjectsAndCohorts() throws IOException {
    String queues =
        """
        kind: Queue
        metadata: {name: research}
        spec: {resources: {gpu: {quota: 24, limit: -1}}}
        ---
        kind: Queue
        metadata: {name: vision}
        spec:
          parentQueue: research
          priority: 200
          resources: {gpu: {quota: 8, limit: 12, overQuotaWeight: 2}, cpu: {quota: 4000}}
        ---
        kind: Queue
        metadata: {name: speech}
        spec: {parentQueue: research, resources: {gpu: {quota: 4, overQuotaWeight: 0}}}
        """;
    Call call = call(queues, "import", "kai", "-", "--team", "t", "--to", "conf");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(file("cohort.yaml"))
        .isEqualTo(
            """
            kind: Cohort
            name: all-of-kai
            ---
            kind: Cohort
            name: research
            parent: all-of-kai
            """);
    assertThat(file("cohort-quotas.yaml")).contains("nominal: '12'");
    assertThat(file("project.yaml"))
        .contains("name: vision\ndisplayName: vision\nteam: t\ncohort: research")
        .contains("fairWeight: '2'");
    assertThat(file("project-quotas.yaml"))
        .contains("nominal: '8'\n  borrowingLimit: '4'")
        .contains("nominal: '4'\n  borrowingLimit: '0'");
    assertThat(file("NOTES.md"))
        .contains("quota of cpu (4000)")
        .contains("priority (200)")
        .contains("flavor gpu takes in every node");
  }

  @Test
  void volcanoGuaranteesAreNotLent() throws IOException {
    String queues =
        """
        kind: QueueList
        items:
        - kind: Queue
          metadata: {name: train}
          spec:
            weight: 4
            reclaimable: false
            capability: {nvidia.com/gpu: 32}
            deserved: {nvidia.com/gpu: 16}
            guarantee: {resource: {nvidia.com/gpu: 6}}
        - apiVersion: scheduling.volcano.sh/v1beta1
          kind: Queue
          metadata: {name: rest}
          spec: {weight: 1, parent: root}
        - kind: Queue
          metadata: {name: root}
          spec: {weight: 1}
        - {apiVersion: scheduling.run.ai/v2, kind: Queue, metadata: {name: theirs}}
        - {kind: Pod}
        """;
    Call call = call(queues, "import", "volcano", "-", "--team", "t", "--to", "conf");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(file("project-quotas.yaml"))
        .contains("nominal: '16'\n  borrowingLimit: '16'\n  lendingLimit: '10'")
        .contains("nominal: '0'\n");
    assertThat(file("project.yaml"))
        .contains("fairWeight: '4'")
        .contains("cohort: all-of-volcano")
        .doesNotContain("name: root", "theirs");
    assertThat(file("NOTES.md"))
        .contains("train is not reclaimable")
        .contains("rest has a weight")
        .contains("1 of kind Queue of scheduling.run.ai/v2: only queues")
        .contains("1 of kind Pod: only queues");
  }

  @Test
  void runAiDepartmentsBecomeCohortsAndNodePoolsFlavors() throws IOException {
    String answers =
        """
        {"departments": [{"id": "7", "name": "ai", "resources": [
          {"nodePool": {"name": "a100"}, "gpu": {"deserved": 6, "limit": null}}]}]}
        ---
        {"projects": [
          {"name": "one", "parentId": "7", "resources": [
            {"nodePool": {"name": "a100"}, "gpu": {"deserved": 4, "limit": 8}},
            {"nodePool": {"name": "h100"}, "gpu": {"deserved": 0.5, "limit": -1}}]},
          {"name": "two", "parentId": "7", "resources": [
            {"nodePool": {"name": "a100"}, "gpu": {"deserved": 4}}]}]}
        ---
        {"nodePools": []}
        """;
    Call call = call(answers, "import", "runai", "-", "--team", "t", "--to", "conf");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(file("flavor.yaml")).contains("run.ai/node-pool: a100").contains("name: h100");
    assertThat(file("project-quotas.yaml"))
        .contains("flavor: a100\n  resource: nvidia.com/gpu\n  nominal: '4'\n  borrowingLimit: '4'")
        .contains("nominal: '0'");
    assertThat(file("project.yaml")).contains("cohort: ai");
    assertThat(file("NOTES.md"))
        .contains("Queues in ai have 2 GPUs of a100 more than it has")
        .contains("0.5 is no whole number of GPUs; it is 0 here")
        .contains("1 documents have neither departments nor projects");
  }

  @Test
  void listsInFoldersAreOpenedAndOtherFilesThere(@TempDir Path theirs) throws IOException {
    Files.writeString(theirs.resolve("a.yaml"), "- " + KUEUE.strip().replace("\n", "\n  "));
    Files.writeString(theirs.resolve("README.md"), "# Not: {a document");
    String from = theirs.toString();
    Call call = call("", "import", "kueue", from, "--team", "t", "--to", "conf");
    assertThat(call.status()).as(call.err()).isZero();
    assertThat(file("project.yaml")).contains("name: team-a");
    Files.writeString(theirs.resolve("b.yaml"), "a: {b");
    Call faulty = call("", "import", "kueue", from, "--team", "t", "--to", "other");
    assertThat(faulty.status()).isEqualTo(2);
    assertThat(faulty.err()).contains("b.yaml is not YAML");
    Call missing = call("", "import", "kueue", "none.yaml", "--team", "t", "--to", "other");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("There is no file").contains("none.yaml");
  }

  @Test
  void whatIsNothingIsSaidToBe() {
    Call pods = call("kind: Pod", "import", "kueue", "-", "--team", "t", "--to", "conf");
    assertThat(pods.status()).isEqualTo(2);
    assertThat(pods.err())
        .contains("1 of kind Pod: it is no configuration of Kueue")
        .contains("could be carried over: a ClusterQueue, Cohort,");
    assertThat(call("a: b", "import", "kueue", "-", "--team", "t", "--to", "conf").status())
        .isEqualTo(2);
    assertThat(call("", "import", "lsf", "-", "--team", "t", "--to", "conf").status()).isEqualTo(2);
  }
}
