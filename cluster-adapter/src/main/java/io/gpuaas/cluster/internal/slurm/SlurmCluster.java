package io.gpuaas.cluster.internal.slurm;

import io.gpuaas.cluster.internal.follow.Pulse;
import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.gpuuse.GpuUseQuery;
import io.gpuaas.cluster.internal.prometheus.Prometheus;
import io.gpuaas.cluster.internal.slurmjob.SlurmJob;
import io.gpuaas.cluster.internal.slurmjob.SlurmReconciler;
import io.gpuaas.cluster.internal.slurmjob.SlurmSite;
import io.gpuaas.cluster.internal.slurmjob.SlurmSubmission;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.ClusterCondition;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.ObservationSink;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.StopRun;
import io.gpuaas.placement.RunLog;
import io.gpuaas.placement.RunUse;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Slurm cluster behind the port. slurmrestd has no watch, so one list of all jobs is read twice
/// a second while there are runs, and every run is brought in line with it. One that does not
/// answer is asked less and less often. Submitting is not idempotent in Slurm: a run is submitted
/// only if the newest list has no job with its comment.
public final class SlurmCluster implements ClusterPort, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmCluster.class);
  private static final long EVERY_MILLIS = 500;
  private static final Duration IDLE = Duration.ofSeconds(15);
  private static final int NUMBERS_MAX = 10_000;

  private final String name;
  private final SlurmSite site;
  private final SlurmRest rest;
  private final ObservationSink sink;
  private final InstantSource clock;
  private final SlurmLogs logs;
  private final GpuMetrics metrics;
  private final @Nullable Prometheus prometheus;
  private final Pulse pulse = new Pulse();
  private final TreeMap<RunId, Entry> entries = new TreeMap<>();
  private final Numbers numbers = new Numbers();
  private Instant askedAt = Instant.EPOCH;

  /// Ours, as the newest list had them, by run.
  private volatile SortedMap<String, SlurmJob> seen = Collections.emptySortedMap();

  private final ScheduledExecutorService turns =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("slurm").factory());

  /// Slurm's numbers of our runs, of which the oldest are forgotten.
  private static final class Numbers extends LinkedHashMap<String, Long> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > NUMBERS_MAX;
    }
  }

  /// A run that somebody asked for.
  private static final class Entry {
    RunCommand command;
    Said said = Said.NOTHING;
    int resets;
    @Nullable Instant warnedAt;

    Entry(RunCommand command) {
      this.command = command;
    }
  }

  public SlurmCluster(
      String name, SortedMap<String, String> settings, ObservationSink sink, InstantSource clock) {
    this.name = name;
    this.site = SlurmSite.of(settings);
    this.logs = new SlurmLogs(site);
    this.metrics = GpuMetrics.of(settings);
    this.prometheus = metrics.isMeasured() ? new Prometheus(metrics) : null;
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
    Instant now = clock.instant();
    List<Entry> known = known();
    boolean asks = !known.isEmpty() || !now.isBefore(askedAt.plus(IDLE));
    if (!asks || !pulse.pause(now).isZero()) {
      return;
    }
    askedAt = now;
    try {
      SortedMap<String, SlurmJob> jobs = jobs();
      known.forEach(entry -> bringInLine(entry, jobs.get(entry.command.run().value())));
      pulse.felt();
    } catch (RuntimeException e) {
      LOG.warn("cluster {}: Slurm is asked again: {}", name, e.getMessage());
      pulse.missed(now, String.valueOf(e.getMessage()), Duration.ZERO);
    }
  }

  /// Ours, by run.
  private SortedMap<String, SlurmJob> jobs() {
    TreeMap<String, List<SlurmJob>> components = new TreeMap<>();
    String prefix = SlurmSubmission.commentPrefix(site);
    for (var job : rest.jobs()) {
      SlurmJob facts = SlurmJob.of(prefix, job);
      if (!facts.run().isEmpty()) {
        components.computeIfAbsent(facts.run(), _ -> new ArrayList<>()).add(facts);
      }
    }
    TreeMap<String, SlurmJob> jobs = new TreeMap<>();
    components.forEach((run, parts) -> jobs.put(run, SlurmJob.together(parts)));
    seen = jobs;
    synchronized (numbers) {
      jobs.forEach((run, job) -> numbers.put(run, job.id()));
    }
    return jobs;
  }

  /// By the answers to what it was asked last.
  @Override
  public ClusterCondition condition() {
    return pulse.condition();
  }

  @Override
  public String holdUp(RunId run) {
    SlurmJob job = seen.get(run.value());
    return job == null || job.stage() != SlurmJob.Stage.WAITING
        ? ""
        : "Slurm holds its job %d: %s.".formatted(job.id(), job.reason());
  }

  @Override
  public RunLog log(RunLog.Question question) {
    return logs.page(question);
  }

  /// Of runs whose number in Slurm is known: those that this process has seen there.
  @Override
  public RunUse use(RunUse.Question question) {
    Long number;
    synchronized (numbers) {
      number = numbers.get(question.run().id().value());
    }
    if (prometheus == null || number == null) {
      return RunUse.NONE;
    }
    return prometheus.use(
        GpuUseQuery.ofSlurmJob(metrics, number, GpuUseQuery.Span.of(question)),
        SlurmSubmission.firstTasks(question.run().assignments()));
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
      case CANCEL -> cancel(entry, Objects.requireNonNull(job));
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

  /// What runs is warned and has its grace; Slurm's own, its KillWait, is the same for all.
  private void cancel(Entry entry, SlurmJob job) {
    Instant now = clock.instant();
    boolean runs = job.stage() == SlurmJob.Stage.RUNNING;
    if (!runs || !(entry.command instanceof StopRun stop) || stop.graceSeconds() == 0) {
      rest.cancel(job.id());
    } else if (entry.warnedAt == null) {
      rest.warn(job.id());
      entry.warnedAt = now;
    } else if (!now.isBefore(entry.warnedAt.plusSeconds(stop.graceSeconds()))) {
      rest.cancel(job.id());
    }
  }

  /// Null when Slurm took it, or may have: the next list will tell.
  private @Nullable Observation submit(EnsureRun run) {
    SlurmSubmission submission = new SlurmSubmission(run, site, rest.version());
    try {
      long id = rest.submit(submission.body());
      LOG.info("cluster {}: run {} is Slurm job {}", name, run.run(), id);
      return null;
    } catch (SlurmRest.Failed e) {
      if (!e.isRefusal()) {
        throw e;
      }
      return new Observation.RunEnded(
          run.run(), clock.instant(), RunOutcome.FAILED, -1, "Slurm refused it. " + e.getMessage());
    }
  }

  @Override
  public void close() {
    turns.shutdownNow();
    if (prometheus != null) {
      prometheus.close();
    }
  }
}
