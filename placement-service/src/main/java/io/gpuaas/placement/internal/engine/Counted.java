package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;

/// Numbers with their nouns, for sentences: `1 pod`, `2 pods`.
final class Counted {
  private Counted() {}

  static String gpus(long number) {
    return of(number, "GPU");
  }

  static String pods(long number) {
    return of(number, "pod");
  }

  /// An amount of a resource as people say it: `16 GPUs`; other resources by their names.
  static String of(String resource, long amount) {
    return resource.equals(Resources.GPU)
        ? gpus(amount)
        : Quantity.format(resource, amount) + " " + resource;
  }

  private static String of(long number, String noun) {
    return number == 1 ? "1 " + noun : "%d %ss".formatted(number, noun);
  }
}
