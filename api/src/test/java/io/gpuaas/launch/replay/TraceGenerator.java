package io.gpuaas.launch.replay;

import io.gpuaas.launch.replay.Trace.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Small traces of our own: three projects on six nodes, with times when more is wanted than there
/// is. Equal seeds give equal traces; no two jobs come in the same second.
final class TraceGenerator {
  private static final List<String> PROJECTS = List.of("blue", "green", "red");
  private static final List<Integer> SIZES = List.of(1, 1, 2, 4, 8, 8, 12, 16);

  private TraceGenerator() {}

  /// @param slower by which all times are longer
  static Trace generate(long seed, int count, int slower) {
    SplittableRandom random = new SplittableRandom(seed);
    List<TraceJob> jobs = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < count; i++) {
      at += 1 + random.nextInt(300);
      jobs.add(
          new TraceJob(
              i,
              PROJECTS.get(random.nextInt(PROJECTS.size())),
              at * slower,
              (60L + random.nextInt(3_000)) * slower,
              SIZES.get(random.nextInt(SIZES.size()))));
    }
    TreeMap<String, Integer> nodes = new TreeMap<>();
    nodes.put("blue", 3);
    nodes.put("green", 2);
    nodes.put("red", 1);
    return new Trace(jobs, nodes);
  }
}
