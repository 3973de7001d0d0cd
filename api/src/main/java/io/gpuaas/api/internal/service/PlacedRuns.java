package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.BudgetGate.Ask;
import io.gpuaas.accounting.RunningRuns;
import io.gpuaas.core.UsageEvent.RunRef;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.Run;
import java.util.List;
import org.springframework.stereotype.Component;

/// Accounting's view of the runs that placement has admitted.
@Component
class PlacedRuns implements RunningRuns {
  private final JobQueries jobs;

  PlacedRuns(JobQueries jobs) {
    this.jobs = jobs;
  }

  @Override
  public List<Ask> running() {
    return jobs.holding().stream().map(it -> ask(it.job(), it.run())).toList();
  }

  private static Ask ask(Job job, Run run) {
    RunRef ref =
        new RunRef(run.id(), job.id(), run.attempt(), job.name(), job.project(), job.user());
    return new Ask(ref, run.holdings(), job.spec().maxRuntimeMillis(), run.boundAt());
  }
}
