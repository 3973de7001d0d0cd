package io.gpuaas.cluster.internal.slurm;

import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.slurmjob.SlurmJob;
import io.gpuaas.cluster.internal.slurmjob.SlurmReconciler;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.cluster.internal.slurmjob.SlurmSubmission;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Slurm cluster behind the port. slurmrestd has no watch, so one list of all jobs is read each
/// second while there are runs, and every run is brought in line with it. Submitting is not
/// idempotent in Slurm: a run is submitted only if the newest list has no job with its comment.
public final class SlurmCluster implements ClusterPort, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmCluster.class);
  private static final long EVERY_MILLIS = 500;

  private final String name;
  private final SlurmSite site;
  private final SlurmRest rest;
  private final ObservationSink sink;
  private final InstantSource clock;
  private final TreeMap<RunId, Entry> entries = new TreeMap<>();
  private final ScheduledExecutorService turns =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("slurm").factory());

  /// A run that somebody asked for.
  private static final class Entry {
    RunCommand command;
    Said said = Said.NOTHING;
    int resets;

    Entry(RunCommand command) {
      this.command = command;
    }
  }

  public SlurmCluster(
      String name, SortedMap<String, String> settings, ObservationSink sink, InstantSource clock) {
    this.name = name;
    this.site = SlurmSite.of(settings);
    this.rest =
        new SlurmRest(
            URI.create(Objects.requireNonNull(settings.get("url"))),
            Objects.requireNonNull(settings.get("user")),
            Path.of(Objects.requireNonNull(settings.get("tokenFile"))));
    this.sink = sink;
    this.clock = clock;
  }

  @Override
  public String cluster() {
    return name;
  }

  public void start() {
    var _ = turns.scheduleWithFixedDelay(this::round, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void send(List<RunCommand> commands) {
    synchronized (entries) {
      for (RunCommand command : commands) {
        Entry entry = entries.computeIfAbsent(command.run(), key -> new Entry(command));
        if (entry.command.generation() <= command.generation()) {
          entry.command = command;
        }
      }
    }
  }

  @Override
  public void requestResync() {
    synchronized (entries) {
      for (Entry entry : entries.values()) {
        entry.said = new Said(entry.said.made(), false, false, false);
        entry.resets++;
      }
    }
  }

  private List<Entry> known() {
    synchronized (entries) {
      return List.copyOf(entries.values());
    }
  }

  private void round() {
    try {
      List<Entry> known = known();
      if (known.isEmpty()) {
        return;
      }
      TreeMap<String, SlurmJob> jobs = new TreeMap<>();
      String prefix = SlurmSubmission.commentPrefix(site);
      for (var job : rest.jobs()) {
        SlurmJob facts = SlurmJob.of(prefix, job);
        if (!facts.run().isEmpty()) {
          jobs.put(facts.run(), facts);
        }
      }
      known.forEach(entry -> bringInLine(entry, jobs.get(entry.command.run().value())));
    } catch (RuntimeException e) {
      LOG.warn("cluster {}: Slurm is asked again: {}", name, e.getMessage());
    }
  }

  private void bringInLine(Entry entry, @Nullable SlurmJob job) {
    RunCommand command;
    Said before;
    int resets;
    synchronized (entries) {
      command = entry.command;
      before = entry.said;
      resets = entry.resets;
    }
    SlurmReconciler.Next next = SlurmReconciler.next(command, job, before, clock.instant());
    List<Observation> observations = new ArrayList<>(next.observations());
    Said said = next.said();
    switch (next.deed()) {
      case NOTHING -> {}
      case SUBMIT -> {
        Observation refusal = submit((EnsureRun) command);
        if (refusal != null) {
          observations.add(refusal);
          said = new Said(true, said.started(), true, said.gone());
        }
      }
      case CANCEL -> rest.cancel(Objects.requireNonNull(job).id());
    }
    if (!observations.isEmpty()) {
      sink.observed(name, observations);
    }
    synchronized (entries) {
      boolean again = entry.resets != resets;
      entry.said = again ? new Said(said.made(), false, false, false) : said;
      if (said.gone()) {
        entries.remove(command.run());
      }
    }
  }

  /// Null when Slurm took it, or may have: the next list will tell.
  private @Nullable Observation submit(EnsureRun run) {
    SlurmSubmission submission = new SlurmSubmission(run, site, rest.version());
    String obstacle = submission.obstacle();
    if (!obstacle.isEmpty()) {
      return new Observation.RunEnded(
          run.run(), clock.instant(), RunOutcome.NODE_FAILED, -1, obstacle);
    }
    try {
      long id = rest.submit(submission.body());
      LOG.info("cluster {}: run {} is Slurm job {}", name, run.run(), id);
      return null;
    } catch (SlurmRest.Failed e) {
      String sentence = String.valueOf(e.getMessage());
      if (!sentence.startsWith("Slurm says")) {
        throw e;
      }
      return new Observation.RunEnded(
          run.run(), clock.instant(), RunOutcome.FAILED, -1, "Slurm refused it. " + sentence);
    }
  }

  @Override
  public void close() {
    turns.shutdownNow();
  }
}
