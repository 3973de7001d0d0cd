package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Clearance;
import io.gpuaas.placement.Clearance.Ending;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Says what has to end before a waiting job starts.
@RestController
@RequestMapping("/api/v1/jobs")
@Tag(name = "Jobs")
final class ClearanceController {
  private final JobQueries queries;
  private final WorldView view;
  private final InstantSource clock;

  ClearanceController(JobQueries queries, WorldView view, InstantSource clock) {
    this.queries = queries;
    this.view = view;
    this.clock = clock;
  }

  /// What would free room for a waiting job.
  ///
  /// @param found false when it would not start though every running job ended
  /// @param by when it has started at the latest, by what running jobs have declared and if nothing
  ///   else comes; null when one of them has declared no end, or there is none
  /// @param jobs that have to end first; those that may not be seen have neither id nor name, nor a
  ///   project where that may not be seen
  @Schema(name = "Clearance")
  record ClearanceDocument(boolean found, @Nullable Instant by, List<EndingDocument> jobs) {}

  @Schema(name = "ClearanceJob")
  record EndingDocument(
      @Nullable String job,
      @Nullable String jobName,
      @Nullable String project,
      String gpus,
      @Nullable Instant endsBy) {}

  @GetMapping("/{id}/clearance")
  @Operation(
      operationId = "getClearance",
      summary = "What has to end before a waiting job starts",
      description =
          """
          Running jobs are let go in the order of their declared ends until the scheduler would \
          admit this one. Empty for a job that does not wait.\
          """)
  ClearanceDocument get(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    if (!view.world().isWaiting(job.id())) {
      return new ClearanceDocument(true, null, List.of());
    }
    Clearance clearance = Clearance.of(view.world(), job.id(), clock.instant());
    List<EndingDocument> jobs = new ArrayList<>();
    @Nullable Instant by = null;
    boolean declared = true;
    for (Ending ending : clearance.endings()) {
      queries.find(ending.job()).ifPresent(it -> jobs.add(document(call, it, ending)));
      by = ending.endsBy();
      declared &= by != null;
    }
    return new ClearanceDocument(clearance.found(), declared ? by : null, jobs);
  }

  private static EndingDocument document(Call call, Job job, Ending ending) {
    boolean seen = call.caller().may(Permission.JOB_READ, Scope.project(job.project()));
    return new EndingDocument(
        seen ? job.id().value() : null,
        seen ? job.name() : null,
        VisibleJobs.project(call, job),
        Fields.decimal(job.milliGpus()),
        ending.endsBy());
  }
}
