package io.gpuaas.placement;

import java.util.List;

/// What others hold on our clusters, as it is counted now.
public interface ForeignRuns {
  /// Those that hold GPUs of the cluster, the newest first.
  List<ForeignRun> holding(String cluster);

  /// Whether the project has ever paid for any.
  boolean anyPaidBy(String project);
}
