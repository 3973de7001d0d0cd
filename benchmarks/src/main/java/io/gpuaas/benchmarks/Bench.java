package io.gpuaas.benchmarks;

import java.util.List;
import java.util.function.Consumer;

/// A benchmark that can be called by name.
interface Bench {
  String name();

  /// What it measures and must reach, one line each.
  List<String> targets();

  /// Names of the options that [#run] knows, without the dashes.
  default List<String> options() {
    return List.of();
  }

  /// Measures and reports each result as soon as it is known.
  ///
  /// @throws Exception when its data cannot be read
  void run(Options options, Consumer<Measurement> report) throws Exception;
}
