package io.gpuaas.placement.internal.engine;

/// What the nodes are asked for: so many pods of each pod set, each on nodes of its flavors.
final class GangAsk {
  final Shape shape;

  /// Pods, by pod set.
  final int[] counts;

  /// Flavor numbers, by pod set.
  final int[][] flavors;

  GangAsk(Shape shape, int[] counts, int[][] flavors) {
    this.shape = shape;
    this.counts = counts;
    this.flavors = flavors;
  }

  /// Whether it matters to some pods which devices they get.
  boolean isParticular() {
    return shape.pods.stream().anyMatch(PodAsk::isParticular);
  }

  PodAsk pod(int number) {
    return shape.pods.get(number);
  }
}
