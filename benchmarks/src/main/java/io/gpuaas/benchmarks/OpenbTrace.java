package io.gpuaas.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// Nodes and pods of one trace of the openb experiment, both in name order.
record OpenbTrace(List<NodeSpec> nodes, List<Pod> pods) {
  private static final int WATCH_DRAWS = 10;

  record NodeSpec(String name, long cpuMilli, long memoryMib, int gpus, String model) {}

  /// @param gpuMilli of each GPU; 1000 = whole
  /// @param models allowed GPU models, empty = any
  record Pod(
      String name, long cpuMilli, long memoryMib, int gpus, int gpuMilli, List<String> models) {
    long milli() {
      return (long) gpus * gpuMilli;
    }

    boolean allows(String model) {
      return models.isEmpty() || models.contains(model);
    }
  }

  /// @param pods numbers of the arriving pods
  /// @param nodeRanks rank by node number; decides ties, lower first
  record Order(List<Integer> pods, List<Integer> nodeRanks) {
    /// Numbers of the nodes, those of lower rank first.
    int[] nodesByRank() {
      int[] nodes = new int[nodeRanks.size()];
      for (int i = 0; i < nodes.length; i++) {
        nodes[nodeRanks.get(i)] = i;
      }
      return nodes;
    }
  }

  static OpenbTrace read(Path folder, String trace) throws IOException {
    List<NodeSpec> nodes = new ArrayList<>();
    for (String[] row : rows(folder.resolve("nodes_gpu.csv"))) {
      nodes.add(
          new NodeSpec(
              row[0],
              Long.parseLong(row[1]),
              Long.parseLong(row[2]),
              Integer.parseInt(row[3]),
              row[4]));
    }
    List<Pod> pods = new ArrayList<>();
    for (String[] row : rows(folder.resolve("pods_" + trace + ".csv"))) {
      List<String> models = row[5].isEmpty() ? List.of() : Arrays.asList(row[5].split("\\|"));
      pods.add(
          new Pod(
              row[0],
              Long.parseLong(row[1]),
              Long.parseLong(row[2]),
              Integer.parseInt(row[3]),
              Integer.parseInt(row[4]),
              models));
    }
    nodes.sort(Comparator.comparing(NodeSpec::name));
    pods.sort(Comparator.comparing(Pod::name));
    return new OpenbTrace(nodes, pods);
  }

  private static List<String[]> rows(Path file) throws IOException {
    Path packed = Path.of(file + ".gz");
    boolean plain = Files.exists(file);
    if (!plain && !Files.exists(packed)) {
      throw new IllegalArgumentException("there is no " + file + "; say where with --data DIR.");
    }
    try (InputStream stream =
            plain ? Files.newInputStream(file) : new GZIPInputStream(Files.newInputStream(packed));
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> line.split(",", -1)).toList();
    }
  }

  long capacityMilli() {
    return 1000 * nodes.stream().mapToLong(NodeSpec::gpus).sum();
  }

  /// The arrivals and the node order of a published run.
  Order order(int seed) {
    GoRandom random = new GoRandom(seed);
    random.int63();
    List<Integer> sequence = new ArrayList<>();
    long demand = 0;
    for (int number : random.shuffled(pods.size())) {
      sequence.add(number);
      demand += pods.get(number).milli();
    }
    double target = 1.3 * capacityMilli();
    if (demand > target) {
      while (demand > target) {
        int at = random.intn(sequence.size());
        demand -= pods.get(sequence.get(at)).milli();
        sequence.subList(at, at + 1).clear();
      }
    } else {
      appendCopies(random, sequence, demand, target);
    }
    for (int i = 0; i < WATCH_DRAWS; i++) {
      random.int63();
    }
    List<Integer> ranks = Arrays.stream(random.permutation(nodes.size())).boxed().toList();
    return new Order(sequence, ranks);
  }

  private void appendCopies(
      GoRandom random, List<Integer> sequence, long startDemand, double target) {
    long demand = startDemand;
    if (demand == target) {
      return;
    }
    int drawn = random.intn(pods.size());
    while (demand + pods.get(drawn).gpuMilli() <= target) {
      demand += pods.get(drawn).milli();
      sequence.add(drawn);
      drawn = random.intn(pods.size());
    }
  }
}
