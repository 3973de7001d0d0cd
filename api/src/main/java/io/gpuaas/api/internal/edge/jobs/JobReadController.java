package io.gpuaas.api.internal.edge.jobs;

import static java.util.stream.Collectors.joining;

import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.CostQueries.JobCost;
import io.gpuaas.accounting.CostQueries.RunCost;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.CurrentCall;
import io.gpuaas.api.internal.edge.manners.Cursors;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Durations;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobCondition;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.JobFilter;
import io.gpuaas.placement.JobQueries.Order;
import io.gpuaas.placement.JobQueries.Place;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Run;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Reads jobs and their runs.
@RestController
@RequestMapping("/api/v1/jobs")
@Tag(name = "Jobs")
final class JobReadController {
  private static final String FILTER =
      "Comparisons joined by and, or, not and brackets, over id, name, project, user, phase,"
          + " reason, priority, image, gpus, attempt, exitCode, submittedAt, startedAt, endedAt and"
          + " label.KEY; ~ finds a part of a text. `run(…)` finds jobs of which one run fulfils"
          + " what stands in it, over outcome, stopReason, stoppedFor (a project), pool, model,"
          + " attempt, boundAt, stoppedAt, endedAt and releasedAt";

  private static final String COUNT =
      "`estimate`: the header `Estimated-Count` says how many jobs the whole list has: counted up"
          + " to 10,000, above that estimated from a sample of them";

  private final JobQueries queries;
  private final JobDocuments documents;
  private final JobWatch watch;
  private final CostQueries costs;
  private final Cursors cursors;
  private final InstantSource clock;
  private final CurrentCall current;

  JobReadController(
      JobQueries queries,
      JobDocuments documents,
      JobWatch watch,
      CostQueries costs,
      Cursors cursors,
      InstantSource clock,
      CurrentCall current) {
    this.queries = queries;
    this.documents = documents;
    this.watch = watch;
    this.costs = costs;
    this.cursors = cursors;
    this.clock = clock;
    this.current = current;
  }

  @GetMapping
  @Operation(
      operationId = "listJobs",
      summary = "List jobs",
      description = "Those of all visible projects, newest first. Placements are not in lists.")
  ResponseEntity<Page<JobDocument>> list(
      Call call,
      @Parameter(description = "Only of these projects, separated by commas")
          @RequestParam(required = false)
          @Nullable String project,
      @Parameter(
              description = "Only in these phases, separated by commas",
              example = "QUEUED,RUNNING")
          @RequestParam(required = false)
          @Nullable String phase,
      @RequestParam(required = false) @Nullable String user,
      @RequestParam(required = false) JobSpec.@Nullable Type type,
      @Parameter(
              description =
                  "Part of the name, the id or its beginning, or part of its last eight characters")
          @RequestParam(required = false)
          @Nullable String q,
      @Parameter(description = FILTER, example = "gpus >= 8 and phase in (QUEUED, RUNNING)")
          @RequestParam(required = false)
          @Nullable String filter,
      @Parameter(description = "`-submittedAt` (default) or `submittedAt`")
          @RequestParam(required = false)
          @Nullable String sort,
      @Parameter(description = COUNT, schema = @Schema(allowableValues = "estimate"))
          @RequestParam(required = false)
          @Nullable String count,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    boolean counted = isCounted(count);
    int most = Lists.limit(limit);
    String list = key(project, phase, user, type == null ? "" : type.name(), q, filter, sort);
    JobCondition condition = FilterText.parse(filter, call.caller().projects(Permission.JOB_READ));
    SortedSet<String> projects = projects(call, project);
    if (projects.isEmpty()) {
      return answer(new Page<>(List.of(), null, false), counted ? 0L : null);
    }
    Place before = cursors.read(list, cursor).map(JobReadController::place).orElse(null);
    JobFilter asked =
        new JobFilter(
            projects,
            phases(phase),
            empty(user),
            type == null ? List.of() : List.of(type),
            empty(q),
            condition,
            before,
            order(sort));
    List<Job> found = queries.list(asked, most + 1);
    boolean more = found.size() > most;
    List<Job> items = more ? found.subList(0, most) : found;
    String next = more ? cursors.make(list, place(items.getLast())) : null;
    Page<JobDocument> page = new Page<>(documents.many(items), next, more);
    return answer(page, counted ? queries.estimate(asked.fromTheStart()) : null);
  }

  private static boolean isCounted(@Nullable String count) {
    if (count != null && !count.equals("estimate")) {
      throw ProblemException.ofParameter("count", "must be estimate, or left out.", count);
    }
    return count != null;
  }

  private static ResponseEntity<Page<JobDocument>> answer(
      Page<JobDocument> page, @Nullable Long estimate) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
    if (estimate != null) {
      answer.header("Estimated-Count", estimate.toString());
    }
    return answer.body(page);
  }

  /// All that a list depends on besides rights, in one text.
  private static String key(@Nullable String... parts) {
    return "jobs\n" + Stream.of(parts).map(JobReadController::text).collect(joining("\n"));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static @Nullable String empty(@Nullable String value) {
    return value == null || value.isEmpty() ? null : value;
  }

  private static SortedSet<String> projects(Call call, @Nullable String names) {
    SortedSet<String> visible = new TreeSet<>(call.caller().projects(Permission.JOB_READ));
    if (names == null || names.isEmpty()) {
      return visible;
    }
    SortedSet<String> asked = new TreeSet<>(List.of(names.split(",", -1)));
    for (String name : asked) {
      if (!visible.contains(name)) {
        call.requireProject(Permission.JOB_READ, name);
      }
    }
    return asked;
  }

  private static List<JobPhase> phases(@Nullable String words) {
    List<JobPhase> phases = new ArrayList<>();
    for (String word : text(words).isEmpty() ? new String[0] : text(words).split(",", -1)) {
      try {
        phases.add(JobPhase.valueOf(word));
      } catch (IllegalArgumentException _) {
        String allowed = "must be of " + List.of(JobPhase.values()) + ".";
        throw ProblemException.ofParameter("phase", allowed, word);
      }
    }
    return phases;
  }

  private static Order order(@Nullable String sort) {
    return switch (text(sort)) {
      case "", "-submittedAt" -> Order.NEWEST_FIRST;
      case "submittedAt" -> Order.OLDEST_FIRST;
      default ->
          throw ProblemException.ofParameter(
              "sort", "must be submittedAt or -submittedAt.", text(sort));
    };
  }

  private static List<String> place(Job job) {
    return List.of(job.submittedAt().toString(), job.id().value());
  }

  private static Place place(List<String> parts) {
    return new Place(Instant.parse(parts.get(0)), new JobId(parts.get(1)));
  }

  @GetMapping("/{id}")
  @Operation(
      operationId = "getJob",
      summary = "Read a job, or wait for it",
      description =
          """
          With `waitFor` the answer comes when the job has got that far (`ADMITTED`, `RUNNING`, \
          `TERMINAL`), or has ended, or `timeout` has passed; it then shows the job as it is. With \
          `ifNot` it comes as well when the job has changed since that `ETag`. `If-None-Match` is \
          answered with 304 only when the job has ended: until then its cost, and why it waits, \
          change without its version.\
          """)
  @Nullable JobDocument get(
      Call call,
      @PathVariable String id,
      @RequestParam(required = false) JobWatch.@Nullable Goal waitFor,
      @Parameter(description = "At most 60s, which is the default", example = "30s")
          @RequestParam(required = false)
          @Nullable String timeout,
      @Parameter(description = "The job's `ETag` as known, for example `\"7\"`")
          @RequestParam(required = false)
          @Nullable String ifNot,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      HttpServletRequest request,
      HttpServletResponse response) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    if (waitFor != null || ifNot != null) {
      watch.await(job, it -> isAwaited(it, waitFor, ifNot) || !sees(request, it), timeout(timeout));
      job = VisibleJobs.find(queries, stillThere(request), job.id());
    }
    boolean known = ETags.matches(ifNoneMatch, job.version()) && job.phase().isTerminal();
    // Spring answers 304 by itself to whoever has the tag of a ResponseEntity, however live it is.
    response.setHeader("ETag", ETags.of(job.version()));
    response.setStatus(known ? 304 : 200);
    return known ? null : documents.one(job);
  }

  /// Rights may be taken while somebody waits.
  private boolean sees(HttpServletRequest request, Job job) {
    return current
        .of(request)
        .map(it -> it.caller().may(Permission.JOB_READ, Scope.project(job.project())))
        .orElse(false);
  }

  private Call stillThere(HttpServletRequest request) {
    return current
        .of(request)
        .orElseThrow(
            () -> new ProblemException(ProblemCode.UNAUTHENTICATED, "The session has ended."));
  }

  private static boolean isAwaited(Job job, JobWatch.@Nullable Goal goal, @Nullable String known) {
    return job.phase().isTerminal()
        || (goal != null && goal.isReachedBy(job))
        || (known != null && !ETags.matches(known, job.version()));
  }

  private static Duration timeout(@Nullable String text) {
    Duration longest = Duration.ofSeconds(60);
    if (text == null) {
      return longest;
    }
    return Durations.parse(text)
        .filter(it -> it.compareTo(longest) <= 0)
        .orElseThrow(
            () -> ProblemException.ofParameter("timeout", "must be at most 60s, e.g. 30s.", text));
  }

  @GetMapping("/{id}/runs")
  @Operation(
      operationId = "listJobRuns",
      summary = "Runs of a job, first attempt first",
      description = "Each attempt to carry the job out, with where it ran and how it ended.")
  List<RunDocument> runs(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    JobCost cost = costs.ofJob(job.id(), clock.instant());
    Map<String, RunCost> byRun = new TreeMap<>();
    cost.runs().forEach(it -> byRun.put(it.run().value(), it));
    boolean priced = call.caller().may(Permission.COST_READ, Scope.project(job.project()));
    return queries.runs(job.id()).stream()
        .map(run -> run(run, byRun.get(run.id().value()), priced ? cost.currency() : ""))
        .toList();
  }

  private static RunDocument run(Run run, @Nullable RunCost cost, String currency) {
    List<String> clusters =
        run.assignments().stream()
            .flatMap(it -> it.nodes().stream())
            .map(it -> it.node().cluster())
            .distinct()
            .toList();
    return new RunDocument(
        run.id().value(),
        run.attempt(),
        run.state(),
        clusters.isEmpty() ? null : String.join(",", clusters),
        run.boundAt(),
        run.startedAt(),
        run.endedAt(),
        run.releasedAt(),
        run.outcome(),
        run.exitCode(),
        run.stopReason().isEmpty() ? run.message() : run.stopReason(),
        run.holdings().stream()
            .map(
                it ->
                    new RunDocument.HoldingDocument(
                        it.pool(), it.model(), it.usageClass(), Fields.decimal(it.milliGpus())))
            .toList(),
        cost == null ? "0.000000" : cost.time().gpuHours().toPlainString(),
        cost == null || currency.isEmpty() ? null : Money.of(cost.charge(), currency));
  }
}
