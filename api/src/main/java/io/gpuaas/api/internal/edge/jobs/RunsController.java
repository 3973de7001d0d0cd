package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Cursors;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.RunOfJob;
import io.gpuaas.placement.JobQueries.RunPlace;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunState;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Lists runs of all jobs, in the order in which they got their room.
@RestController
@RequestMapping("/api/v1/runs")
@Tag(name = "Jobs")
final class RunsController {
  private final JobQueries queries;
  private final Cursors cursors;

  RunsController(JobQueries queries, Cursors cursors) {
    this.queries = queries;
    this.cursors = cursors;
  }

  /// A run and whose it is.
  ///
  /// @param milliGpus held, in thousandths of a GPU
  /// @param lostMillis work of it that was done again
  @Schema(name = "RunListing")
  record RunListing(
      String id,
      String job,
      String jobName,
      String project,
      int attempt,
      RunState state,
      Instant submittedAt,
      Instant boundAt,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable Instant releasedAt,
      String stopReason,
      long milliGpus,
      long lostMillis) {
    static RunListing of(RunOfJob it) {
      Run run = it.run();
      return new RunListing(
          run.id().value(),
          run.job().value(),
          it.jobName(),
          it.project(),
          run.attempt(),
          run.state(),
          it.submittedAt(),
          run.boundAt(),
          run.startedAt(),
          run.endedAt(),
          run.releasedAt(),
          run.stopReason(),
          run.holdings().stream().mapToLong(GpuHolding::milliGpus).sum(),
          run.lostMillis());
    }
  }

  @GetMapping
  @Operation(
      operationId = "listRuns",
      summary = "List runs",
      description = "Those of the jobs of all visible projects, earliest bound first.")
  Page<RunListing> list(
      Call call,
      @RequestParam(required = false) @Nullable String project,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    int most = Lists.limit(limit);
    SortedSet<String> projects = new TreeSet<>(call.caller().projects(Permission.JOB_READ));
    if (project != null && !project.isEmpty()) {
      call.requireProject(Permission.JOB_READ, project);
      projects.retainAll(List.of(project));
    }
    String filter = "runs\n" + (project == null ? "" : project);
    RunPlace after = cursors.read(filter, cursor).map(RunsController::place).orElse(null);
    List<RunOfJob> found = projects.isEmpty() ? List.of() : queries.runs(projects, after, most + 1);
    boolean more = found.size() > most;
    List<RunOfJob> items = more ? found.subList(0, most) : found;
    String next = more ? cursors.make(filter, place(items.getLast().run())) : null;
    return new Page<>(items.stream().map(RunListing::of).toList(), next, more);
  }

  private static RunPlace place(List<String> parts) {
    return new RunPlace(Instant.parse(parts.getFirst()), parts.getLast());
  }

  private static List<String> place(Run run) {
    return List.of(run.boundAt().toString(), run.id().value());
  }
}
