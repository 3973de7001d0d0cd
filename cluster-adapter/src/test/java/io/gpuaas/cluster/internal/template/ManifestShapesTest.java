package io.gpuaas.cluster.internal.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.ManifestTemplates.Reading;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Toleration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Manifests in their rarer shapes.
class ManifestShapesTest {
  private static final String POD = "{spec: {containers: [{name: c, image: i, resources: %s}]}}";

  private static Tree yaml(String text) {
    return Tree.read(new KubernetesSerialization().unmarshal(text, Map.class));
  }

  private static Tree job(String spec, String podMore, String resources) {
    return yaml(
        """
        apiVersion: batch/v1
        kind: Job
        spec: {%s template: {spec: {%s containers: [{name: c, image: i, resources: %s}]}}}
        """
            .formatted(spec, podMore, resources));
  }

  private static Reading.Job read(Tree manifest) {
    return (Reading.Job) ManifestReader.read(manifest, "");
  }

  private static List<String> faults(Tree manifest) {
    return ManifestReader.read(manifest, "") instanceof Reading.Refused(List<Fault> faults)
        ? faults.stream().map(Fault::pointer).toList()
        : List.of();
  }

  @ParameterizedTest
  @CsvSource({"'', 1", "'parallelism: 3,', 3", "'completions: 4,', 4"})
  void aJobHasAsManyPodsAsItSays(String spec, int pods) {
    assertThat(read(job(spec, "", "{}")).podSets().getFirst().count()).isEqualTo(pods);
  }

  @Test
  void aJobOfNoPodsIsRefused() {
    assertThat(faults(job("completions: 0,", "", "{}"))).containsExactly("/spec/template");
  }

  @Test
  void aRayClusterAndALeaderNeverEnd() {
    Tree cluster =
        yaml(
            """
            apiVersion: ray.io/v1
            kind: RayCluster
            spec: {headGroupSpec: {template: %s}, workerGroupSpecs: [{groupName: g, template: %s}]}
            """
                .formatted(POD.formatted("{}"), POD.formatted("{}")));
    Tree set =
        yaml(
            """
            apiVersion: leaderworkerset.x-k8s.io/v1
            kind: LeaderWorkerSet
            spec: {leaderWorkerTemplate: {size: 3, leaderTemplate: %s, workerTemplate: %s}}
            """
                .formatted(POD.formatted("{}"), POD.formatted("{}")));

    assertThat(read(cluster).endless()).isTrue();
    assertThat(read(cluster).podSets()).extracting(PodSet::count).containsExactly(1, 1);
    assertThat(read(set).endless()).isTrue();
    assertThat(read(set).podSets()).extracting(PodSet::count).containsExactly(1, 2);
  }

  @Test
  void aMasterMayBeAlone() {
    Tree alone =
        yaml(
            """
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            spec:
              runPolicy: {activeDeadlineSeconds: 60}
              pytorchReplicaSpecs: {Master: {template: %s}}
            """
                .formatted(POD.formatted("{}")));
    assertThat(read(alone).podSets()).extracting(PodSet::name).containsExactly("master");
    assertThat(read(alone).maxRuntimeSeconds()).isEqualTo(60);
  }

  @Test
  void placesOfPodsAreReadAsKubernetesWritesThem() {
    Tree manifest =
        job(
            "",
            """
            tolerations: [{key: a, value: b, effect: NoSchedule}],
            initContainers: [{name: i, image: i, resources: {limits: {cpu: "1"}}}],
            affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{matchExpressions: [
                {key: x, operator: DoesNotExist}, {key: y, operator: Gt, values: ["3"]}]}]}}},
            """,
            "{requests: {cpu: 500m, ephemeral-storage: 1Gi}, limits: {cpu: \"2\", memory: 1Gi}}");
    PodSet podSet = read(manifest).podSets().getFirst();

    assertThat(podSet.tolerations())
        .containsExactly(new Toleration("a", "Equal", "b", "NoSchedule"));
    assertThat(podSet.nodeAffinity())
        .containsExactly(
            new NodeAffinityTerm("x", NodeAffinityTerm.Operator.DOES_NOT_EXIST, List.of()),
            new NodeAffinityTerm("y", NodeAffinityTerm.Operator.GT, List.of("3")));
    assertThat(podSet.requests().of(Resources.CPU)).isEqualTo(1000);
    assertThat(podSet.requests().of(Resources.MEMORY)).isEqualTo(1L << 30);
    assertThat(podSet.requests().of("ephemeral-storage")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'[{matchFields: [{key: a}]}]', /nodeAffinity/%s/nodeSelectorTerms",
    "'[{}, {}]', /nodeAffinity/%s/nodeSelectorTerms",
    "'[{matchExpressions: [{key: a, operator: Like}]}]', ''",
  })
  void placesThatNobodyWouldFollowAreRefused(String terms, String pointer) {
    String required = "requiredDuringSchedulingIgnoredDuringExecution";
    String affinity =
        "affinity: {nodeAffinity: {%s: {nodeSelectorTerms: %s}}},".formatted(required, terms);
    assertThat(faults(job("", affinity, "{}")))
        .containsExactly("/spec/template/spec/affinity" + pointer.formatted(required));
  }

  @Test
  void neighboursAndOurLabelsAreOurs() {
    String pod = "/spec/template/spec";
    assertThat(faults(job("", "nodeSelector: {gpuaas.io/cluster: east},", "{}")))
        .containsExactly(pod + "/nodeSelector/gpuaas.io~1cluster");
    assertThat(faults(job("", "affinity: {podAntiAffinity: {x: y}},", "{}")))
        .containsExactly(pod + "/affinity/podAntiAffinity");
    assertThat(faults(job("", "restartPolicy: Never,", "{}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'{limits: {nvidia.com/mig-1g.10gb: \"2\"}}'",
    "'{limits: {nvidia.com/mig-1g.10gb: \"1\", nvidia.com/mig-2g.20gb: \"1\"}}'",
  })
  void aPodHasOneMigProfile(String resources) {
    assertThat(faults(job("", "", resources))).containsExactly("/spec/template");
  }

  @ParameterizedTest
  @CsvSource({
    "'backoffLimit: 0,', ''",
    "'completions: 2, parallelism: 2,', ''",
    "'completions: 2, parallelism: 3,', /spec/parallelism",
  })
  void whatIsTheUsualMayBeSaid(String spec, String pointer) {
    assertThat(faults(job(spec, "", "{}")))
        .isEqualTo(pointer.isEmpty() ? List.of() : List.of(pointer));
  }

  @Test
  void claimedMigProfilesAndSecurityOfTheUserAreLaidTogether() {
    Tree user =
        yaml(
            """
            name: c
            image: i
            securityContext: {readOnlyRootFilesystem: true}
            ports: [{containerPort: 80}]
            resources: {limits: {nvidia.com/mig-1g.10gb: "1", cpu: "1"}}
            """);
    Tree ours =
        yaml(
            """
            name: main
            image: other
            envFrom: [{secretRef: {name: s}}]
            ports: [{containerPort: 9400}]
            securityContext: {allowPrivilegeEscalation: false}
            resources: {claims: [{name: gpus}], limits: {cpu: "1"}}
            """);

    Tree laid = PodOverlay.container(user, ours);

    assertThat(laid.text("image")).isEqualTo("i");
    assertThat(laid.tree("resources"))
        .isEqualTo(
            Tree.of("claims", List.of(Tree.of("name", "gpus")), "limits", Tree.of("cpu", "1")));
    assertThat(laid.tree("securityContext").fields()).hasSize(2);
    assertThat(laid.trees("ports")).hasSize(2);
    assertThat(laid.trees("envFrom")).hasSize(1);
  }
}
