package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import java.util.List;

/// We decide order and nodes, Kueue holds the run until its quota admits it: the objects are made
/// suspended and only Kueue releases them.
record KueueQueue() implements Gang {
  static final String QUEUE = "kueue.x-k8s.io/queue-name";

  @Override
  public Tree onMain(RunShape shape) {
    String queue = shape.site().queueOf(shape.command().project());
    return Tree.of("labels", Tree.of(QUEUE, queue));
  }

  @Override
  public boolean releases() {
    return true;
  }

  @Override
  public Telling telling() {
    return new Telling(Kinds.KUEUE_WORKLOAD, "kueue.x-k8s.io/job-uid");
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    return Unmet.onePodSet(spec, "kueue", "jobset, job");
  }
}
