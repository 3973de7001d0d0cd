package io.gpuaas.cluster.internal.manifest;

import java.util.ArrayList;
import java.util.List;

/// What a run needs around its pods, the same for every backend but for what a form asks for: names
/// to find each other by, walls around them, protection from voluntary disruption, a place for
/// checkpoints, a TensorBoard.
final class Surroundings {
  private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

  private final RunShape shape;
  private final Form form;

  Surroundings(RunShape shape, Form form) {
    this.shape = shape;
    this.form = form;
  }

  static String hostsName(RunShape shape) {
    return shape.name() + "-hosts";
  }

  /// Objects that outlive the run and have no owner.
  List<Manifest> lasting() {
    List<Manifest> objects = new ArrayList<>();
    if (shape.site().createsNamespaces()) {
      Tree metadata = shape.site().namespaceMetadata(shape.command().project());
      objects.add(Manifest.apply(Kinds.NAMESPACE, metadata, Tree.EMPTY));
    }
    objects.addAll(shape.site().storage().claim(shape));
    return objects;
  }

  /// Objects that go with the run.
  List<Manifest> ofRun() {
    List<Manifest> objects = new ArrayList<>();
    if (shape.pods() > 1) {
      objects.add(service());
    }
    hosts().forEach(objects::add);
    objects.addAll(shape.site().devices().objects(shape));
    if (shape.site().isolation().hasWalls()) {
      objects.add(wall());
    }
    objects.add(disruptionBudget());
    objects.addAll(new TensorBoard(shape).objects());
    return objects;
  }

  /// The hosts of the first pods that work as one; one that is alone has no file.
  private List<Manifest> hosts() {
    for (RunShape.Group group : shape.groups()) {
      Rendezvous rendezvous = form.rendezvous(shape, group);
      if (rendezvous != null && rendezvous.isNeeded()) {
        Tree data = Tree.of("data", Tree.of("hostfile", rendezvous.hostFile()));
        return List.of(Manifest.apply(Kinds.CONFIG_MAP, shape.metadata(hostsName(shape)), data));
      }
    }
    return List.of();
  }

  private Tree ownPods() {
    return Tree.of("matchLabels", Tree.of(RunShape.RUN, shape.command().run().value()));
  }

  /// Pods find each other before they are ready.
  private Manifest service() {
    Tree port =
        Tree.of(
            "name",
            "rendezvous",
            "port",
            Rendezvous.PORT,
            "targetPort",
            Rendezvous.PORT,
            "protocol",
            "TCP");
    Tree spec =
        Tree.of(
            "clusterIP",
            "None",
            "publishNotReadyAddresses",
            true,
            "selector",
            Tree.of(RunShape.RUN, shape.command().run().value()),
            "ports",
            List.of(port));
    return Manifest.apply(Kinds.SERVICE, shape.metadata(shape.name()), Tree.of("spec", spec));
  }

  /// Nothing comes in but from the run's own pods, on any port, since collective libraries choose
  /// theirs, and to the ports that its framework and its metrics open for named namespaces; nothing
  /// goes out but to its own pods, to DNS, and where the site allows.
  private Manifest wall() {
    Tree own = Tree.of("podSelector", ownPods());
    List<Tree> ingress = new ArrayList<>();
    ingress.add(Tree.of("from", List.of(own)));
    form.openings(shape).forEach(opening -> ingress.add(opening.rule()));
    int metrics = shape.companions().metricsPort();
    if (metrics > 0) {
      String from = shape.site().isolation().metricsFrom();
      ingress.add(new Opening(from, Tree.EMPTY, metrics).rule());
    }
    List<Tree> egress = new ArrayList<>();
    egress.add(Tree.of("to", List.of(own)));
    egress.add(dns());
    shape.site().isolation().egress().forEach(range -> egress.add(range(range)));
    Tree spec =
        Tree.of(
            "podSelector",
            ownPods(),
            "policyTypes",
            List.of("Ingress", "Egress"),
            "ingress",
            ingress,
            "egress",
            egress);
    return Manifest.apply(
        Kinds.NETWORK_POLICY, shape.metadata(shape.name()), Tree.of("spec", spec));
  }

  /// A port that pods of another namespace may reach.
  ///
  /// @param pods labels of those pods; empty for all of the namespace
  record Opening(String namespace, Tree pods, int port) {
    Tree rule() {
      Tree from =
          Tree.of(
              "namespaceSelector", Tree.of("matchLabels", Tree.of(NAMESPACE_NAME, namespace)),
              "podSelector", Tree.of("matchLabels", pods));
      return Tree.of("from", List.of(from), "ports", List.of(tcp(port)));
    }
  }

  private static Tree tcp(int port) {
    return Tree.of("protocol", "TCP", "port", port);
  }

  private static Tree dns() {
    Tree dns =
        Tree.of(
            "namespaceSelector",
            Tree.of("matchLabels", Tree.of(NAMESPACE_NAME, "kube-system")),
            "podSelector",
            Tree.of("matchLabels", Tree.of("k8s-app", "kube-dns")));
    return Tree.of(
        "to", List.of(dns), "ports", List.of(Tree.of("protocol", "UDP", "port", 53), tcp(53)));
  }

  /// `10.0.0.0/8`, `10.0.0.0/8:443`, `fd00::/8` or `[fd00::/8]:443`.
  private static Tree range(String text) {
    int colon = text.startsWith("[") || text.contains(".") ? text.lastIndexOf(':') : -1;
    boolean hasPort = colon > text.indexOf('/');
    String range = (hasPort ? text.substring(0, colon) : text).replaceAll("[\\[\\]]", "");
    Tree to = Tree.of("to", List.of(Tree.of("ipBlock", Tree.of("cidr", range))));
    return hasPort
        ? to.with("ports", List.of(tcp(Integer.parseInt(text.substring(colon + 1)))))
        : to;
  }

  /// A gang bears no voluntary disruption. A whole number, since a Job has no scale to take a
  /// percentage of.
  private Manifest disruptionBudget() {
    Tree spec =
        Tree.of(
            "minAvailable", shape.pods(),
            "selector", ownPods(),
            "unhealthyPodEvictionPolicy", "AlwaysAllow");
    return Manifest.apply(
        Kinds.DISRUPTION_BUDGET, shape.metadata(shape.name()), Tree.of("spec", spec));
  }
}
