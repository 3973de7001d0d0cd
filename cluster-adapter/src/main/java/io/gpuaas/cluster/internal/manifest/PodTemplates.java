package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.placement.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The pod template of a pod set, the same for every backend but for the container's name, how pods
/// get to their nodes and find each other, and what the backend adds.
public final class PodTemplates {
  /// Pods wait behind this gate until each has been told its node.
  public static final String GATE = RunShape.PREFIX + "placement";

  private static final String GPU_TAINT = Resources.GPU;
  private final RunShape shape;

  public PodTemplates(RunShape shape) {
    this.shape = shape;
  }

  /// How the pods of a pod set get to the nodes that were chosen.
  public enum Pinning {
    /// Each pod is gated until it has been told its node: ranks keep their order.
    EACH_POD,
    /// Every pod may take any node of the set: whole-node pods get one each, in any order.
    NODE_SET
  }

  /// What a backend says of a template.
  ///
  /// @param container name of the one that runs the job's command
  /// @param rendezvous null where the pods are told by somebody else
  record Role(String container, Pinning pinning, @Nullable Rendezvous rendezvous) {}

  Tree template(Group group, Role role) {
    JobSpec spec = shape.command().spec();
    Tree podSpec =
        Tree.of(
                "restartPolicy", "Never",
                "automountServiceAccountToken", false,
                "enableServiceLinks", false,
                "terminationGracePeriodSeconds", spec.graceSeconds(),
                "schedulerName", shape.site().schedulerName(),
                "priorityClassName", shape.priorityClass(),
                "subdomain", shape.name(),
                "securityContext", shape.site().isolation().podSecurityContext(),
                "containers", List.of(container(group, role)),
                "resourceClaims", shape.site().devices().podClaims(shape, group),
                "tolerations", tolerations(group.podSet()),
                "volumes", volumes(role))
            .merge(placement(group, role.pinning()));
    return Tree.of("metadata", metadata(group), "spec", podSpec);
  }

  private Tree metadata(Group group) {
    Tree labels = shape.labels().with(RunShape.POD_SET, group.podSet().name());
    return Tree.of("labels", labels, "annotations", annotations());
  }

  /// A gang bears no voluntary disruption: tools that move pods to save nodes leave them alone.
  private Tree annotations() {
    return Tree.of(
            "cluster-autoscaler.kubernetes.io/safe-to-evict", "false",
            "descheduler.alpha.kubernetes.io/prefer-no-eviction", "true",
            "karpenter.sh/do-not-disrupt", "true")
        .merge(shape.fabric().annotations())
        .merge(metrics())
        .merge(simulation());
  }

  private Tree metrics() {
    int port = shape.companions().metricsPort();
    return port == 0
        ? Tree.EMPTY
        : Tree.of(
            "prometheus.io/scrape", "true",
            "prometheus.io/port", Integer.toString(port),
            "prometheus.io/path", "/metrics");
  }

  /// Fake kubelets of a test bed run a pod that long; real ones have no use for it.
  private Tree simulation() {
    JobSpec.Simulation simulation = shape.command().spec().simulation();
    if (simulation == null) {
      return Tree.EMPTY;
    }
    long millis = Math.max(0, simulation.runMillis() - shape.command().savedMillis());
    return Tree.of(
        "testbed.gpuaas.io/duration",
        millis + "ms",
        "testbed.gpuaas.io/exit-code",
        Integer.toString(simulation.exitCode()));
  }

  private Tree container(Group group, Role role) {
    JobSpec spec = shape.command().spec();
    Tree limits = resources(group.podSet());
    Tree resources =
        Tree.of(
            "requests", limits,
            "limits", limits,
            "claims", shape.site().devices().containerClaims(shape, group));
    Tree security =
        shape.site().isolation().containerSecurityContext().merge(shape.fabric().securityContext());
    return Tree.of(
        "name", role.container(),
        "image", spec.image(),
        "command", spec.command(),
        "args", spec.args(),
        "env", new Environment(shape, group).variables(role.rendezvous()),
        "envFrom", environmentFrom(),
        "ports", ports(),
        "resources", resources,
        "securityContext", security,
        "volumeMounts", mounts(role));
  }

  private List<Tree> environmentFrom() {
    List<Tree> all = new ArrayList<>(shape.site().storage().environmentFrom());
    all.addAll(new DataMounts(shape).environmentFrom());
    return all;
  }

  private List<Tree> ports() {
    int port = shape.companions().metricsPort();
    return port == 0 ? List.of() : List.of(Tree.of("name", "metrics", "containerPort", port));
  }

  /// Requests equal limits: extended resources demand it, and so do exclusive processors.
  private Tree resources(PodSet podSet) {
    return shape.site().devices().amounts(podSet).merge(shape.fabric().resources());
  }

  /// Those of the devices, of the job, and of the nodes that its flavor bears the taints of.
  private List<Tree> tolerations(PodSet podSet) {
    List<Tree> all = ownTolerations(podSet);
    for (Taint taint : shape.taints()) {
      boolean bears = podSet.tolerations().stream().anyMatch(it -> it.tolerates(taint));
      if (!bears) {
        all.add(
            Tree.of(
                "key", taint.key(),
                "operator", "Equal",
                "value", taint.value(),
                "effect", taint.effect()));
      }
    }
    return all;
  }

  /// Those of the devices and of the job.
  static List<Tree> ownTolerations(PodSet podSet) {
    List<Tree> all = new ArrayList<>();
    all.add(Tree.of("key", GPU_TAINT, "operator", "Exists", "effect", "NoSchedule"));
    for (Toleration toleration : podSet.tolerations()) {
      all.add(
          Tree.of(
              "key", toleration.key(),
              "operator", toleration.operator(),
              "value", toleration.value(),
              "effect", toleration.effect()));
    }
    return all;
  }

  private static boolean hasHostFile(Role role) {
    return role.rendezvous() != null && role.rendezvous().isNeeded();
  }

  private List<Tree> volumes(Role role) {
    List<Tree> volumes = new ArrayList<>();
    Tree memory = Tree.of("medium", "Memory", "sizeLimit", shape.site().sharedMemory());
    volumes.add(Tree.of("name", "shm", "emptyDir", memory));
    volumes.addAll(shape.site().storage().volumes(shape));
    volumes.addAll(new DataMounts(shape).volumes());
    if (hasHostFile(role)) {
      volumes.add(configMap("hosts", Surroundings.hostsName(shape)));
    }
    if (shape.fabric().hasTopologyFile()) {
      volumes.add(configMap("nccl", shape.fabric().topologyFile()));
    }
    return volumes;
  }

  private static Tree configMap(String volume, String name) {
    return Tree.of("name", volume, "configMap", Tree.of("name", name));
  }

  private List<Tree> mounts(Role role) {
    List<Tree> mounts = new ArrayList<>();
    mounts.add(Tree.of("name", "shm", "mountPath", "/dev/shm"));
    mounts.addAll(shape.site().storage().mounts(shape));
    mounts.addAll(new DataMounts(shape).mounts());
    if (hasHostFile(role)) {
      mounts.add(readOnly("hosts", Rendezvous.HOST_FILE_FOLDER));
    }
    if (shape.fabric().hasTopologyFile()) {
      mounts.add(readOnly("nccl", Fabric.TOPOLOGY_FOLDER));
    }
    return mounts;
  }

  private static Tree readOnly(String name, String path) {
    return Tree.of("name", name, "mountPath", path, "readOnly", true);
  }

  private Tree placement(Group group, Pinning pinning) {
    if (group.nodes().isEmpty()) {
      return unpinned(group.podSet());
    }
    if (group.isSpread() && pinning == Pinning.EACH_POD) {
      return Tree.of("schedulingGates", List.of(Tree.of("name", GATE)));
    }
    return Tree.of("affinity", onNodes(new TreeSet<>(group.nodes()).stream().toList()));
  }

  /// Exactly these nodes, by name: the label of the host may differ from it.
  public static Tree onNodes(List<String> nodes) {
    List<Tree> terms =
        nodes.stream()
            .map(
                node ->
                    Tree.of(
                        "matchFields",
                        List.of(
                            Tree.of(
                                "key", "metadata.name",
                                "operator", "In",
                                "values", List.of(node)))))
            .toList();
    return required(terms);
  }

  private static Tree required(List<Tree> terms) {
    return Tree.of(
        "nodeAffinity",
        Tree.of(
            "requiredDuringSchedulingIgnoredDuringExecution", Tree.of("nodeSelectorTerms", terms)));
  }

  /// Where the cluster places, it is told what the job asked for.
  static Tree unpinned(PodSet podSet) {
    List<Tree> expressions = new ArrayList<>();
    for (NodeAffinityTerm term : podSet.nodeAffinity()) {
      expressions.add(
          Tree.of("key", term.key(), "operator", operator(term), "values", term.values()));
    }
    Tree affinity =
        expressions.isEmpty()
            ? Tree.EMPTY
            : required(List.of(Tree.of("matchExpressions", expressions)));
    return Tree.of("nodeSelector", Tree.texts(podSet.nodeSelector()), "affinity", affinity);
  }

  private static String operator(NodeAffinityTerm term) {
    return switch (term.operator()) {
      case IN -> "In";
      case NOT_IN -> "NotIn";
      case EXISTS -> "Exists";
      case DOES_NOT_EXIST -> "DoesNotExist";
      case GT -> "Gt";
      case LT -> "Lt";
    };
  }

  /// Longest run of the attempt, in whole seconds; 0 for none.
  static long maxRuntimeSeconds(RunShape shape) {
    return Duration.ofMillis(shape.command().spec().maxRuntimeMillis()).toSeconds();
  }
}
