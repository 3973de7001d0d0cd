package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.operations.OperationDocument;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Operations;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobCondition;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.JobFilter;
import io.gpuaas.placement.JobQueries.Order;
import io.gpuaas.placement.JobService;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Cancels many jobs at once. Whoever asks says how many there are: a filter that finds others than
/// they think of is refused.
@RestController
@RequestMapping("/api/v1/jobs:batchCancel")
@Tag(name = "Jobs")
final class BatchCancelController {
  private static final int MOST = 10_000;
  private static final int PROGRESS_EVERY = 50;
  private static final List<JobPhase> LIVE =
      Arrays.stream(JobPhase.values()).filter(it -> !it.isTerminal()).toList();

  private final JobQueries queries;
  private final JobService service;
  private final Operations operations;
  private final AuditTrail audit;

  BatchCancelController(
      JobQueries queries, JobService service, Operations operations, AuditTrail audit) {
    this.queries = queries;
    this.service = service;
    this.operations = operations;
    this.audit = audit;
  }

  /// Which jobs, and how many the caller believes there are.
  @Schema(name = "JobBatchCancellation")
  record BatchCancelInput(
      @Schema(
              description = "As of the list of jobs; only live ones are meant",
              example = "project = \"vision\" and phase = QUEUED")
          @Size(min = 1, max = 2000)
          String filter,
      @Schema(description = "Another number of jobs is refused, with the number there is")
          @Min(1)
          @Max(MOST)
          int expectedCount,
      @Size(max = 1000) @Nullable String reason) {}

  /// What came of it.
  record Result(int asked, int cancelled, int endedBefore) {}

  @DryRunnable
  @PostMapping
  @Operation(
      operationId = "cancelJobs",
      summary = "Cancel many jobs",
      description =
          """
          Those live jobs that the filter finds and that the caller may see and cancel. 409 when \
          they are not `expectedCount`. Answers 202 with an operation; its result counts those \
          cancelled. The operation of a dry run is not there afterwards.\
          """)
  ResponseEntity<OperationDocument> cancel(Call call, @RequestBody BatchCancelInput body) {
    JobCondition condition =
        FilterText.parse(body.filter(), call.caller().projects(Permission.JOB_READ));
    if (condition == null) {
      throw ProblemException.ofParameter("filter", "must not be empty.", "");
    }
    TreeSet<String> projects = new TreeSet<>(call.caller().projects(Permission.JOB_CANCEL));
    projects.retainAll(call.caller().projects(Permission.JOB_READ));
    if (projects.isEmpty()) {
      call.requireAnywhere(Permission.JOB_READ);
      call.requireAnywhere(Permission.JOB_CANCEL);
    }
    JobFilter filter =
        new JobFilter(projects, LIVE, null, List.of(), null, condition, null, Order.OLDEST_FIRST);
    List<Job> jobs = projects.isEmpty() ? List.of() : queries.list(filter, MOST + 1);
    if (jobs.size() != body.expectedCount()) {
      String found = jobs.size() > MOST ? "more than " + MOST : Integer.toString(jobs.size());
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "The filter finds %s jobs, not %d.".formatted(found, body.expectedCount()));
    }
    String reason = body.reason() == null ? "" : body.reason();
    return OperationDocument.accepted(
        operations.begin(
            "job.batchCancel",
            call.caller().login(),
            progress -> cancelAll(call, call.dryRun() ? List.of() : jobs, reason, progress)));
  }

  private String cancelAll(Call call, List<Job> jobs, String reason, Operations.Progress progress) {
    int cancelled = 0;
    for (int i = 0; i < jobs.size(); i++) {
      if (i % PROGRESS_EVERY == 0) {
        progress.at(i, jobs.size());
      }
      cancelled += cancel(call, jobs.get(i), reason) ? 1 : 0;
    }
    progress.at(jobs.size(), jobs.size());
    Result result = new Result(jobs.size(), cancelled, jobs.size() - cancelled);
    return ApiJson.write(result);
  }

  private boolean cancel(Call call, Job job, String reason) {
    return audit.recording(
        new AuditTrail.Act(
            call.actor(), "job.cancel", "job/" + job.id(), "PROJECT/" + job.project()),
        () -> service.cancel(job.id(), call.caller().login(), reason),
        asked -> new AuditTrail.Finding("OK", asked ? 202 : 200, reason, null, null));
  }
}
