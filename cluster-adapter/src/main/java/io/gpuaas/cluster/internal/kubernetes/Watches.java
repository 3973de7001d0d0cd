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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

  /// Of backends that single jobs ask for: the cluster is well without them.
  private final Map<Kind, SharedIndexInformer<GenericKubernetesResource>> further =
      new ConcurrentHashMap<>();

  private final Map<Kind, String> unread = new ConcurrentHashMap<>();
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

  /// Ours of a kind that the cluster cannot do without.
  void ours(Kind kind, Consumer<Tree> seen, Gone gone) {
    watch(kind, ours(kind), seen, gone);
  }

  /// Ours of a kind that only the runs of a further backend need; watched once, however often that
  /// is asked for.
  void further(Kind kind, Consumer<Tree> seen, Gone gone) {
    further.computeIfAbsent(
        kind,
        _ -> {
          var informer = informer(kind, ours(kind), sentence -> unread.put(kind, sentence));
          informer.addEventHandler(new Events(seen, gone));
          informer.start();
          return informer;
        });
  }

  private Informable<GenericKubernetesResource> ours(Kind kind) {
    return client
        .genericKubernetesResources(ObjectApi.context(kind, true))
        .inAnyNamespace()
        .withLabel(RunShape.INSTANCE, instance)
        .withLimit(PAGE);
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
    var informer = informer(kind, objects, this::say);
    informer.addEventHandler(new Events(seen, gone));
    informers.add(informer);
    informer.start();
  }

  /// @param say takes why it fails
  private SharedIndexInformer<GenericKubernetesResource> informer(
      Kind kind, Informable<GenericKubernetesResource> objects, Consumer<String> say) {
    SharedIndexInformer<GenericKubernetesResource> informer = objects.runnableInformer(0);
    informer.removeNamespaceIndex();
    informer.itemStore(new BareObjects());
    informer.exceptionHandler(
        (started, failure) -> {
          LOG.warn("watching {} failed and is tried again", kind, failure);
          failed(kind, failure, say);
          return true;
        });
    return informer;
  }

  private void failed(Kind kind, Throwable failure, Consumer<String> say) {
    ApiAnswer answer = ObjectApi.answer(failure);
    if (answer.code() == NOT_FOUND && !kind.group().isEmpty()) {
      // The client's own thread, which calls this, must not wait for another answer.
      Thread.ofVirtual().start(() -> say.accept(answer.sentence(kind, api.versions(kind))));
    } else {
      say.accept(answer.sentence());
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

  /// Whether all that the cluster needs have had their first full list.
  boolean haveSynced() {
    return !informers.isEmpty() && informers.stream().allMatch(SharedIndexInformer::hasSynced);
  }

  /// Why runs of a further backend have to wait; empty when its kind has been read.
  String trouble(Kind kind) {
    var informer = further.get(kind);
    return informer == null || informer.hasSynced()
        ? ""
        : unread.getOrDefault(kind, "%s was not read yet.".formatted(kind.name()));
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
    further.values().forEach(SharedIndexInformer::stop);
  }
}
