package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.CurrentCall;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// What happened to jobs: as a list, and as a stream that goes on.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Events")
final class JobEventsController {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final int MOST = 1000;

  private final JobQueries queries;
  private final EventFeed feed;
  private final OpenStreams streams;
  private final CurrentCall current;

  JobEventsController(
      JobQueries queries, EventFeed feed, OpenStreams streams, CurrentCall current) {
    this.queries = queries;
    this.feed = feed;
    this.streams = streams;
    this.current = current;
  }

  @GetMapping(path = "/jobs/{id}/events", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      operationId = "listJobEvents",
      summary = "What happened to a job, oldest first",
      description = "At most the first 1,000. With `Accept: text/event-stream` it is a stream.")
  List<EventDocument> list(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    return queries.events(job.id(), 0, MOST).stream()
        .map(event -> EventDocument.of(event, job.name()))
        .toList();
  }

  /// How a job's stream ends.
  record EndDocument(JobPhase phase, String reason, @Nullable Integer exitCode) {}

  @GetMapping(path = "/jobs/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Operation(
      operationId = "followJob",
      summary = "Follow a job",
      description =
          """
          Each message has the event's `seq` as id; `Last-Event-ID` goes on behind it. A comment \
          comes every 15 s. `event: end` with phase, reason and exit code says that the job has \
          ended; a stream that ends without it was cut.\
          """)
  void follow(
      Call call,
      @PathVariable String id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    long seq = position(last, 0);
    try (EventStream stream = streams.open(call, response)) {
      follow(stream, job, seq, request);
    }
  }

  private void follow(EventStream stream, Job job, long after, HttpServletRequest request)
      throws IOException {
    long seq = after;
    while (true) {
      EventFeed.Waiter waiter = feed.waiter(HEARTBEAT);
      Optional<Job> now = current.of(request).flatMap(it -> seen(it, job.id()));
      if (now.isEmpty() || !feed.isRunning()) {
        return;
      }
      List<JobEvent> events = queries.events(job.id(), seq, MOST);
      for (JobEvent event : events) {
        stream.event(EventDocument.of(event, job.name()));
        seq = event.seq();
      }
      stream.flush();
      if (events.isEmpty() && now.get().phase().isTerminal()) {
        end(stream, now.get());
        return;
      }
      if (events.isEmpty() && !waiter.awaitMore(job.id())) {
        stream.heartbeat();
      }
    }
  }

  private static void end(EventStream stream, Job job) throws IOException {
    stream.message("end", new EndDocument(job.phase(), job.reason(), job.exitCode()));
    stream.flush();
  }

  private Optional<Job> seen(Call call, JobId id) {
    return queries.find(id).filter(it -> sees(call, it.project()));
  }

  private static boolean sees(Call call, String project) {
    return call.caller().may(Permission.JOB_READ, Scope.project(project));
  }

  @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Operation(
      operationId = "followJobs",
      summary = "Follow all visible jobs",
      description =
          """
          Begins now, or behind `Last-Event-ID`. 410 says that this id is not of this server's \
          history: read the state again and follow without it.\
          """)
  void followAll(
      Call call,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    call.requireAnywhere(Permission.JOB_READ);
    long newest = feed.now();
    long seq = position(last, newest);
    if (seq > newest) {
      throw new ProblemException(ProblemCode.GONE, ProblemCode.GONE.remedy());
    }
    try (EventStream stream = streams.open(call, response)) {
      follow(stream, seq, request);
    }
  }

  private void follow(EventStream stream, long after, HttpServletRequest request)
      throws IOException {
    long seq = after;
    while (feed.isRunning()) {
      EventFeed.Waiter waiter = feed.waiter(HEARTBEAT);
      Optional<Call> now = current.of(request);
      if (now.isEmpty()) {
        return;
      }
      List<FedEvent> events = feed.after(seq);
      for (FedEvent event : events) {
        if (sees(now.get(), event.event().project())) {
          stream.event(event);
        }
        seq = event.event().seq();
      }
      stream.flush();
      if (events.isEmpty() && !waiter.awaitMore()) {
        stream.heartbeat();
      }
    }
  }

  private static long position(@Nullable String last, long otherwise) {
    if (last == null || last.isEmpty()) {
      return otherwise;
    }
    if (!last.matches("[0-9]{1,18}")) {
      throw ProblemException.ofParameter("Last-Event-ID", "must be the id of an event.", last);
    }
    return Long.parseLong(last);
  }
}
