package io.gpuaas.simulator;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A whole little world with a time line: what a scenario document says, checked and typed.
///
/// @param origin what `0s` means; 1970 unless the document names instants
/// @param maxCycles 0 = cycles run until nothing changes any more; otherwise that many cycles are
///   run on the state in which every job has been submitted
/// @param nodesDecided false when the document has no `nodes`: only quota is decided
/// @param until where the clock stops; null = when nothing can change any more
/// @param evictionDelay from a preemption to its room being free
/// @param from where the clock starts at the earliest; null = when the state was reached
/// @param memory what is remembered of the time before
/// @param expectedMix what pods least fragmentation expects, those of jobs submitted by `from`
///   counted in; none = learnt from the jobs of the scenario as they come
public record Scenario(
    String name,
    Instant origin,
    SchedulingPolicy policy,
    int maxCycles,
    QuotaConfig config,
    boolean nodesDecided,
    List<Node> nodes,
    List<Job> jobs,
    List<Event> events,
    @Nullable Instant until,
    Duration evictionDelay,
    @Nullable Instant from,
    WorldMemory memory,
    ExpectedMix expectedMix) {

  public Scenario {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    events = List.copyOf(events);
  }

  public Scenario withJobs(List<Job> newJobs) {
    return new Scenario(
        name,
        origin,
        policy,
        maxCycles,
        config,
        nodesDecided,
        nodes,
        newJobs,
        events,
        until,
        evictionDelay,
        from,
        memory,
        expectedMix);
  }

  public Scenario withNodes(List<Node> newNodes) {
    return new Scenario(
        name,
        origin,
        policy,
        maxCycles,
        config,
        nodesDecided,
        newNodes,
        jobs,
        events,
        until,
        evictionDelay,
        from,
        memory,
        expectedMix);
  }

  public Scenario withEvents(List<Event> newEvents) {
    return new Scenario(
        name,
        origin,
        policy,
        maxCycles,
        config,
        nodesDecided,
        nodes,
        jobs,
        newEvents,
        until,
        evictionDelay,
        from,
        memory,
        expectedMix);
  }

  /// One job. Its id is its name.
  ///
  /// @param workload `queuedAt` is when it is submitted
  /// @param duration run time once started; null = it does not end within the scenario
  /// @param held what it holds when the scenario starts; null = it waits
  public record Job(Workload workload, @Nullable Duration duration, @Nullable HeldWorkload held) {
    public JobId id() {
      return workload.id();
    }
  }

  /// Something that happens on the time line.
  public sealed interface Event {
    Instant at();

    /// The quota of a project or cohort becomes as given; null = stays as it is. Without `drainBy`
    /// nothing is evicted for it.
    record SetQuota(
        Instant at,
        Owner owner,
        String ownerName,
        FlavorResource cell,
        @Nullable Long nominal,
        Limit borrowingLimit,
        Limit lendingLimit,
        @Nullable Instant drainBy)
        implements Event {}

    /// Null = stays as it is.
    record NodeChanged(
        Instant at, NodeRef node, @Nullable Boolean ready, @Nullable Boolean schedulable)
        implements Event {}

    /// The user cancels the job.
    record Cancel(Instant at, JobId job) implements Event {}

    /// The stop policy of a project changes.
    record Stop(Instant at, String project, Project.StopPolicy policy) implements Event {}
  }

  /// Who owns a quota.
  public enum Owner {
    PROJECT,
    COHORT
  }

  /// A change of a limit.
  public sealed interface Limit {
    /// As it was.
    record Kept() implements Limit {}

    /// No limit.
    record None() implements Limit {}

    /// At most `amount`.
    record AtMost(long amount) implements Limit {}
  }
}
