package io.gpuaas.cluster.peers;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuaas.cluster.internal.kubernetes.ApiClients;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A cluster in this process: the API server's model, kubelets, garbage collection, and the
/// controllers of one peer.
public final class ModelledCluster implements AutoCloseable {
  private static final int TICK_MILLIS = 20;
  private static final int GPUS_OF_NODE = 8;
  private static final int GPUS_OF_MANY = 1_000;
  private final ObjectStore store = new ObjectStore();
  private final ApiServer server = new ApiServer(store, new Schemas());
  private final List<Controller> controllers = new ArrayList<>();
  private final Kubelets kubelets = new Kubelets();
  private final GarbageCollector garbage = new GarbageCollector();
  private final Thread life;
  private volatile boolean closed;

  private ModelledCluster(List<Controller> own) {
    this(own, GPUS_OF_NODE);
  }

  private ModelledCluster(List<Controller> own, int gpusOfNode) {
    controllers.addAll(own);
    for (int i = 0; i < 4; i++) {
      store.create("/nodes", node("gpu-0" + i, gpusOfNode));
    }
    life = Thread.ofVirtual().name("modelled-cluster").start(this::live);
  }

  /// KAI beside the controller of Jobs.
  ///
  /// @param queues that are there
  public static ModelledCluster kai(String... queues) {
    return new ModelledCluster(List.of(new JobController(), new KaiScheduler(List.of(queues))));
  }

  /// Volcano's controllers and scheduler.
  public static ModelledCluster volcano(String... queues) {
    return new ModelledCluster(
        List.of(new VolcanoController(List.of(queues)), new PlainScheduler("volcano")));
  }

  /// The training operator v1 beside Kubernetes' own controllers and kube-scheduler.
  public static ModelledCluster trainingOperator() {
    return new ModelledCluster(
        List.of(new JobController(), new TrainingOperator(), new PlainScheduler("")));
  }

  /// KubeRay beside kube-scheduler, and a Ray that runs entry points.
  public static ModelledCluster kubeRay() {
    return new ModelledCluster(List.of(new RayOperator(), new PlainScheduler("")));
  }

  /// Plain Kubernetes, with room for many.
  public static ModelledCluster kubernetes() {
    return new ModelledCluster(List.of(new JobController(), new PlainScheduler("")), GPUS_OF_MANY);
  }

  private static Tree node(String name, int gpus) {
    Tree ready = Tree.of("type", "Ready", "status", "True");
    Tree amounts =
        Tree.of(
            "cpu",
            "64",
            "memory",
            "512Gi",
            "pods",
            "110",
            "nvidia.com/gpu",
            Integer.toString(gpus));
    Tree labels = Tree.of("kubernetes.io/hostname", name, "nvidia.com/gpu.product", "NVIDIA-H200");
    return Tree.of(
        "apiVersion",
        "v1",
        "kind",
        "Node",
        "metadata",
        Tree.of("name", name, "labels", labels),
        "status",
        Tree.of("allocatable", amounts, "conditions", List.of(ready)));
  }

  private void live() {
    long seen = -1;
    try {
      while (!closed) {
        controllers.forEach(controller -> controller.act(store));
        kubelets.act(store);
        garbage.act(store);
        List<ObjectStore.Event> news = store.after(Math.max(0, seen), TICK_MILLIS);
        seen = news.isEmpty() ? seen : news.getLast().version();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// A client of it without retries of its own.
  public KubernetesClient client() {
    return ApiClients.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(server.url())
            .withRequestRetryBackoffLimit(0)
            .withRequestTimeout(2_000)
            .withWatchReconnectInterval(50)
            .build());
  }

  /// A group of kinds is there in these versions.
  public void serves(String group, String... versions) {
    server.serves(group, List.of(versions));
  }

  /// The next so many requests that it means get it.
  public void fail(Fault fault, int times) {
    server.badDays().fail(fault, times);
  }

  /// Until [#heal].
  public void fail(Fault fault) {
    fail(fault, Integer.MAX_VALUE);
  }

  public void heal() {
    server.badDays().heal();
  }

  /// When so was asked, like `POST batch/jobs`.
  public List<Instant> asked(String what) {
    return server.badDays().asked(what);
  }

  /// Ends all watches, as a connection that breaks does.
  public void cutWatches() {
    server.badDays().cutWatches();
  }

  /// Forgets what has happened up to now: whoever watched from an earlier version has to read all
  /// anew.
  public void forgetThePast() {
    server.forgetThePast();
  }

  /// Whether pods that are told to end stay.
  public void holdEndingPods(boolean hold) {
    kubelets.holdsEnding = hold;
  }

  /// Objects of a resource that carry a label.
  public List<Tree> labelled(String resource, String label, String value) {
    return list(resource).stream()
        .filter(object -> object.text("metadata", "labels", label).equals(value))
        .toList();
  }

  /// Makes or replaces an object, without asking anybody.
  public void set(String resource, Tree object) {
    store.set(ObjectKey.of(resource, object), object);
  }

  /// Objects of a resource, as `/pods` or `scheduling.run.ai/podgroups`.
  public List<Tree> list(String resource) {
    return store.list(resource);
  }

  /// Makes an object as somebody else does.
  public void put(String resource, Tree object, String manager) {
    var _ = store.create(resource, Applied.by(manager, object));
  }

  /// A pod is pushed off its node, as by a drain.
  public void evict(Tree pod) {
    store.change(
        ObjectKey.of("/pods", pod),
        it -> Status.withCondition(it, "DisruptionTarget", "True", "EvictionByEvictionAPI"));
    store.delete(ObjectKey.of("/pods", pod));
  }

  @Override
  public void close() {
    closed = true;
    life.interrupt();
    server.close();
  }
}
