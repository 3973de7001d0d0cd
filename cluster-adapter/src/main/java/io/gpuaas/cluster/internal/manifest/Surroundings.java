package io.gpuaas.cluster.internal.manifest;

import java.util.ArrayList;
import java.util.List;

/// What a run needs around its pods, the same for every backend: names to find each other by, walls
/// around them, protection from voluntary disruption, a place for checkpoints.
final class Surroundings {
  private static final String NAME = "kubernetes.io/metadata.name";

  private Surroundings() {}

  /// The volume is the job's, not the run's: the next attempt goes on from it.
  static String claimName(RunShape shape) {
    return "checkpoints-"
        + RunShape.nameOf(new io.gpuaas.core.RunId(shape.command().job().value()));
  }

  /// Objects that outlive the run and have no owner.
  static List<Manifest> lasting(RunShape shape) {
    List<Manifest> objects = new ArrayList<>();
    if (shape.site().createsNamespaces()) {
      objects.add(namespace(shape));
    }
    if (!shape.site().checkpointClass().isEmpty()) {
      objects.add(claim(shape));
    }
    return objects;
  }

  private static Manifest namespace(RunShape shape) {
    Tree labels =
        Tree.of(
            "app.kubernetes.io/managed-by",
            "gpuaas",
            RunShape.INSTANCE,
            shape.site().instance(),
            RunShape.PREFIX + "project",
            shape.command().project());
    Tree metadata = Tree.of("name", shape.namespace(), "labels", labels);
    return Manifest.apply(Kinds.NAMESPACE, metadata, Tree.EMPTY);
  }

  private static Manifest claim(RunShape shape) {
    Tree labels =
        Tree.of(
            "app.kubernetes.io/managed-by",
            "gpuaas",
            RunShape.INSTANCE,
            shape.site().instance(),
            RunShape.JOB,
            shape.command().job().value());
    Tree metadata =
        Tree.of("name", claimName(shape), "namespace", shape.namespace(), "labels", labels);
    Tree spec =
        Tree.of(
            "accessModes", List.of("ReadWriteMany"),
            "storageClassName", shape.site().checkpointClass(),
            "resources", Tree.of("requests", Tree.of("storage", shape.site().checkpointSize())));
    return Manifest.apply(Kinds.CLAIM, metadata, Tree.of("spec", spec));
  }

  /// Objects that go with the run.
  static List<Manifest> ofRun(RunShape shape) {
    List<Manifest> objects = new ArrayList<>();
    if (shape.pods() > 1) {
      objects.add(service(shape));
    }
    if (shape.site().networkPolicies()) {
      objects.add(networkPolicy(shape));
    }
    objects.add(disruptionBudget(shape));
    return objects;
  }

  private static Tree ownPods(RunShape shape) {
    return Tree.of("matchLabels", Tree.of(RunShape.RUN, shape.command().run().value()));
  }

  /// Pods find each other before they are ready.
  private static Manifest service(RunShape shape) {
    Tree spec =
        Tree.of(
            "clusterIP",
            "None",
            "publishNotReadyAddresses",
            true,
            "selector",
            Tree.of(RunShape.RUN, shape.command().run().value()),
            "ports",
            List.of(
                Tree.of(
                    "name",
                    "rendezvous",
                    "port",
                    Environment.PORT,
                    "targetPort",
                    Environment.PORT,
                    "protocol",
                    "TCP")));
    return Manifest.apply(Kinds.SERVICE, shape.metadata(shape.name()), Tree.of("spec", spec));
  }

  /// Nothing comes in but from the run's own pods, on any port, since collective libraries choose
  /// theirs; nothing goes out but to them, to DNS, and where the site allows.
  private static Manifest networkPolicy(RunShape shape) {
    Tree own = Tree.of("podSelector", ownPods(shape));
    Tree dns =
        Tree.of(
            "namespaceSelector", Tree.of("matchLabels", Tree.of(NAME, "kube-system")),
            "podSelector", Tree.of("matchLabels", Tree.of("k8s-app", "kube-dns")));
    List<Tree> ports =
        List.of(Tree.of("protocol", "UDP", "port", 53), Tree.of("protocol", "TCP", "port", 53));
    List<Tree> egress = new ArrayList<>();
    egress.add(Tree.of("to", List.of(own)));
    egress.add(Tree.of("to", List.of(dns), "ports", ports));
    for (String range : shape.site().egress()) {
      egress.add(Tree.of("to", List.of(Tree.of("ipBlock", Tree.of("cidr", range)))));
    }
    Tree spec =
        Tree.of(
            "podSelector", ownPods(shape),
            "policyTypes", List.of("Ingress", "Egress"),
            "ingress", List.of(Tree.of("from", List.of(own))),
            "egress", egress);
    return Manifest.apply(
        Kinds.NETWORK_POLICY, shape.metadata(shape.name()), Tree.of("spec", spec));
  }

  /// A gang bears no voluntary disruption. A whole number, since a Job has no scale to take a
  /// percentage of.
  private static Manifest disruptionBudget(RunShape shape) {
    Tree spec =
        Tree.of(
            "minAvailable", shape.pods(),
            "selector", ownPods(shape),
            "unhealthyPodEvictionPolicy", "AlwaysAllow");
    return Manifest.apply(
        Kinds.DISRUPTION_BUDGET, shape.metadata(shape.name()), Tree.of("spec", spec));
  }
}
