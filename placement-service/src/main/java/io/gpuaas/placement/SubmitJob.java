package io.gpuaas.placement;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The wish for a job. The pair of project and name makes it idempotent: the same wish again gives
/// the job that is there.
public record SubmitJob(
    String project, String name, String user, SortedMap<String, String> labels, JobSpec spec) {
  public SubmitJob {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /// The same wish for another spec.
  public SubmitJob with(JobSpec newSpec) {
    return new SubmitJob(project, name, user, labels, newSpec);
  }
}
