package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import java.time.Duration;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/// Waits for jobs to get somewhere. Woken by the event feed, so that nothing polls.
@Component
final class JobWatch {
  private final JobQueries queries;
  private final EventFeed feed;

  JobWatch(JobQueries queries, EventFeed feed) {
    this.queries = queries;
    this.feed = feed;
  }

  /// How far a job shall get. One that has ended has got everywhere it ever will.
  enum Goal {
    ADMITTED,
    RUNNING,
    TERMINAL;

    boolean isReachedBy(Job job) {
      if (job.phase().isTerminal()) {
        return true;
      }
      return switch (this) {
        case ADMITTED -> job.phase() != JobPhase.QUEUED;
        case RUNNING -> job.phase() == JobPhase.RUNNING;
        case TERMINAL -> false;
      };
    }
  }

  /// The job when `reached` is true of it, or as it is after `timeout`.
  Job await(Job job, Predicate<Job> reached, Duration timeout) {
    // The wait begins before the job is read: what happens in between wakes it.
    EventFeed.Waiter waiter = feed.waiter(timeout);
    Job now = queries.find(job.id()).orElse(job);
    while (!reached.test(now) && waiter.awaitMore(job.id())) {
      now = queries.find(job.id()).orElse(now);
    }
    return now;
  }
}
