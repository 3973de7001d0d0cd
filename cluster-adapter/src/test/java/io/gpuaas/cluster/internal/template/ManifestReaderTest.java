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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is read of users' manifests, and what cannot be accepted.
class ManifestReaderTest {
  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  static Tree manifest(String name) throws IOException {
    Path file = Path.of("src/test/resources/manifests").resolve(name + ".yaml");
    return Tree.read(YAML.unmarshal(Files.readString(file), Map.class));
  }

  private static Reading.Job read(String name) throws IOException {
    return (Reading.Job) ManifestReader.read(manifest(name), "/m");
  }

  private static List<Fault> faults(Tree manifest) {
    return ManifestReader.read(manifest, "/m") instanceof Reading.Refused(List<Fault> faults)
        ? faults
        : List.of();
  }

  @ParameterizedTest
  @CsvSource({
    "job, batch/Job, main x2: 8, false",
    "jobset, jobset.x-k8s.io/JobSet, driver x1: 0 workers x2: 8, false",
    "trainjob, trainer.kubeflow.org/TrainJob, node x2: 8, false",
    "rayjob, ray.io/RayJob, head x1: 0 gpu x2: 4, false",
    "pytorchjob, kubeflow.org/PyTorchJob, master x1: 8 worker x2: 8, false",
    "lws, leaderworkerset.x-k8s.io/LeaderWorkerSet, workers x2: 8, true",
    "volcano, batch.volcano.sh/Job, launcher x1: 0 worker x2: 0, false",
  })
  void podSetsAreReadOfEachKind(String file, String kind, String podSets, boolean endless)
      throws IOException {
    Reading.Job job = read(file);
    StringBuilder read = new StringBuilder();
    for (PodSet podSet : job.podSets()) {
      long gpus = podSet.requests().of(Resources.GPU);
      read.append("%s x%d: %d ".formatted(podSet.name(), podSet.count(), gpus));
    }
    assertThat(job.kind()).isEqualTo(kind);
    assertThat(read.toString().strip()).isEqualTo(podSets);
    assertThat(job.endless()).isEqualTo(endless);
    assertThat(job.image()).isNotEmpty();
  }

  @Test
  void aPodAsksForItsContainersTogetherAndMayHaveTheNodesThatItSays() throws IOException {
    Reading.Job job = read("job");
    PodSet main = job.podSets().getFirst();

    assertThat(main.requests().of(Resources.CPU)).isEqualTo(96_000);
    assertThat(main.requests().of(Resources.MEMORY)).isEqualTo(513L << 30);
    assertThat(main.nodeSelector()).isEqualTo(Map.of("zone", "north"));
    assertThat(main.nodeAffinity())
        .containsExactly(
            new NodeAffinityTerm(
                "nvidia.com/gpu.product", NodeAffinityTerm.Operator.IN, List.of("NVIDIA-H200")));
    assertThat(main.tolerations()).containsExactly(new Toleration("spot", "Exists", "", ""));
    assertThat(job.maxRuntimeSeconds()).isEqualTo(7200);
    assertThat(job.graceSeconds()).isEqualTo(120);
    assertThat(job.name()).isEqualTo("train");
    assertThat(read("volcano").podSets().getLast().device().migProfile()).isEqualTo("3g.40gb");
    assertThat(read("volcano").graceSeconds()).isNull();
  }

  /// A field that is set in a good manifest, and where the fault is.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          job | spec/backoffLimit | 3 | /m/spec/backoffLimit
          job | spec/ttlSecondsAfterFinished | 60 | /m/spec/ttlSecondsAfterFinished
          job | spec/managedBy | me | /m/spec/managedBy
          job | spec/parallelism | 1 | /m/spec/parallelism
          job | metadata/labels/gpuaas.io~1run | x | /m/metadata/labels/gpuaas.io~1run
          job | spec/template/spec/nodeName | n1 | /m/spec/template/spec/nodeName
          job | spec/template/spec/hostNetwork | true | /m/spec/template/spec/hostNetwork
          job | spec/template/spec/serviceAccountName | admin | /m/spec/template/spec/serviceAccountName
          job | spec/template/spec/priorityClassName | top | /m/spec/template/spec/priorityClassName
          job | spec/template/spec/restartPolicy | OnFailure | /m/spec/template/spec/restartPolicy
          job | spec/template/spec/affinity/podAffinity | x | /m/spec/template/spec/affinity/podAffinity
          job | spec/template/spec/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution | x | /m/spec/template/spec/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution
          jobset | spec/failurePolicy/maxRestarts | 3 | /m/spec/failurePolicy/maxRestarts
          trainjob | spec/managedBy | me | /m/spec/managedBy
          rayjob | spec/submissionMode | K8sJobMode | /m/spec/submissionMode
          rayjob | spec/backoffLimit | 1 | /m/spec/backoffLimit
          rayjob | spec/clusterSelector | x | /m/spec/clusterSelector
          rayjob | spec/rayClusterSpec/enableInTreeAutoscaling | true | /m/spec/rayClusterSpec/enableInTreeAutoscaling
          pytorchjob | spec/elasticPolicy | x | /m/spec/elasticPolicy
          pytorchjob | spec/pytorchReplicaSpecs/Master/replicas | 2 | /m/spec/pytorchReplicaSpecs/Master/replicas
          pytorchjob | spec/runPolicy/backoffLimit | 2 | /m/spec/runPolicy/backoffLimit
          lws | spec/replicas | 2 | /m/spec/replicas
          volcano | spec/queue | q | /m/spec/queue
          volcano | spec/schedulerName | other | /m/spec/schedulerName
          """)
  void whatIsNotTheUsersToSayIsNamedWithItsPlace(
      String file, String path, String value, String pointer) throws IOException {
    List<String> names =
        List.of(path.split("/", -1)).stream().map(it -> it.replace("~1", "/")).toList();
    Object set = value.matches("[0-9]+") ? Integer.valueOf(value) : value;
    set = value.equals("true") ? true : set;
    assertThat(faults(manifest(file).withAt(names, set)))
        .extracting(Fault::pointer)
        .containsExactly(pointer);
  }

  private static Tree withContainer(Tree container) throws IOException {
    return manifest("job")
        .withAt(List.of("spec", "template", "spec", "containers"), List.of(container));
  }

  private static Tree container(Tree more) {
    return Tree.of("name", "c", "image", "i").merge(more);
  }

  @Test
  void containersHaveNoRightsOverTheirNode() throws IOException {
    Tree rights =
        Tree.of(
            "privileged", true,
            "allowPrivilegeEscalation", true,
            "capabilities", Tree.of("add", List.of("SYS_ADMIN")));
    String at = "/m/spec/template/spec/containers/0/securityContext";
    assertThat(faults(withContainer(container(Tree.of("securityContext", rights)))))
        .extracting(Fault::pointer)
        .containsExactly(
            at + "/privileged", at + "/allowPrivilegeEscalation", at + "/capabilities/add");
    Tree locks = Tree.of("capabilities", Tree.of("add", List.of("IPC_LOCK")));
    assertThat(faults(withContainer(container(Tree.of("securityContext", locks))))).isEmpty();
  }

  @Test
  void volumesOfNodesAndOurNamesAreRefused() throws IOException {
    Tree manifest =
        manifest("job")
            .withAt(
                List.of("spec", "template", "spec", "volumes"),
                List.of(
                    Tree.of("name", "host", "hostPath", Tree.of("path", "/")),
                    Tree.of("name", "shm", "emptyDir", Tree.EMPTY)));
    assertThat(faults(manifest))
        .extracting(Fault::pointer)
        .containsExactly(
            "/m/spec/template/spec/volumes/0/hostPath", "/m/spec/template/spec/volumes/1/name");
  }

  @Test
  void amountsThatAreNoneAndContainersThatAreMissingAreNamed() throws IOException {
    Tree bad = Tree.of("resources", Tree.of("limits", Tree.of("cpu", "many")));
    assertThat(faults(withContainer(container(bad))))
        .extracting(Fault::pointer)
        .containsExactly("/m/spec/template/spec/containers/0/resources/limits/cpu");
    assertThat(faults(withContainer(Tree.of("name", "c"))))
        .extracting(Fault::pointer)
        .containsExactly("/m/spec/template/spec/containers/0/image");
    Tree two =
        Tree.of(
            "resources",
            Tree.of("limits", Tree.of("nvidia.com/mig-1g.10gb", "1", "nvidia.com/gpu", "1")));
    assertThat(faults(withContainer(container(two))))
        .extracting(Fault::code)
        .containsExactly("NOT_ALLOWED");
    assertThat(faults(Tree.of("apiVersion", "batch/v1", "kind", "Job")))
        .extracting(Fault::pointer)
        .containsExactly("/m/spec/template/spec/containers");
    assertThat(faults(manifest("job").with("kind", "CronJob")))
        .extracting(Fault::pointer)
        .containsExactly("/m/kind");
    assertThat(faults(manifest("jobset").withAt(List.of("spec", "replicatedJobs"), List.of())))
        .extracting(Fault::pointer)
        .containsExactly("/m/spec");
  }

  @Test
  void aGangHasOneSize() throws IOException {
    Tree ray = manifest("rayjob");
    Tree group = ray.tree("spec", "rayClusterSpec").trees("workerGroupSpecs").getFirst();
    Tree elastic =
        ray.withAt(
            List.of("spec", "rayClusterSpec", "workerGroupSpecs"),
            List.of(group.with("maxReplicas", 4)));
    assertThat(faults(elastic))
        .extracting(Fault::pointer)
        .containsExactly("/m/spec/rayClusterSpec/workerGroupSpecs/0/maxReplicas");
    Tree set = manifest("jobset");
    Tree job = set.tree("spec").trees("replicatedJobs").getFirst();
    Tree many =
        set.withAt(List.of("spec", "replicatedJobs"), List.of(job.with("replicas", 2), job));
    assertThat(faults(many))
        .extracting(Fault::pointer)
        .containsExactly(
            "/m/spec/replicatedJobs/0/replicas", "/m/spec/replicatedJobs/1/template/spec/template");
  }
}
