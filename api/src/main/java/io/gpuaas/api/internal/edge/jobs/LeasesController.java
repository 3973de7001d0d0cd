package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Leases;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.store.LeaseStore.Lease;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Leases of jobs: who runs a pipeline vouches for its job, again and again.
@RestController
@RequestMapping("/api/v1/jobs/{id}/lease")
@Tag(name = "Jobs")
final class LeasesController {
  private final Leases leases;
  private final JobQueries queries;
  private final AuditTrail audit;

  LeasesController(Leases leases, JobQueries queries, AuditTrail audit) {
    this.leases = leases;
    this.queries = queries;
    this.audit = audit;
  }

  /// Until when the job may live without a renewal.
  @Schema(name = "Lease")
  record LeaseDocument(String job, int seconds, Instant expiresAt, String renewedBy) {
    static LeaseDocument of(Lease it) {
      return new LeaseDocument(it.job().value(), it.seconds(), it.expiresAt(), it.renewedBy());
    }
  }

  @Schema(name = "LeaseInput")
  record LeaseInput(
      @Schema(description = "From now on; a renewal starts it anew", example = "45")
          @Min(15)
          @Max(86_400)
          int seconds) {}

  @GetMapping
  @Operation(
      operationId = "getLease",
      summary = "The lease of a job",
      description = "404 when nobody has to vouch for the job.")
  LeaseDocument get(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    return leases
        .find(job.id())
        .map(LeaseDocument::of)
        .orElseThrow(() -> ProblemException.notFound("No lease of job", id));
  }

  @DryRunnable
  @PutMapping
  @Operation(
      operationId = "putLease",
      summary = "Begin or renew the lease of a job",
      description =
          """
          A job whose lease ends without a renewal is cancelled within seconds. 409 when the job \
          has ended already. Renewals are not in the audit log; the cancellation is in the job's \
          events.\
          """)
  LeaseDocument put(Call call, @PathVariable String id, @RequestBody LeaseInput body) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    call.require(Permission.JOB_CANCEL, Scope.project(job.project()));
    if (job.phase().isTerminal()) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "Job %s is %s.".formatted(job.id(), job.phase()));
    }
    return LeaseDocument.of(leases.grant(job.id(), body.seconds(), call.caller().login()));
  }

  @DryRunnable
  @DeleteMapping
  @Operation(
      operationId = "deleteLease",
      summary = "Let a job live on by itself",
      description = "For a pipeline that ends before its job does.")
  ResponseEntity<Void> delete(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    call.require(Permission.JOB_CANCEL, Scope.project(job.project()));
    boolean released =
        audit.recording(
            new AuditTrail.Act(
                call.actor(), "job.release", "job/" + id, "PROJECT/" + job.project()),
            () -> leases.release(job.id()),
            it -> new AuditTrail.Finding("OK", it ? 204 : 404, "", null, null));
    if (!released) {
      throw ProblemException.notFound("No lease of job", id);
    }
    return ResponseEntity.noContent().build();
  }
}
