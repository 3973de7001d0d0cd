package io.gpuaas.api.internal.service;

import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.RunUse;
import org.springframework.stereotype.Component;

/// How busy runs are, asked of their clusters whenever somebody wants to know: nothing is kept
/// here.
@Component
public class UseOfRuns {
  private final Clusters clusters;

  UseOfRuns(Clusters clusters) {
    this.clusters = clusters;
  }

  public RunUse of(RunUse.Question question) {
    return question
        .run()
        .cluster()
        .flatMap(clusters::find)
        .map(it -> it.use(question))
        .orElse(RunUse.NONE);
  }
}
