package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.gpuaas.cluster.internal.follow.ApiAnswer;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.ClusterCondition;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is watched of a cluster: lists that are read once and kept current, and read anew when the
/// server no longer knows how. What cannot be reached is tried again until it can.
final class Watches implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watches.class);
  private static final long PAGE = 500;
  private static final int NOT_FOUND = 404;

  private final KubernetesClient client;
  private final ObjectApi api;
  private final String instance;
  private final InstantSource clock;
  private final List<SharedIndexInformer<GenericKubernetesResource>> informers =
      new CopyOnWriteArrayList<>();
  private final List<Kind> ours = new ArrayList<>();
  private final AtomicReference<@Nullable ClusterCondition> failing = new AtomicReference<>();

  /// @param instance whose objects are ours
  Watches(KubernetesClient client, ObjectApi api, String instance, InstantSource clock) {
    this.client = client;
    this.api = api;
    this.instance = instance;
    this.clock = clock;
  }

  /// Told of an object that is no longer there.
  interface Gone {
    /// It is not there any more.
    ///
    /// @param witnessed false when it was found missing: then its end may be long past, and the
    ///   object has its names and our labels only
    void accept(Tree object, boolean witnessed);
  }

  /// Ours of a kind; watched once, however often that is asked for.
  synchronized void ours(Kind kind, Consumer<Tree> seen, Gone gone) {
    if (ours.contains(kind)) {
      return;
    }
    ours.add(kind);
    watch(
        kind,
        client
            .genericKubernetesResources(ObjectApi.context(kind, true))
            .inAnyNamespace()
            .withLabel(RunShape.INSTANCE, instance)
            .withLimit(PAGE),
        seen,
        gone);
  }

  void nodes(Consumer<Tree> seen, Consumer<Tree> gone) {
    watch(
        Kinds.NODE,
        client.genericKubernetesResources(ObjectApi.context(Kinds.NODE, false)).withLimit(PAGE),
        seen,
        (object, _) -> gone.accept(object));
  }

  /// Pods of others that hold room of a node: bound, and not over.
  void strangers(Consumer<Tree> seen, Gone gone) {
    watch(
        Kinds.POD,
        client
            .genericKubernetesResources(ObjectApi.context(Kinds.POD, true))
            .inAnyNamespace()
            .withoutLabel(RunShape.INSTANCE, instance)
            .withoutField("spec.nodeName", "")
            .withoutField("status.phase", "Succeeded")
            .withoutField("status.phase", "Failed")
            .withLimit(PAGE),
        seen,
        gone);
  }

  /// All claims for devices: which pods are whose is not written on them.
  void claims(Consumer<Tree> seen, Gone gone) {
    watch(
        Kinds.CLAIM_OF_DEVICES,
        client
            .genericKubernetesResources(ObjectApi.context(Kinds.CLAIM_OF_DEVICES, true))
            .inAnyNamespace()
            .withLimit(PAGE),
        seen,
        gone);
  }

  private void watch(
      Kind kind, Informable<GenericKubernetesResource> objects, Consumer<Tree> seen, Gone gone) {
    SharedIndexInformer<GenericKubernetesResource> informer = objects.runnableInformer(0);
    informer.removeNamespaceIndex();
    informer.itemStore(new BareObjects());
    informer.exceptionHandler(
        (started, failure) -> {
          LOG.warn("watching {} failed and is tried again", kind, failure);
          failed(kind, failure);
          return true;
        });
    informer.addEventHandler(new Events(seen, gone));
    informers.add(informer);
    informer.start();
  }

  private void failed(Kind kind, Throwable failure) {
    ApiAnswer answer = ObjectApi.answer(failure);
    if (answer.code() == NOT_FOUND && !kind.group().isEmpty()) {
      // The client's own thread, which calls this, must not wait for another answer.
      Thread.ofVirtual().start(() -> say(answer.sentence(kind, api.versions(kind))));
    } else {
      say(answer.sentence());
    }
  }

  private void say(String sentence) {
    failing.updateAndGet(
        before ->
            new ClusterCondition(before == null ? clock.instant() : before.since(), sentence));
  }

  /// Hands objects on as trees.
  private final class Events implements ResourceEventHandler<GenericKubernetesResource> {
    private final Consumer<Tree> seen;
    private final Gone gone;

    Events(Consumer<Tree> seen, Gone gone) {
      this.seen = seen;
      this.gone = gone;
    }

    @Override
    public void onAdd(GenericKubernetesResource object) {
      seen.accept(api.read(object));
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource object) {
      seen.accept(api.read(object));
    }

    @Override
    public void onDelete(GenericKubernetesResource object, boolean finalStateUnknown) {
      gone.accept(api.read(object), !finalStateUnknown);
    }
  }

  /// Whether all have had their first full list.
  boolean haveSynced() {
    return !informers.isEmpty() && informers.stream().allMatch(SharedIndexInformer::hasSynced);
  }

  ClusterCondition condition() {
    if (!informers.isEmpty() && informers.stream().allMatch(SharedIndexInformer::isWatching)) {
      failing.set(null);
    }
    ClusterCondition now = failing.get();
    return now == null ? ClusterCondition.WELL : now;
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::stop);
  }
}
