package io.gpuaas.launch.bench;

import io.gpuaas.cluster.StandaloneCluster;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.launch.LaunchFault;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.RunCommand;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// What the Kubernetes adapter needs for many runs and many nodes, against the test bed: a real API
/// server, job controller and scheduler, with nodes that run nothing. All share the machine.
final class AdapterBench {
  static final List<String> TARGETS =
      List.of(
          "adapter\tadapter/gangs/1000 <= 60 s until all are made and released on the API server",
          "adapter\tadapter/made/10000, s until the job controller has made all pods",
          "adapter\tadapter/started/1000, s until it was told of all gangs that they run",
          "adapter\tadapter/ended/1000, s until it was told of all that they ended well",
          "adapter\tadapter/lag/10000, ms our view of a pod was behind the server's (95 %)",
          "adapter\tadapter/memory/10000 <= 512 MiB resident at most, with all pods kept current",
          "adapter\tadapter/kueue/1000, s until Kueue has released the same gangs, with --kueue",
          "adapter\tadapter/nodes/10000 <= 10 s to read 10,000 nodes of 8 GPUs",
          "adapter\tadapter/node-delta <= 50 ms from a change on the API server (median of 20)");

  static final List<String> PARTS = List.of("gangs", "status", "nodes");
  static final int GANGS = 1_000;
  static final int PODS_OF_GANG = 10;

  /// What Kubernetes' controllers do for a Service and a PodDisruptionBudget grows with the pods of
  /// its namespace, so gangs are spread over projects as they are in life.
  static final int PROJECTS = 20;

  static final int NODES_OF_BED = 125;
  static final int GPUS_OF_NODE = GANGS * PODS_OF_GANG / NODES_OF_BED;
  private static final String CLUSTER = "bench";
  private static final long RUN_MILLIS = 60_000;
  private static final int NODES = 10_000;
  private static final int DELTAS = 20;
  private static final long LONGEST_SECONDS = 600;
  private static final long LOOK_MILLIS = 100;
  private static final long LOOK_CLOSELY_MILLIS = 1;
  private static final double GANGS_TARGET = 60;
  private static final double NODES_TARGET = 10;
  private static final double DELTA_TARGET = 50;

  private final Path kubeconfig;
  private final Consumer<Figure> report;

  AdapterBench(Path kubeconfig, Consumer<Figure> report) {
    this.kubeconfig = kubeconfig;
    this.report = report;
  }

  /// @param parts `gangs`, `status` (the same gangs until they have ended), `nodes`
  void run(List<String> parts) throws Exception {
    boolean untilTheEnd = parts.contains("status");
    if (untilTheEnd || parts.contains("gangs")) {
      StatusBench status = new StatusBench(kubeconfig, report);
      try (StandaloneCluster cluster = connect(status)) {
        await("the first lists", cluster::hasSynced);
        long begun = gangs(cluster);
        if (untilTheEnd) {
          status.run(cluster, begun);
        }
      }
    }
    if (parts.contains("nodes")) {
      try (BenchNodes nodes = new BenchNodes(kubeconfig)) {
        nodes.make(NODES);
        readNodes(nodes);
      }
    }
  }

  private StandaloneCluster connect(ObservationSink sink) {
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("kubeconfig", kubeconfig.toString());
    return StandaloneCluster.connect(
        new Cluster(CLUSTER, "job", settings), sink, InstantSource.system());
  }

  static double since(long begun) {
    return (System.nanoTime() - begun) / 1e9;
  }

  static void await(String what, BooleanSupplier holds) {
    await(what, LOOK_MILLIS, holds);
  }

  /// For what takes milliseconds.
  static void awaitClosely(String what, BooleanSupplier holds) {
    await(what, LOOK_CLOSELY_MILLIS, holds);
  }

  /// Looking costs what is measured: as seldom as the figure allows.
  private static void await(String what, long everyMillis, BooleanSupplier holds) {
    long begun = System.nanoTime();
    while (!holds.getAsBoolean()) {
      if (since(begun) > LONGEST_SECONDS) {
        throw new LaunchFault("The test bed did not get as far as %s.".formatted(what));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(everyMillis));
    }
  }

  /// When they were sent.
  private long gangs(StandaloneCluster cluster) {
    List<RunCommand> commands = new ArrayList<>();
    for (int i = 0; i < GANGS; i++) {
      commands.add(gang(i));
    }
    long begun = System.nanoTime();
    cluster.port().send(commands);
    await("the release of all gangs", () -> cluster.counts().released() == GANGS);
    double released = since(begun);
    int mains = cluster.counts().mains();
    report.accept(
        Figure.lower("adapter/gangs/" + GANGS, released, "s", GANGS_TARGET)
            .with(mains == GANGS, Map.of("gangs", mains)));
    int pods = GANGS * PODS_OF_GANG;
    await("the making of all pods", () -> cluster.counts().pods() == pods);
    report.accept(Figure.lower("adapter/made/" + pods, since(begun), "s", null));
    return begun;
  }

  /// Ten pods of one GPU on ten nodes, which run for a minute.
  private static RunCommand gang(int number) {
    List<PodSetAssignment.NodeShare> shares = new ArrayList<>();
    for (int pod = 0; pod < PODS_OF_GANG; pod++) {
      int node = (number * PODS_OF_GANG + pod) % NODES_OF_BED;
      shares.add(
          new PodSetAssignment.NodeShare(new NodeRef(CLUSTER, "gpu-%02d".formatted(node)), 1));
    }
    PodSet workers = PodSet.of("workers", PODS_OF_GANG, ResourceAmounts.of(Resources.GPU, 1));
    String id = "%06d".formatted(number);
    return new RunCommand.EnsureRun(
        new RunId("run_" + id),
        1,
        Instant.EPOCH,
        new JobId("job_" + id),
        "bench-" + id,
        "bench-%02d".formatted(number % PROJECTS),
        List.of(workers),
        List.of(
            new PodSetAssignment("workers", PODS_OF_GANG, Collections.emptySortedMap(), shares)),
        spec(workers),
        0,
        false);
  }

  private static JobSpec spec(PodSet workers) {
    return new JobDraft("bench/train:1", workers)
        .maxAttempts(3)
        .simulation(new JobSpec.Simulation(RUN_MILLIS, 0, 0, 0))
        .spec();
  }

  private void readNodes(BenchNodes nodes) {
    int all = NODES + NODES_OF_BED;
    long begun = System.nanoTime();
    try (StandaloneCluster cluster = connect((_, _) -> {})) {
      await("all nodes", () -> cluster.nodes().size() == all);
      double read = since(begun);
      long gpus =
          cluster.nodes().stream().mapToLong(node -> node.capacity().of(Resources.GPU)).sum();
      long expected = 8L * NODES + (long) NODES_OF_BED * GPUS_OF_NODE;
      report.accept(
          Figure.lower("adapter/nodes/" + NODES, read, "s", NODES_TARGET)
              .with(gpus == expected, Map.of("nodes", all, "gpus", gpus)));
      deltas(cluster, nodes);
    }
  }

  private void deltas(StandaloneCluster cluster, BenchNodes nodes) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < DELTAS; i++) {
      String name = BenchNodes.name(i * 100);
      NodeRef ref = new NodeRef(CLUSTER, name);
      long begun = System.nanoTime();
      nodes.cordon(name);
      awaitClosely("a change of a node", () -> isOut(cluster, ref));
      millis.add(since(begun) * 1000);
    }
    Sample sample = new Sample(millis);
    report.accept(
        Figure.lower("adapter/node-delta", sample.percentile(50), "ms", DELTA_TARGET)
            .with(true, Map.of("max", sample.max(), "changes", sample.size())));
  }

  private static boolean isOut(StandaloneCluster cluster, NodeRef ref) {
    return cluster.node(ref).filter(node -> !node.schedulable()).isPresent();
  }
}
