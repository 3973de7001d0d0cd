package io.gpuaas.cluster.internal.manifest;

import java.util.List;

/// A TensorBoard over the checkpoints of a job that asks for one. Its pod has none of the run's
/// labels: it is no member of the gang. It has no sign-in of its own, so only the namespace of the
/// proxy in front of it may reach it.
final class TensorBoard {
  private static final int PORT = 6006;
  private static final String LABEL = RunShape.PREFIX + "tensorboard";
  private final RunShape shape;
  private final String name;

  TensorBoard(RunShape shape) {
    this.shape = shape;
    this.name = shape.name() + "-tb";
  }

  List<Manifest> objects() {
    if (shape.companions().tensorBoardLogs().isEmpty()) {
      return List.of();
    }
    Tree port = Tree.of("name", "http", "port", PORT, "targetPort", "http");
    Tree service = Tree.of("selector", own(), "ports", List.of(port));
    return List.of(
        wall(),
        Manifest.apply(Kinds.DEPLOYMENT, metadata(), Tree.of("spec", deployment())),
        Manifest.apply(Kinds.SERVICE, metadata(), Tree.of("spec", service)));
  }

  private Tree own() {
    return Tree.of(LABEL, shape.name());
  }

  private Tree metadata() {
    return shape.metadata(name);
  }

  private Tree deployment() {
    Tree labels = shape.site().ownLabels().without(RunShape.INSTANCE).merge(own());
    return Tree.of(
        "replicas", 1,
        "selector", Tree.of("matchLabels", own()),
        "template", Tree.of("metadata", Tree.of("labels", labels), "spec", podSpec()));
  }

  private Tree podSpec() {
    Storage storage = shape.site().storage();
    Tree volumes =
        storage.isVolume()
            ? Tree.of("volumes", List.of(storage.volumes(shape).getFirst()))
            : Tree.EMPTY;
    return Tree.of(
            "automountServiceAccountToken",
            false,
            "enableServiceLinks",
            false,
            "securityContext",
            shape.site().isolation().podSecurityContext(),
            "containers",
            List.of(container()))
        .merge(volumes);
  }

  private Tree container() {
    Storage storage = shape.site().storage();
    String root = storage.environment(shape).getFirst().text("value");
    String logs = root + "/" + shape.companions().tensorBoardLogs();
    Tree mounts =
        storage.isVolume()
            ? Tree.of("volumeMounts", List.of(storage.mount(shape).with("readOnly", true)))
            : Tree.EMPTY;
    return Tree.of(
            "name", "tensorboard",
            "image", shape.site().extras().tensorBoardImage(),
            "command",
                List.of("tensorboard", "--logdir=" + logs, "--host=0.0.0.0", "--port=" + PORT),
            "envFrom", storage.environmentFrom(),
            "ports", List.of(Tree.of("name", "http", "containerPort", PORT)),
            "resources",
                Tree.of(
                    "requests", Tree.of("cpu", "200m", "memory", "1Gi"),
                    "limits", Tree.of("memory", "2Gi")),
            "securityContext", shape.site().isolation().containerSecurityContext())
        .merge(mounts);
  }

  private Manifest wall() {
    String from = shape.site().isolation().webFrom();
    List<Tree> ingress =
        from.isEmpty()
            ? List.of()
            : List.of(new Surroundings.Opening(from, Tree.EMPTY, PORT).rule());
    Tree spec =
        Tree.of(
            "podSelector", Tree.of("matchLabels", own()),
            "policyTypes", List.of("Ingress"),
            "ingress", ingress);
    return Manifest.apply(Kinds.NETWORK_POLICY, metadata(), Tree.of("spec", spec));
  }
}
