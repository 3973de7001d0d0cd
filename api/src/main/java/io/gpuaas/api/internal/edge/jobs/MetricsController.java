package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.IdleStops;
import io.gpuaas.api.internal.service.UseOfRuns;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// How busy the GPUs of a job are.
@RestController
@RequestMapping("/api/v1/jobs/{id}/metrics")
@Tag(name = "Jobs")
final class MetricsController {
  private static final int POINTS = 120;
  private static final int POINTS_MAX = 1_000;
  private static final long LEAST_STEP_MILLIS = 1_000;

  private final JobQueries queries;
  private final UseOfRuns use;
  private final IdleStops idle;
  private final InstantSource clock;

  MetricsController(JobQueries queries, UseOfRuns use, IdleStops idle, InstantSource clock) {
    this.queries = queries;
    this.use = use;
    this.idle = idle;
    this.clock = clock;
  }

  /// The use of one attempt, in equal steps from its start to its end or to now.
  ///
  /// @param measured false where the cluster does not measure
  /// @param attempt null before the first one has started
  /// @param pods by rank; of a large gang the first 64
  /// @param idle how a running notebook stands; null when the idle policy does not concern it
  @Schema(name = "JobMetrics")
  record MetricsDocument(
      boolean measured,
      @Nullable Integer attempt,
      @Nullable Instant from,
      long stepMillis,
      List<PodDocument> pods,
      @Nullable IdleDocument idle) {}

  /// Means of the GPUs of one pod, one for each step in which it ran.
  @Schema(name = "PodMetrics")
  record PodDocument(
      int rank,
      String pod,
      @Schema(description = "Begin of each step") List<Instant> at,
      List<Integer> gpuPercent,
      List<Integer> memoryPercent) {
    static PodDocument of(PodUse it) {
      return new PodDocument(
          it.rank(),
          it.pod(),
          it.samples().stream().map(RunUse.Sample::at).toList(),
          it.samples().stream().map(RunUse.Sample::gpuPercent).toList(),
          it.samples().stream().map(RunUse.Sample::memoryPercent).toList());
    }
  }

  /// @param stopAt null before the notebook was told that it will be stopped
  @Schema(name = "IdleStanding")
  record IdleDocument(Instant since, @Nullable Instant stopAt) {}

  @GetMapping
  @Operation(
      operationId = "getJobMetrics",
      summary = "How busy the GPUs of a job are",
      description = "Of one attempt, asked of its cluster; the newest one when none is named.")
  MetricsDocument get(
      Call call,
      @PathVariable String id,
      @RequestParam(required = false) @Nullable Integer attempt,
      @Parameter(description = "At most so many steps; 120 when left out, 1,000 at most")
          @RequestParam(required = false)
          @Nullable Integer points) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    if (points != null && (points < 1 || points > POINTS_MAX)) {
      throw ProblemException.ofParameter("points", "must be from 1 to 1000.", "" + points);
    }
    Run run =
        queries.runs(job.id()).stream()
            .filter(it -> attempt == null || it.attempt() == attempt)
            .reduce((_, later) -> later)
            .orElse(null);
    Instant started = run == null ? null : run.startedAt();
    if (run == null || started == null) {
      return new MetricsDocument(true, null, null, 0, List.of(), null);
    }
    Instant now = clock.instant();
    Instant end = run.endedAt() == null ? now : run.endedAt();
    long length = Math.max(0, Duration.between(started, end).toMillis());
    long step = Math.max(LEAST_STEP_MILLIS, Math.ceilDiv(length, points == null ? POINTS : points));
    RunUse found = use.of(new RunUse.Question(job, run, started, end, Duration.ofMillis(step)));
    IdleStops.Standing standing = idle.standing(job, run);
    return new MetricsDocument(
        found.measured(),
        run.attempt(),
        started,
        step,
        found.pods().stream().map(PodDocument::of).toList(),
        standing == null ? null : new IdleDocument(standing.idleSince(), standing.stopAt()));
  }
}
