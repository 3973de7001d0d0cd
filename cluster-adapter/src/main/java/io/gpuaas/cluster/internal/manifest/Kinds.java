package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import java.util.List;

/// The kinds that we write or watch. Four of them are called PodGroup and two Job, so each is named
/// with its group.
public final class Kinds {
  public static final Kind NAMESPACE = new Kind("", "v1", "Namespace", "namespaces");
  public static final Kind NODE = new Kind("", "v1", "Node", "nodes");
  public static final Kind POD = new Kind("", "v1", "Pod", "pods");
  public static final Kind EVENT = new Kind("", "v1", "Event", "events");
  public static final Kind SERVICE = new Kind("", "v1", "Service", "services");
  public static final Kind CLAIM =
      new Kind("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims");
  public static final Kind LEASE = new Kind("coordination.k8s.io", "v1", "Lease", "leases");
  public static final Kind CONFIG_MAP = new Kind("", "v1", "ConfigMap", "configmaps");
  public static final Kind RESOURCE_QUOTA = new Kind("", "v1", "ResourceQuota", "resourcequotas");
  public static final Kind DEPLOYMENT = new Kind("apps", "v1", "Deployment", "deployments");
  public static final Kind CLAIM_TEMPLATE =
      new Kind("resource.k8s.io", "v1", "ResourceClaimTemplate", "resourceclaimtemplates");
  public static final Kind CLAIM_OF_DEVICES =
      new Kind("resource.k8s.io", "v1", "ResourceClaim", "resourceclaims");
  public static final Kind COMPUTE_DOMAIN =
      new Kind("resource.nvidia.com", "v1beta1", "ComputeDomain", "computedomains");
  public static final Kind JOB = new Kind("batch", "v1", "Job", "jobs");
  public static final Kind NETWORK_POLICY =
      new Kind("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies");
  public static final Kind DISRUPTION_BUDGET =
      new Kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets");
  public static final Kind JOB_SET = new Kind("jobset.x-k8s.io", "v1alpha2", "JobSet", "jobsets");
  public static final Kind LEADER_WORKER_SET =
      new Kind("leaderworkerset.x-k8s.io", "v1", "LeaderWorkerSet", "leaderworkersets");
  public static final Kind TRAIN_JOB =
      new Kind("trainer.kubeflow.org", "v1alpha1", "TrainJob", "trainjobs");
  public static final Kind TRAINING_RUNTIME =
      new Kind(
          "trainer.kubeflow.org", "v1alpha1", "ClusterTrainingRuntime", "clustertrainingruntimes");
  public static final Kind PYTORCH_JOB =
      new Kind("kubeflow.org", "v1", "PyTorchJob", "pytorchjobs");
  public static final Kind RAY_CLUSTER = new Kind("ray.io", "v1", "RayCluster", "rayclusters");
  public static final Kind RAY_JOB = new Kind("ray.io", "v1", "RayJob", "rayjobs");
  public static final Kind COSCHEDULING_GROUP =
      new Kind("scheduling.x-k8s.io", "v1alpha1", "PodGroup", "podgroups");
  public static final Kind NATIVE_WORKLOAD =
      new Kind("scheduling.k8s.io", "v1beta1", "Workload", "workloads");
  public static final Kind NATIVE_GROUP =
      new Kind("scheduling.k8s.io", "v1beta1", "PodGroup", "podgroups");
  public static final Kind KAI_GROUP =
      new Kind("scheduling.run.ai", "v2alpha2", "PodGroup", "podgroups");
  public static final Kind KAI_TOPOLOGY =
      new Kind("kai.scheduler", "v1alpha1", "Topology", "topologies");
  public static final Kind VOLCANO_HYPER_NODE =
      new Kind("topology.volcano.sh", "v1alpha1", "HyperNode", "hypernodes");
  public static final Kind VOLCANO_COMMAND =
      new Kind("bus.volcano.sh", "v1alpha1", "Command", "commands");
  public static final Kind VOLCANO_JOB = new Kind("batch.volcano.sh", "v1alpha1", "Job", "jobs");
  public static final Kind KUEUE_TOPOLOGY =
      new Kind("kueue.x-k8s.io", "v1beta2", "Topology", "topologies");
  public static final Kind KUEUE_FLAVOR =
      new Kind("kueue.x-k8s.io", "v1beta2", "ResourceFlavor", "resourceflavors");
  public static final Kind KUEUE_COHORT =
      new Kind("kueue.x-k8s.io", "v1beta2", "Cohort", "cohorts");
  public static final Kind KUEUE_CLUSTER_QUEUE =
      new Kind("kueue.x-k8s.io", "v1beta2", "ClusterQueue", "clusterqueues");
  public static final Kind KUEUE_LOCAL_QUEUE =
      new Kind("kueue.x-k8s.io", "v1beta2", "LocalQueue", "localqueues");
  public static final Kind KAI_QUEUE = new Kind("scheduling.run.ai", "v2", "Queue", "queues");
  public static final Kind VOLCANO_QUEUE =
      new Kind("scheduling.volcano.sh", "v1beta1", "Queue", "queues");
  public static final Kind KUEUE_WORKLOAD =
      new Kind("kueue.x-k8s.io", "v1beta2", "Workload", "workloads");

  private static final List<Kind> ALL =
      List.of(
          NAMESPACE,
          NODE,
          POD,
          SERVICE,
          CLAIM,
          LEASE,
          CONFIG_MAP,
          RESOURCE_QUOTA,
          DEPLOYMENT,
          CLAIM_TEMPLATE,
          COMPUTE_DOMAIN,
          JOB,
          NETWORK_POLICY,
          DISRUPTION_BUDGET,
          JOB_SET,
          LEADER_WORKER_SET,
          TRAIN_JOB,
          TRAINING_RUNTIME,
          PYTORCH_JOB,
          RAY_CLUSTER,
          RAY_JOB,
          COSCHEDULING_GROUP,
          NATIVE_WORKLOAD,
          NATIVE_GROUP,
          KAI_GROUP,
          KAI_TOPOLOGY,
          VOLCANO_HYPER_NODE,
          VOLCANO_COMMAND,
          VOLCANO_JOB,
          KUEUE_TOPOLOGY,
          KUEUE_FLAVOR,
          KUEUE_COHORT,
          KUEUE_CLUSTER_QUEUE,
          KUEUE_LOCAL_QUEUE,
          KAI_QUEUE,
          VOLCANO_QUEUE,
          KUEUE_WORKLOAD);

  private Kinds() {}

  /// The kind of an object that we render.
  public static Kind of(Tree object) {
    for (Kind kind : ALL) {
      if (kind.apiVersion().equals(object.text("apiVersion"))
          && kind.kind().equals(object.text("kind"))) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "%s %s is no kind that is known here."
            .formatted(object.text("apiVersion"), object.text("kind")));
  }
}
