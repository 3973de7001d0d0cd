package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// What can be asked about jobs.
public interface JobQueries {
  Optional<Job> find(JobId id);

  /// Jobs of `filter` in its order, at most `limit`.
  List<Job> list(JobFilter filter, int limit);

  /// About how many jobs `filter` has: counted up to 10,000, above that estimated from a sample.
  long estimate(JobFilter filter);

  /// Runs of a job, first attempt first.
  List<Run> runs(JobId id);

  /// Runs of all jobs of the projects, in the order of their bind, after `place`; at most `limit`.
  List<RunOfJob> runs(SortedSet<String> projects, @Nullable RunPlace place, int limit);

  /// Runs that hold GPUs now, in the order of their bind, each with its job.
  List<HoldingRun> holding();

  /// A run that holds GPUs, and its job.
  record HoldingRun(Job job, Run run) {}

  /// A run and whose it is.
  record RunOfJob(Run run, String jobName, String project, Instant submittedAt) {}

  /// A place in the order of runs: bind time and id.
  record RunPlace(Instant boundAt, String id) {}

  /// The values of label `key` of those of `jobs` that have it.
  SortedMap<JobId, String> labels(Collection<JobId> jobs, String key);

  /// The names of those of `jobs` that there are.
  SortedMap<JobId, String> names(Collection<JobId> jobs);

  /// Events of a job after `seq`, oldest first.
  List<JobEvent> events(JobId id, long afterSeq, int limit);

  /// Events of all jobs after `seq`, oldest first; never skips one that commits later.
  List<JobEvent> allEvents(long afterSeq, int limit);

  /// The newest `seq` that [#allEvents] could give.
  long lastEventSeq();

  /// Why a job waits, as of now; empty when it does not wait.
  Optional<Waiting> waiting(JobId id);

  /// What would become of a wish if it were submitted now.
  PlanAnswer plan(SubmitJob wish);

  /// Which jobs to list. Null and empty mean any.
  ///
  /// @param projects visible ones; null means all
  /// @param types batch jobs, notebooks
  /// @param text part of the name, the id or its beginning, or part of the last eight characters of
  ///   the id, in any case
  /// @param condition what they must fulfil besides
  /// @param before only jobs that come after this place in the order
  /// @param order of the list
  record JobFilter(
      @Nullable SortedSet<String> projects,
      List<JobPhase> phases,
      @Nullable String user,
      List<JobSpec.Type> types,
      @Nullable String text,
      @Nullable JobCondition condition,
      @Nullable Place before,
      Order order) {
    /// Newest first, whatever else they are.
    public JobFilter(
        @Nullable SortedSet<String> projects,
        List<JobPhase> phases,
        @Nullable String user,
        @Nullable String text,
        @Nullable Place before) {
      this(projects, phases, user, List.of(), text, null, before, Order.NEWEST_FIRST);
    }

    public JobFilter {
      phases = List.copyOf(phases);
      types = List.copyOf(types);
    }

    /// The whole list that this goes on with.
    public JobFilter fromTheStart() {
      return new JobFilter(projects, phases, user, types, text, condition, null, order);
    }
  }

  /// By submit time, then id.
  enum Order {
    NEWEST_FIRST,
    OLDEST_FIRST
  }

  /// A place in the order of lists: submit time and id.
  record Place(Instant submittedAt, JobId id) {}

  /// Why a job waits, dominant reason first, and what waits before it in its project.
  ///
  /// @param place among the next jobs of all projects; null where it is not decided by a score
  record Waiting(
      List<WaitReason> reasons, int jobsAhead, long milliGpusAhead, @Nullable QueuePlace place) {
    public Waiting {
      reasons = List.copyOf(reasons);
    }
  }
}
