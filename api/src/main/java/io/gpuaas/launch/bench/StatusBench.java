package io.gpuaas.launch.bench;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gpuaas.cluster.StandaloneCluster;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunEnded;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Observation.RunStarted;
import io.gpuaas.placement.ObservationSink;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// What [AdapterBench] has sent, followed until all of it has run and ended: when that is told, how
/// far the view of the cluster is behind the API server's meanwhile, and what memory it takes.
final class StatusBench implements ObservationSink {
  private static final int PODS = AdapterBench.GANGS * AdapterBench.PODS_OF_GANG;
  private static final double MEMORY_TARGET = 512;
  private static final long PAGE = 500;
  private final Path kubeconfig;
  private final Consumer<Figure> report;
  private final Set<RunId> started = new ConcurrentSkipListSet<>();
  private final Set<RunId> ended = new ConcurrentSkipListSet<>();
  private final Set<RunId> failed = new ConcurrentSkipListSet<>();

  StatusBench(Path kubeconfig, Consumer<Figure> report) {
    this.kubeconfig = kubeconfig;
    this.report = report;
  }

  @Override
  public void observed(String cluster, List<Observation> observations) {
    for (Observation one : observations) {
      if (one instanceof RunStarted it) {
        started.add(it.run());
      } else if (one instanceof RunEnded it) {
        (it.outcome() == RunOutcome.SUCCEEDED ? ended : failed).add(it.run());
      }
    }
  }

  /// @param begun when the gangs were sent
  void run(StandaloneCluster cluster, long begun) throws IOException {
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
            .build()) {
      BenchPod pod = new BenchPod(client);
      List<Double> lags = new ArrayList<>();
      Runnable look = () -> lags.add(pod.change(cluster.port()));
      pod.make();
      await("the start of all gangs", look, () -> started.size() == AdapterBench.GANGS);
      report.accept(
          Figure.lower(
              "adapter/started/" + AdapterBench.GANGS, AdapterBench.since(begun), "s", null));
      await("the end of all gangs", look, () -> all() == AdapterBench.GANGS);
      double done = AdapterBench.since(begun);
      report.accept(
          Figure.lower("adapter/ended/" + AdapterBench.GANGS, done, "s", null)
              .with(failed.isEmpty(), Map.of("failed", failed.size())));
      Sample lag = new Sample(lags);
      report.accept(
          Figure.lower("adapter/lag/" + PODS, lag.percentile(95), "ms", null)
              .with(
                  true,
                  Map.of("median", lag.percentile(50), "max", lag.max(), "changes", lag.size())));
      memory(cluster, client);
    }
  }

  private int all() {
    return ended.size() + failed.size();
  }

  private static void await(String what, Runnable look, BooleanSupplier holds) {
    AdapterBench.await(
        what,
        () -> {
          look.run();
          return holds.getAsBoolean();
        });
  }

  /// Right only if what we know of the pods is what the server says at last.
  private void memory(StandaloneCluster cluster, KubernetesClient client) throws IOException {
    long most = Resident.mostOfThisMiB();
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    StandaloneCluster.Counts ours = cluster.counts();
    long theirs = succeeded(client);
    boolean right = theirs == PODS && ours.ready() == 0 && ours.pods() == PODS + 1;
    report.accept(
        Figure.lower("adapter/memory/" + PODS, (double) most, "MiB", MEMORY_TARGET)
            .with(right, Map.of("liveHeapMiB", heap, "pods", ours.pods(), "ended", theirs)));
  }

  private static long succeeded(KubernetesClient client) {
    long found = 0;
    String next = null;
    do {
      PodList page =
          client
              .pods()
              .inAnyNamespace()
              .list(
                  new ListOptionsBuilder()
                      .withFieldSelector("status.phase=Succeeded")
                      .withLimit(PAGE)
                      .withContinue(next)
                      .build());
      found += page.getItems().size();
      next = page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    return found;
  }
}
