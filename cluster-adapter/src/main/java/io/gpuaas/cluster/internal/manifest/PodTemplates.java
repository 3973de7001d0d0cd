package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Toleration;
import io.gpuaas.placement.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// The pod template of a pod set, the same for every backend but for the container's name, how pods
/// get to their nodes, and what the backend adds.
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

  public Tree template(Group group, String container, Pinning pinning) {
    Tree podSpec =
        Tree.of(
                "restartPolicy", "Never",
                "automountServiceAccountToken", false,
                "enableServiceLinks", false,
                "terminationGracePeriodSeconds", shape.command().spec().graceSeconds(),
                "schedulerName", shape.site().schedulerName(),
                "priorityClassName", priorityClass(),
                "subdomain", shape.name(),
                "containers", List.of(container(group, container)),
                "tolerations", tolerations(group.podSet()),
                "volumes", volumes())
            .merge(placement(group, pinning));
    return Tree.of("metadata", metadata(group), "spec", podSpec);
  }

  private Tree metadata(Group group) {
    Tree labels = shape.labels().with(RunShape.POD_SET, group.podSet().name());
    Tree annotations = usesFabric() ? shape.site().fabric().annotations() : Tree.EMPTY;
    return Tree.of("labels", labels, "annotations", annotations.merge(simulation()));
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

  private String priorityClass() {
    return shape.site().priorityClasses().getOrDefault(shape.command().spec().priorityClass(), "");
  }

  private boolean usesFabric() {
    return shape.site().fabric().isUsed(shape.nodeCount());
  }

  private Tree container(Group group, String name) {
    JobSpec spec = shape.command().spec();
    Tree resources = resources(group.podSet());
    Tree security = Tree.of("allowPrivilegeEscalation", false);
    return Tree.of(
        "name", name,
        "image", spec.image(),
        "command", spec.command(),
        "args", spec.args(),
        "env", new Environment(shape, group).variables(usesFabric()),
        "resources", Tree.of("requests", resources, "limits", resources),
        "securityContext",
            usesFabric() ? security.merge(shape.site().fabric().securityContext()) : security,
        "volumeMounts", mounts());
  }

  /// Requests equal limits: extended resources demand it, and so do exclusive processors.
  private Tree resources(PodSet podSet) {
    return amounts(podSet).merge(usesFabric() ? shape.site().fabric().resources() : Tree.EMPTY);
  }

  /// Amounts of one pod as Kubernetes writes them; a MIG profile is a resource of its own.
  static Tree amounts(PodSet podSet) {
    TreeMap<String, Object> texts = new TreeMap<>();
    ResourceAmounts requests = podSet.requests();
    requests
        .byName()
        .forEach(
            (resource, amount) -> {
              if (amount > 0 && !resource.equals(Resources.PODS)) {
                texts.put(resource, Quantity.format(resource, amount));
              }
            });
    DeviceShare device = podSet.device();
    if (!device.isWhole()) {
      texts.remove(Resources.GPU);
    }
    if (!device.migProfile().isEmpty()) {
      texts.put("nvidia.com/mig-" + device.migProfile(), "1");
    }
    return new Tree(texts);
  }

  private List<Tree> tolerations(PodSet podSet) {
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

  private List<Tree> volumes() {
    List<Tree> volumes = new ArrayList<>();
    volumes.add(
        Tree.of(
            "name",
            "shm",
            "emptyDir",
            Tree.of("medium", "Memory", "sizeLimit", shape.site().sharedMemory())));
    if (!shape.site().checkpointClass().isEmpty()) {
      volumes.add(
          Tree.of(
              "name",
              "checkpoints",
              "persistentVolumeClaim",
              Tree.of("claimName", Surroundings.claimName(shape))));
    }
    return volumes;
  }

  private List<Tree> mounts() {
    Tree shm = Tree.of("name", "shm", "mountPath", "/dev/shm");
    Tree checkpoints = Tree.of("name", "checkpoints", "mountPath", Environment.CHECKPOINTS);
    return shape.site().checkpointClass().isEmpty() ? List.of(shm) : List.of(shm, checkpoints);
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
  private static Tree unpinned(PodSet podSet) {
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
