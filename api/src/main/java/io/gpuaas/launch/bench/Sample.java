package io.gpuaas.launch.bench;

import java.util.Arrays;
import java.util.List;

/// Durations in milliseconds, in order of size.
final class Sample {
  private final double[] sorted;

  Sample(List<Double> millis) {
    sorted = millis.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
  }

  int size() {
    return sorted.length;
  }

  /// The smallest value that so many of a hundred do not exceed; 0 of an empty sample.
  double percentile(int percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = Math.ceilDiv(sorted.length * percent, 100);
    return sorted[Math.max(0, rank - 1)];
  }

  double max() {
    return percentile(100);
  }
}
