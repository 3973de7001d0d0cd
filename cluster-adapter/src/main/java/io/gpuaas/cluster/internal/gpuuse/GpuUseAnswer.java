package io.gpuaas.cluster.internal.gpuuse;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads Prometheus' answers as the use of a run. What was not measured is left out, never 0.
public final class GpuUseAnswer {
  private static final int PODS_MAX = 64;
  private static final Comparator<String> NATURAL =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private final String by;
  private final Duration step;
  private final SortedMap<String, Integer> ranks;

  /// For answers to one question.
  ///
  /// @param by label that tells pods apart
  /// @param ranks of the pods that are there still, by name; others follow in the order of names
  public GpuUseAnswer(String by, Duration step, SortedMap<String, Integer> ranks) {
    this.by = by;
    this.step = step;
    this.ranks = ranks;
  }

  /// The use that two answers tell.
  ///
  /// @param utilisation matrix of percents; `memory` likewise
  public RunUse read(Tree utilisation, Tree memory) {
    SortedMap<String, SortedMap<Instant, Integer>> busy = byPod(utilisation);
    SortedMap<String, SortedMap<Instant, Integer>> full = byPod(memory);
    List<String> names = new ArrayList<>(busy.keySet());
    names.sort(Comparator.comparingInt(this::rankOf).thenComparing(NATURAL));
    List<PodUse> pods = new ArrayList<>();
    for (String name : names.subList(0, Math.min(PODS_MAX, names.size()))) {
      int rank = ranks.getOrDefault(name, pods.size());
      SortedMap<Instant, Integer> memoryOf = full.getOrDefault(name, new TreeMap<>());
      List<Sample> samples = new ArrayList<>();
      busy.getOrDefault(name, new TreeMap<>())
          .forEach(
              (end, percent) ->
                  samples.add(new Sample(end.minus(step), percent, memoryOf.getOrDefault(end, 0))));
      pods.add(new PodUse(rank, name, samples));
    }
    return new RunUse(!pods.isEmpty(), pods);
  }

  private int rankOf(String pod) {
    return ranks.getOrDefault(pod, Integer.MAX_VALUE);
  }

  private SortedMap<String, SortedMap<Instant, Integer>> byPod(Tree answer) {
    TreeMap<String, SortedMap<Instant, Integer>> byPod = new TreeMap<>();
    for (Tree series : answer.trees("data", "result")) {
      String pod = series.text("metric", by);
      TreeMap<Instant, Integer> values = new TreeMap<>();
      if (series.value("values") instanceof List<?> pairs) {
        pairs.forEach(pair -> put(values, pair));
      }
      byPod.put(pod, values);
    }
    return byPod;
  }

  /// A moment in seconds and a number as text; `NaN` is no measurement.
  private static void put(Map<Instant, Integer> values, Object pair) {
    if (pair instanceof List<?> two && two.size() == 2) {
      String number = two.get(1).toString();
      if (number.matches("-?[0-9.]+([eE][-+]?[0-9]+)?")) {
        BigDecimal millis = new BigDecimal(two.get(0).toString()).movePointRight(3);
        int percent = new BigDecimal(number).setScale(0, RoundingMode.HALF_UP).intValue();
        values.put(Instant.ofEpochMilli(millis.longValue()), Math.clamp(percent, 0, 100));
      }
    }
  }
}
