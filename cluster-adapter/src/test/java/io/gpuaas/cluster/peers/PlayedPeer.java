package io.gpuaas.cluster.peers;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A peer that cannot be run here, played on a real API server: its kinds are defined by our
/// schemas of them, which the server enforces, and its controllers are those of [ModelledCluster].
/// Job controller, kubelets and garbage collection are real.
public final class PlayedPeer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PlayedPeer.class);
  private static final long TICK_MILLIS = 150;

  /// Kinds that belong to no namespace.
  private static final List<Kind> SHARED =
      List.of(Kinds.KAI_QUEUE, Kinds.KAI_TOPOLOGY, Kinds.VOLCANO_QUEUE, Kinds.VOLCANO_HYPER_NODE);

  private final KubernetesClient client;
  private final ScheduledExecutorService turns =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  private PlayedPeer(KubernetesClient client, List<Kind> kinds, List<Controller> controllers) {
    this.client = client;
    kinds.forEach(this::define);
    ServerObjects objects = new ServerObjects(client, kinds.toArray(Kind[]::new));
    var _ =
        turns.scheduleWithFixedDelay(
            () -> controllers.forEach(each -> act(each, objects)),
            0,
            TICK_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /// KAI's scheduler.
  ///
  /// @param client is closed with it
  public static PlayedPeer kai(KubernetesClient client, String... queues) {
    return new PlayedPeer(
        client,
        List.of(Kinds.KAI_GROUP, Kinds.KAI_QUEUE, Kinds.KAI_TOPOLOGY),
        List.of(new KaiScheduler(List.of(queues))));
  }

  /// Volcano's controllers and scheduler.
  public static PlayedPeer volcano(KubernetesClient client, String... queues) {
    return new PlayedPeer(
        client,
        List.of(
            Kinds.VOLCANO_JOB,
            Kinds.VOLCANO_COMMAND,
            Kinds.VOLCANO_QUEUE,
            Kinds.VOLCANO_HYPER_NODE),
        List.of(new VolcanoController(List.of(queues)), new PlainScheduler("volcano")));
  }

  /// The training operator v1; kube-scheduler is the real one.
  public static PlayedPeer trainingOperator(KubernetesClient client) {
    return new PlayedPeer(client, List.of(Kinds.PYTORCH_JOB), List.of(new TrainingOperator()));
  }

  /// What one turn could not do the next one does.
  private static void act(Controller controller, ServerObjects objects) {
    try {
      controller.act(objects);
    } catch (KubernetesClientException e) {
      LOG.warn("a played controller tries again: {}", e.getMessage());
    }
  }

  private void define(Kind kind) {
    String apiVersion = kind.group() + "/" + kind.version();
    Tree schema = new Schemas().definition(apiVersion + "/" + kind.kind());
    Tree version =
        Tree.of(
            "name", kind.version(),
            "served", true,
            "storage", true,
            "subresources", Tree.EMPTY.with("status", Tree.EMPTY),
            "schema", Tree.of("openAPIV3Schema", schema));
    Tree names =
        Tree.of(
            "kind", kind.kind(),
            "listKind", kind.kind() + "List",
            "plural", kind.plural(),
            "singular", kind.kind().toLowerCase(Locale.ROOT));
    Tree definition =
        Tree.of(
            "apiVersion",
            "apiextensions.k8s.io/v1",
            "kind",
            "CustomResourceDefinition",
            "metadata",
            Tree.of("name", kind.plural() + "." + kind.group()),
            "spec",
            Tree.of(
                "group",
                kind.group(),
                "scope",
                SHARED.contains(kind) ? "Cluster" : "Namespaced",
                "names",
                names,
                "versions",
                List.of(version)));
    String text = client.getKubernetesSerialization().asJson(definition.plain());
    client
        .load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
        .items()
        .forEach(it -> client.resource(it).fieldManager("played").serverSideApply());
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName(kind.plural() + "." + kind.group())
        .waitUntilCondition(it -> it != null && isEstablished(read(it)), 60, TimeUnit.SECONDS);
  }

  private Tree read(Object object) {
    return Tree.read(client.getKubernetesSerialization().convertValue(object, Map.class));
  }

  private static boolean isEstablished(Tree definition) {
    return definition.isTrue("Established");
  }

  @Override
  public void close() {
    turns.shutdownNow();
    client.close();
  }
}
