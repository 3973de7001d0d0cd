package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Problem;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Submits and cancels jobs.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Jobs")
final class JobsController {
  private final JobService service;
  private final JobQueries queries;
  private final JobDocuments documents;
  private final AuditTrail audit;
  private final JobLimits limits;
  private final SubmitLimits rate;

  JobsController(
      JobService service,
      JobQueries queries,
      JobDocuments documents,
      AuditTrail audit,
      JobLimits limits,
      SubmitLimits rate) {
    this.service = service;
    this.queries = queries;
    this.documents = documents;
    this.audit = audit;
    this.limits = limits;
    this.rate = rate;
  }

  @DryRunnable
  @PostMapping("/jobs")
  @Operation(
      operationId = "submitJob",
      summary = "Submit a job",
      description =
          """
          Answers 202 as soon as the job is stored. The same submission again, while the first is \
          alive, answers 200 with that job; another one of the same name 409 `NAME_TAKEN`.\
          """)
  ResponseEntity<JobDocument> submit(Call call, @RequestBody JobInput body) {
    call.requireProject(Permission.JOB_SUBMIT, body.project());
    SubmitJob wish = documents.reader().read(body, call.caller().login());
    limits.check(body);
    if (!call.dryRun()) {
      rate.count(wish.project());
    }
    SubmitOutcome outcome =
        audit.recording(
            act(call, "job.submit", "job/" + body.project() + "/" + body.name(), body.project()),
            () -> limits.begin(service.submit(wish), body, call.caller().login()),
            JobsController::finding);
    return switch (outcome) {
      case SubmitOutcome.Accepted(Job job) -> answer(202, documents.fresh(job));
      case SubmitOutcome.Existing(Job job) -> answer(200, documents.one(job));
      case SubmitOutcome.NameTaken(Job holder) -> throw nameTaken(holder);
      case SubmitOutcome.Invalid(List<Fault> faults) -> throw ProblemException.ofBody(faults);
    };
  }

  private static AuditTrail.Act act(Call call, String action, String resource, String project) {
    return new AuditTrail.Act(call.actor(), action, resource, "PROJECT/" + project);
  }

  private static AuditTrail.Finding finding(SubmitOutcome outcome) {
    return switch (outcome) {
      case SubmitOutcome.Accepted(Job job) -> done(202, job.id().value());
      case SubmitOutcome.Existing(Job job) -> done(200, job.id().value());
      case SubmitOutcome.NameTaken(Job holder) -> refused(409, holder.id().value());
      case SubmitOutcome.Invalid(List<Fault> faults) -> refused(422, faults.getFirst().pointer());
    };
  }

  private static AuditTrail.Finding done(int status, String reason) {
    return new AuditTrail.Finding("OK", status, reason, null, null);
  }

  private static AuditTrail.Finding refused(int status, String reason) {
    return new AuditTrail.Finding("REFUSED", status, reason, null, null);
  }

  private static ResponseEntity<JobDocument> answer(int status, JobDocument job) {
    return ResponseEntity.status(status)
        .location(URI.create("/api/v1/jobs/" + job.id()))
        .eTag(ETags.of(job.version()))
        .body(job);
  }

  private static ProblemException nameTaken(Job holder) {
    return new ProblemException(
        ProblemCode.NAME_TAKEN,
        "Job %s has the name %s and is %s.".formatted(holder.id(), holder.name(), holder.phase()));
  }

  /// Many submissions at once.
  @Schema(name = "JobBatch")
  record BatchInput(@Size(min = 1, max = 1000) List<JobInput> jobs) {}

  /// What became of each, in the order of the request.
  @Schema(name = "JobBatchResult")
  record BatchDocument(List<BatchResult> results) {}

  /// What became of one.
  ///
  /// @param status what a single submission would have answered
  @Schema(name = "JobBatchItem")
  record BatchResult(int index, int status, @Nullable JobDocument job, @Nullable Problem problem) {}

  @DryRunnable
  @PostMapping("/jobs:batch")
  @Operation(
      operationId = "submitJobs",
      summary = "Submit up to 1,000 jobs",
      description =
          """
          One transaction; each job has its own result, and a refused one does not hinder the \
          others. A body that cannot be read is refused whole.\
          """)
  BatchDocument batch(Call call, @RequestBody BatchInput body) {
    @Nullable BatchResult[] results = new @Nullable BatchResult[body.jobs().size()];
    List<SubmitJob> wishes = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<JobInput> accepted = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      try {
        JobInput input = body.jobs().get(i);
        call.requireProject(Permission.JOB_SUBMIT, input.project());
        SubmitJob wish = documents.reader().read(input, call.caller().login());
        limits.check(input);
        rate.count(wish.project());
        wishes.add(wish);
        places.add(i);
        accepted.add(input);
      } catch (ProblemException refusal) {
        results[i] = refused(call, i, refusal);
      }
    }
    List<SubmitOutcome> outcomes = submitAll(call, wishes, accepted);
    for (int i = 0; i < outcomes.size(); i++) {
      results[places.get(i)] = result(call, places.get(i), outcomes.get(i));
    }
    return new BatchDocument(List.of(results));
  }

  private List<SubmitOutcome> submitAll(Call call, List<SubmitJob> wishes, List<JobInput> bodies) {
    if (wishes.isEmpty()) {
      return List.of();
    }
    return audit.recording(
        new AuditTrail.Act(call.actor(), "job.submit", "job/batch", ""),
        () -> begin(service.submitAll(wishes), bodies, call),
        outcomes -> done(200, outcomes.size() + " submissions"));
  }

  private List<SubmitOutcome> begin(
      List<SubmitOutcome> outcomes, List<JobInput> bodies, Call call) {
    for (int i = 0; i < outcomes.size(); i++) {
      limits.begin(outcomes.get(i), bodies.get(i), call.caller().login());
    }
    return outcomes;
  }

  private BatchResult result(Call call, int index, SubmitOutcome outcome) {
    return switch (outcome) {
      case SubmitOutcome.Accepted(Job job) ->
          new BatchResult(index, 202, documents.fresh(job), null);
      case SubmitOutcome.Existing(Job job) ->
          new BatchResult(index, 200, documents.fresh(job), null);
      case SubmitOutcome.NameTaken(Job holder) -> refused(call, index, nameTaken(holder));
      case SubmitOutcome.Invalid(List<Fault> faults) ->
          refused(call, index, ProblemException.ofBody(faults));
    };
  }

  private static BatchResult refused(Call call, int index, ProblemException refusal) {
    Problem problem = Problem.of(refusal, "/api/v1/jobs:batch", call.requestId());
    return new BatchResult(index, problem.status(), null, problem);
  }

  /// Why it is cancelled.
  @Schema(name = "JobCancellation")
  record CancelInput(@Size(max = 1000) @Nullable String reason) {}

  @DryRunnable
  @PostMapping("/jobs/{id}:cancel")
  @Operation(
      operationId = "cancelJob",
      summary = "Cancel a job",
      description =
          """
          A waiting job ends at once, a running one after its grace. Cancelling a job that has \
          ended changes nothing and answers 200.\
          """)
  ResponseEntity<JobDocument> cancel(
      Call call,
      @PathVariable String id,
      @RequestBody(required = false) @Nullable CancelInput body) {
    Job job = visible(call, id);
    call.require(Permission.JOB_CANCEL, Scope.project(job.project()));
    String reason = body == null || body.reason() == null ? "" : body.reason();
    boolean asked =
        audit.recording(
            act(call, "job.cancel", "job/" + id, job.project()),
            () -> service.cancel(job.id(), call.caller().login(), reason),
            it -> done(Boolean.TRUE.equals(it) ? 202 : 200, reason));
    return answer(asked ? 202 : 200, documents.one(visible(call, id)));
  }

  private Job visible(Call call, String id) {
    return VisibleJobs.find(queries, call, new JobId(id));
  }
}
