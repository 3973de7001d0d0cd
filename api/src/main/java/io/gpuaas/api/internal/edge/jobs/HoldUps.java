package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.Waiting;
import io.gpuaas.placement.Run;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// Why jobs that have their room do not start, as their clusters tell it when somebody asks.
@Component
final class HoldUps {
  private static final String CODE = "WaitingForCluster";

  private final JobQueries jobs;
  private final Clusters clusters;

  HoldUps(JobQueries jobs, Clusters clusters) {
    this.jobs = jobs;
    this.clusters = clusters;
  }

  /// Empty when its cluster says nothing of it.
  Optional<Waiting> of(Job job) {
    return jobs.runs(job.id()).stream()
        .filter(run -> run.attempt() == job.attempt())
        .map(this::words)
        .filter(words -> !words.isEmpty())
        .map(words -> new WaitReason(CODE, words, Collections.emptySortedMap(), ""))
        .map(reason -> new Waiting(List.of(reason), 0, 0, null))
        .findFirst();
  }

  private String words(Run run) {
    return run.cluster()
        .flatMap(clusters::find)
        .map(cluster -> cluster.holdUp(run.id()))
        .orElse("");
  }
}
