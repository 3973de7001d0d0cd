package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.WorldChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Gathers the parts of one [Transition.Changed].
final class TransitionBuilder {
  private final Job job;
  private final @Nullable Run run;
  private final @Nullable Run writtenRun;
  private final List<JobEvent> events = new ArrayList<>();
  private final List<UsageEvent> usage = new ArrayList<>();
  private final List<WorldChange> world = new ArrayList<>();
  private final List<RunCommand> commands = new ArrayList<>();

  TransitionBuilder(Job job, @Nullable Run run) {
    this(job, run, run);
  }

  /// `run` is what the job has from now on; `writtenRun` is the row to be written.
  TransitionBuilder(Job job, @Nullable Run run, @Nullable Run writtenRun) {
    this.job = job;
    this.run = run;
    this.writtenRun = writtenRun;
  }

  Job job() {
    return job;
  }

  Run requireRun() {
    return Objects.requireNonNull(run);
  }

  void event(Instant at, String kind, String actor, String message) {
    events.add(
        new JobEvent(
            0,
            job.id(),
            job.project(),
            at,
            kind,
            job.phase(),
            actor,
            message,
            Collections.emptySortedMap()));
  }

  void usage(UsageEvent event) {
    usage.add(event);
  }

  void world(WorldChange change) {
    world.add(change);
  }

  void command(RunCommand command) {
    commands.add(command);
  }

  Transition changed() {
    return new Transition.Changed(
        new LiveJob(job, run), writtenRun, events, usage, world, commands);
  }

  /// This transition and then `next`, as one.
  Transition followedBy(TransitionBuilder next) {
    events.addAll(next.events);
    usage.addAll(next.usage);
    world.addAll(next.world);
    commands.addAll(next.commands);
    return new Transition.Changed(
        new LiveJob(next.job, next.run), next.writtenRun, events, usage, world, commands);
  }
}
