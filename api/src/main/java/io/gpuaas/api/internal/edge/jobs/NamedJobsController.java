package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.jobs.JobInput.SpecInput;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobCondition;
import io.gpuaas.placement.JobCondition.TextField;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.JobFilter;
import io.gpuaas.placement.JobQueries.Order;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Jobs by the names that their submitters gave them, for pipelines that think in names.
@RestController
@RequestMapping("/api/v1/projects/{project}/jobs/{name}")
@Tag(name = "Jobs")
final class NamedJobsController {
  private final JobsController jobs;
  private final JobQueries queries;
  private final JobDocuments documents;

  NamedJobsController(JobsController jobs, JobQueries queries, JobDocuments documents) {
    this.jobs = jobs;
    this.queries = queries;
    this.documents = documents;
  }

  /// A job without what the address says.
  @Schema(name = "NamedJobSubmission")
  record NamedJobInput(
      @Size(max = 64)
          @Nullable SortedMap<@Size(min = 1, max = 317) String, @Size(max = 255) String> labels,
      SpecInput spec,
      @Min(15) @Max(86_400) @Nullable Integer leaseSeconds,
      @Nullable Money maxCost) {}

  @GetMapping
  @Operation(
      operationId = "getJobByName",
      summary = "Read the newest job of a name",
      description = "The live one, where there is one.")
  ResponseEntity<JobDocument> get(
      Call call, @PathVariable String project, @PathVariable String name) {
    call.requireProject(Permission.JOB_READ, project);
    Job job = newest(project, name).orElseThrow(() -> ProblemException.notFound("No job", name));
    return ResponseEntity.ok().eTag(ETags.of(job.version())).body(documents.one(job));
  }

  private Optional<Job> newest(String project, String name) {
    JobCondition named = new JobCondition.OneOf(TextField.NAME, List.of(name));
    JobFilter filter =
        new JobFilter(
            new TreeSet<>(List.of(project)),
            List.of(),
            null,
            List.of(),
            null,
            named,
            null,
            Order.NEWEST_FIRST);
    return queries.list(filter, 1).stream().findFirst();
  }

  @DryRunnable
  @PutMapping
  @Operation(
      operationId = "putJobByName",
      summary = "Submit a job under a name, once",
      description =
          """
          Needs `If-None-Match: *`. 412 when a live job has the name, whatever it asks for: jobs \
          are not changed by submitting them again.\
          """)
  ResponseEntity<JobDocument> put(
      Call call,
      @PathVariable String project,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody NamedJobInput body) {
    call.requireProject(Permission.JOB_SUBMIT, project);
    if (ifNoneMatch == null || !ifNoneMatch.trim().equals("*")) {
      throw new ProblemException(
          ProblemCode.PRECONDITION_REQUIRED, "Send If-None-Match: * to submit it once.");
    }
    Optional<Job> holder = newest(project, name).filter(Job::live);
    if (holder.isPresent()) {
      throw new ProblemException(
          ProblemCode.PRECONDITION_FAILED,
          "Job %s has the name and is %s.".formatted(holder.get().id(), holder.get().phase()));
    }
    JobInput job =
        new JobInput(
            project, name, body.labels(), body.spec(), body.leaseSeconds(), body.maxCost());
    return jobs.submit(call, job);
  }
}
