package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.accounting.CostLimits;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.api.internal.service.Leases;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.SubmitOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What ends a job from outside: the lease that nobody renews, and the most it may cost.
@Component
final class JobLimits {
  private final Leases leases;
  private final CostLimits costs;

  JobLimits(Leases leases, CostLimits costs) {
    this.leases = leases;
    this.costs = costs;
  }

  /// Refuses a submission whose limits cannot be.
  void check(JobInput body) {
    check(body.maxCost(), "/maxCost");
  }

  /// Refuses a wanted most cost; `at` is the pointer to it.
  void check(@Nullable Money maxCost, String at) {
    if (maxCost != null) {
      List<Fault> faults =
          costs.check(maxCost.amount(), maxCost.currency()).stream()
              .map(
                  it ->
                      new Fault(at + it.pointer(), it.code(), it.detail(), it.value(), it.limit()))
              .toList();
      if (!faults.isEmpty()) {
        throw ProblemException.ofBody(faults);
      }
    }
  }

  /// Begins the limits of a job, in the transaction that stores it.
  SubmitOutcome begin(SubmitOutcome outcome, JobInput body, String login) {
    switch (outcome) {
      case SubmitOutcome.Accepted(Job job) -> begin(job, body, login);
      case SubmitOutcome.Existing(Job job) -> begin(job, body, login);
      case SubmitOutcome.NameTaken _, SubmitOutcome.Invalid _ -> {}
    }
    return outcome;
  }

  private void begin(Job job, JobInput body, String login) {
    Integer seconds = body.leaseSeconds();
    if (seconds != null) {
      leases.grant(job.id(), seconds, login);
    }
    Money most = body.maxCost();
    if (most != null) {
      costs.set(job.id(), most.amount(), job.spec().graceSeconds() * 1_000);
    }
  }
}
