package io.gpuaas.placement.internal.engine;

/// Numbers with their nouns, for sentences: `1 pod`, `2 pods`.
final class Counted {
  private Counted() {}

  static String gpus(long number) {
    return of(number, "GPU");
  }

  static String pods(long number) {
    return of(number, "pod");
  }

  private static String of(long number, String noun) {
    return number == 1 ? "1 " + noun : "%d %ss".formatted(number, noun);
  }
}
