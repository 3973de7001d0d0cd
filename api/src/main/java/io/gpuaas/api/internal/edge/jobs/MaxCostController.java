package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.accounting.CostLimits;
import io.gpuaas.accounting.CostLimits.Limit;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The most that jobs may cost.
@RestController
@RequestMapping("/api/v1/jobs/{id}/max-cost")
@Tag(name = "Jobs")
final class MaxCostController {
  private final CostLimits costs;
  private final JobLimits limits;
  private final JobQueries queries;
  private final AuditTrail audit;

  MaxCostController(CostLimits costs, JobLimits limits, JobQueries queries, AuditTrail audit) {
    this.costs = costs;
    this.limits = limits;
    this.queries = queries;
    this.audit = audit;
  }

  /// All runs of the job together, the notice before its end included.
  ///
  /// @param stoppedAt when it was told to stop because of it; null when it was not
  @Schema(name = "MaxCost")
  record MaxCostDocument(String job, Money amount, @Nullable Instant stoppedAt) {
    static MaxCostDocument of(Limit it) {
      String amount = it.most().toDecimal(6).stripTrailingZeros().toPlainString();
      return new MaxCostDocument(
          it.job().value(), new Money(amount, it.currency()), it.stoppedAt());
    }
  }

  @Schema(name = "MaxCostInput")
  record MaxCostInput(Money amount) {}

  @GetMapping
  @Operation(
      operationId = "getMaxCost",
      summary = "The most that a job may cost",
      description = "404 when the job has no such limit.")
  MaxCostDocument get(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    return costs.find(job.id()).map(MaxCostDocument::of).orElseThrow(() -> missing(id));
  }

  private static ProblemException missing(String id) {
    return ProblemException.notFound("No max-cost of job", id);
  }

  @DryRunnable
  @PutMapping
  @Operation(
      operationId = "putMaxCost",
      summary = "Set the most that a job may cost",
      description =
          """
          The job is told to stop when what it has cost and what its grace will cost reach the \
          amount. 409 when it has ended already.\
          """)
  MaxCostDocument put(Call call, @PathVariable String id, @RequestBody MaxCostInput body) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    call.require(Permission.JOB_CANCEL, Scope.project(job.project()));
    if (job.phase().isTerminal()) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "Job %s is %s.".formatted(job.id(), job.phase()));
    }
    limits.check(body.amount(), "/amount");
    String amount = body.amount().amount();
    audit.recording(
        act(call, job),
        () -> {
          costs.set(job.id(), amount, job.spec().graceSeconds() * 1_000);
          return amount;
        },
        it -> new AuditTrail.Finding("OK", 200, it, null, null));
    return get(call, id);
  }

  @DryRunnable
  @DeleteMapping
  @Operation(
      operationId = "deleteMaxCost",
      summary = "Let a job cost what it costs",
      description = "The job goes on without a limit of its own; budgets still hold.")
  ResponseEntity<Void> delete(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    call.require(Permission.JOB_CANCEL, Scope.project(job.project()));
    boolean removed =
        audit.recording(
            act(call, job),
            () -> costs.remove(job.id()),
            it -> new AuditTrail.Finding("OK", it ? 204 : 404, "", null, null));
    if (!removed) {
      throw missing(id);
    }
    return ResponseEntity.noContent().build();
  }

  private static AuditTrail.Act act(Call call, Job job) {
    return new AuditTrail.Act(
        call.actor(), "job.max-cost", "job/" + job.id(), "PROJECT/" + job.project());
  }
}
