package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.CurrentCall;
import io.gpuaas.api.internal.edge.jobs.JobLogs.Entry;
import io.gpuaas.api.internal.edge.jobs.JobLogs.Part;
import io.gpuaas.api.internal.edge.jobs.JobLogs.Place;
import io.gpuaas.api.internal.edge.jobs.JobLogs.Wish;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.RunLog;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What the pods of a job write: as pages, and as a stream that goes on.
@RestController
@RequestMapping("/api/v1/jobs/{id}/logs")
@Tag(name = "Jobs")
final class LogsController {
  private static final int MOST = 1000;
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final int HEARTBEAT_AFTER_LOOKS = 15;

  private final JobQueries queries;
  private final JobLogs logs;
  private final EventFeed feed;
  private final OpenStreams streams;
  private final CurrentCall current;

  LogsController(
      JobQueries queries, JobLogs logs, EventFeed feed, OpenStreams streams, CurrentCall current) {
    this.queries = queries;
    this.logs = logs;
    this.feed = feed;
    this.streams = streams;
    this.current = current;
  }

  /// One line.
  ///
  /// @param id its place: attempt and number; `after` and `Last-Event-ID` take it
  @Schema(name = "LogLine")
  record LineDocument(
      @Schema(example = "1.42") String id,
      Instant at,
      int attempt,
      int rank,
      String pod,
      RunLog.Stream stream,
      String text) {
    static LineDocument of(Entry entry) {
      RunLog.Line it = entry.line();
      return new LineDocument(
          entry.id(), it.at(), entry.attempt(), it.rank(), it.pod(), it.stream(), it.text());
    }
  }

  /// Lines, oldest first.
  ///
  /// @param next to be sent as `after` for what follows, now or later
  /// @param complete nothing will follow
  @Schema(name = "LogPage")
  record PageDocument(List<LineDocument> lines, String next, boolean complete) {}

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "readLogs",
      summary = "What a job has written",
      description =
          """
          Through all attempts, in the order in which each was written. With \
          `Accept: text/event-stream` it is a stream.\
          """)
  PageDocument read(
      Call call,
      @PathVariable String id,
      @Parameter(description = "Only of this attempt") @RequestParam(required = false)
          @Nullable Integer attempt,
      @Parameter(description = "Only of this rank") @RequestParam(required = false)
          @Nullable Integer rank,
      @Parameter(description = "Only of standard output or standard error")
          @RequestParam(required = false)
          RunLog.@Nullable Stream stream,
      @Parameter(
              description = "Only what was written then or later",
              example = "2026-11-30T08:00:00Z")
          @RequestParam(required = false)
          @Nullable String since,
      @Parameter(description = "`next` of the page before, or the id of a line", example = "1.42")
          @RequestParam(required = false)
          @Nullable String after,
      @Parameter(description = "At most 1,000, which is the default")
          @RequestParam(required = false)
          @Nullable Integer limit) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    Place place = place("after", after, attempt);
    Part part = logs.read(job, new Wish(attempt, rank, stream, moment(since)), place, most(limit));
    requireLogs(part);
    return new PageDocument(
        part.entries().stream().map(LineDocument::of).toList(),
        part.next().text(),
        part.complete());
  }

  private static @Nullable Instant moment(@Nullable String since) {
    if (since == null || since.isEmpty()) {
      return null;
    }
    try {
      return Instant.parse(since);
    } catch (DateTimeParseException _) {
      throw ProblemException.ofParameter(
          "since", "must be a time such as 2026-11-30T08:00:00Z.", since);
    }
  }

  /// Lines of other attempts are better than none.
  private static void requireLogs(Part part) {
    if (part.entries().isEmpty() && !part.missing().isEmpty()) {
      throw new ProblemException(ProblemCode.NO_LOGS, part.missing());
    }
  }

  private static int most(@Nullable Integer limit) {
    if (limit != null && (limit < 1 || limit > MOST)) {
      throw ProblemException.ofParameter("limit", "must be from 1 to 1000.", "" + limit);
    }
    return limit == null ? MOST : limit;
  }

  private static Place place(String name, @Nullable String text, @Nullable Integer attempt) {
    if (text == null || text.isEmpty()) {
      return attempt == null ? Place.START : new Place(attempt, 0);
    }
    return Place.parse(text)
        .orElseThrow(() -> ProblemException.ofParameter(name, "must be an id such as 1.42.", text));
  }

  @GetMapping(produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Operation(
      operationId = "followLogs",
      summary = "Follow what a job writes",
      description =
          """
          Each message is a line with its id; `Last-Event-ID` goes on behind it. A comment comes \
          every 15 s. `event: end` says that the job has ended and all was sent; a stream that \
          ends without it was cut.\
          """)
  void follow(
      Call call,
      @PathVariable String id,
      @RequestParam(required = false) @Nullable Integer attempt,
      @RequestParam(required = false) @Nullable Integer rank,
      @RequestParam(required = false) RunLog.@Nullable Stream stream,
      @RequestParam(required = false) @Nullable String since,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    Wish wish = new Wish(attempt, rank, stream, moment(since));
    Place place = place("Last-Event-ID", last, attempt);
    requireLogs(logs.read(job, wish, place, 1));
    try (EventStream out = streams.open(call, response)) {
      follow(out, job, wish, place, request);
    }
  }

  private void follow(EventStream out, Job job, Wish wish, Place after, HttpServletRequest request)
      throws IOException {
    Place place = after;
    int quiet = 0;
    while (feed.isRunning()) {
      Job now = seen(request, job.id()).orElse(null);
      if (now == null) {
        return;
      }
      Part part = logs.read(now, wish, place, MOST);
      for (Entry entry : part.entries()) {
        out.message(entry.id(), "line", LineDocument.of(entry));
      }
      place = part.next();
      out.flush();
      if (part.complete()) {
        end(out, now);
        return;
      }
      quiet = part.entries().isEmpty() ? quiet + 1 : 0;
      if (part.entries().size() < MOST) {
        feed.waiter(LOOK_AGAIN).awaitMore();
      }
      if (quiet >= HEARTBEAT_AFTER_LOOKS) {
        out.heartbeat();
        quiet = 0;
      }
    }
  }

  private static void end(EventStream out, Job job) throws IOException {
    out.message(
        "end", new JobEventsController.EndDocument(job.phase(), job.reason(), job.exitCode()));
    out.flush();
  }

  private Optional<Job> seen(HttpServletRequest request, JobId id) {
    return current
        .of(request)
        .flatMap(
            call ->
                queries
                    .find(id)
                    .filter(
                        it -> call.caller().may(Permission.JOB_READ, Scope.project(it.project()))));
  }
}
