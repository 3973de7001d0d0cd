package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.engine.IdleRule;
import io.gpuaas.api.internal.engine.IdleRule.Verdict;
import io.gpuaas.api.internal.store.IdleStore;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.RunId;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.ClusterSilence;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.JobFilter;
import io.gpuaas.placement.JobQueries.Order;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.VirtualTimeParticipant;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Stops notebooks whose GPUs nobody uses: they are told first, in their timeline, and are left
/// alone when somebody uses them within the notice. Where a cluster does not measure, nobody is.
@Service
public class IdleStops implements VirtualTimeParticipant, Chore {
  /// Who tells and cancels, in the job's timeline.
  public static final String ACTOR = "idle";

  private static final Logger LOG = LoggerFactory.getLogger(IdleStops.class);
  private static final int MOST = 10_000;

  private final IdleStore store;
  private final JobQueries queries;
  private final JobService jobs;
  private final UseOfRuns use;
  private final InstantSource clock;
  private final TransactionTemplate transaction;

  /// When to look at a run again; only spares questions, everything else is in the database.
  private final Map<RunId, Instant> lookAt = new ConcurrentHashMap<>();

  IdleStops(
      IdleStore store,
      JobQueries queries,
      JobService jobs,
      UseOfRuns use,
      InstantSource clock,
      PlatformTransactionManager transactions) {
    this.store = store;
    this.queries = queries;
    this.jobs = jobs;
    this.use = use;
    this.clock = clock;
    this.transaction = new TransactionTemplate(transactions);
  }

  public Versioned<IdleRule> rule() {
    return store.rule();
  }

  /// Replaces the rule. Who was told under another one is told anew, if at all.
  public ChangeOutcome<IdleRule> replace(IdleRule rule, long expectedVersion) {
    boolean done = store.replace(rule, expectedVersion);
    lookAt.clear();
    Versioned<IdleRule> now = store.rule();
    return done
        ? new ChangeOutcome.Accepted<>(now.value(), now.version(), List.of())
        : new ChangeOutcome.Stale<>(now.version());
  }

  /// Since when a run's GPUs are idle and when it is stopped.
  ///
  /// @param stopAt null before it was told
  public record Standing(Instant idleSince, @Nullable Instant stopAt) {}

  /// How a running notebook stands; null when the rule does not concern it.
  public @Nullable Standing standing(Job job, Run run) {
    IdleRule rule = store.rule().value();
    if (!rule.active() || !concerns(job, run)) {
      return null;
    }
    Instant told = store.toldAt(run.id()).orElse(null);
    Instant since = idleSince(rule, job, run, told, clock.instant());
    return since == null
        ? null
        : new Standing(since, told == null ? null : told.plusMillis(rule.noticeMillis()));
  }

  private static boolean concerns(Job job, Run run) {
    return job.spec().type() == JobSpec.Type.NOTEBOOK
        && job.phase() == JobPhase.RUNNING
        && run.startedAt() != null
        && run.stoppingAt() == null
        && run.endedAt() == null;
  }

  /// Looks at all running notebooks that may have been idle for long enough.
  public void stopDue() {
    IdleRule rule = store.rule().value();
    if (!rule.active()) {
      return;
    }
    Instant now = clock.instant();
    Map<RunId, Job> running = running();
    lookAt.keySet().retainAll(running.keySet());
    for (Map.Entry<RunId, Job> one : running.entrySet()) {
      Instant next = lookAt.get(one.getKey());
      if (next == null || !next.isAfter(now)) {
        look(rule, one.getValue(), now);
      }
    }
  }

  private Map<RunId, Job> running() {
    JobFilter filter =
        new JobFilter(
            null,
            List.of(JobPhase.RUNNING),
            null,
            List.of(JobSpec.Type.NOTEBOOK),
            null,
            null,
            null,
            Order.OLDEST_FIRST);
    Map<RunId, Job> found = new TreeMap<>();
    for (Job job : queries.list(filter, MOST)) {
      List<Run> runs = queries.runs(job.id());
      if (!runs.isEmpty() && concerns(job, runs.getLast())) {
        found.put(runs.getLast().id(), job);
      }
    }
    return found;
  }

  private void look(IdleRule rule, Job job, Instant now) {
    Run run = queries.runs(job.id()).getLast();
    Instant told = store.toldAt(run.id()).orElse(null);
    Instant since = idleSince(rule, job, run, told, now);
    if (since == null) {
      lookAt.put(run.id(), now.plusMillis(rule.windowMillis()));
      return;
    }
    Verdict verdict = rule.verdict(since, told, now);
    // Whoever was told is looked at step by step, so that its use counts at once.
    Instant soon = now.plus(rule.step());
    lookAt.put(
        run.id(),
        switch (verdict) {
          case Verdict.Used(Instant at) -> at;
          case Verdict.UsedAgain(Instant at) -> at;
          case Verdict.Told(Instant stopAt) -> stopAt.isBefore(soon) ? stopAt : soon;
          case Verdict.Tell(_, Instant stopAt) -> stopAt.isBefore(soon) ? stopAt : soon;
          case Verdict.Stop _ -> soon;
        });
    transaction.executeWithoutResult(_ -> act(rule, job, run, verdict));
  }

  private @Nullable Instant idleSince(
      IdleRule rule, Job job, Run run, @Nullable Instant told, Instant now) {
    Instant started = run.startedAt();
    Instant from = rule.lookBackTo(told, now);
    RunUse measured = measured(new RunUse.Question(job, run, from, now, rule.step()));
    return started == null || !measured.measured()
        ? null
        : rule.idleSince(measured, started, from, now);
  }

  /// Of a cluster that does not answer nothing is known, and nobody is stopped for it.
  private RunUse measured(RunUse.Question question) {
    try {
      return use.of(question);
    } catch (ClusterSilence e) {
      LOG.warn("the use of {} is not known: {}", question.run().id(), e.getMessage());
      return RunUse.NONE;
    }
  }

  private void act(IdleRule rule, Job job, Run run, Verdict verdict) {
    switch (verdict) {
      case Verdict.Used _, Verdict.Told _ -> {
        // Nothing has changed.
      }
      case Verdict.Tell(Instant idleSince, Instant stopAt) -> {
        if (store.tell(run.id(), job.id(), clock.instant())) {
          String text =
              "No GPU was %d %% busy since %s. It is stopped at %s unless it is used until then.";
          jobs.note(
              job.id(), "IdleNotice", ACTOR, text.formatted(rule.percent(), idleSince, stopAt));
        }
      }
      case Verdict.UsedAgain _ -> {
        if (store.takeBack(run.id())) {
          jobs.note(job.id(), "IdleNoticeTakenBack", ACTOR, "It is used again.");
        }
      }
      case Verdict.Stop(Instant idleSince) -> {
        String reason =
            "IDLE_POLICY: no GPU was %d %% busy since %s, and it was told %s before."
                .formatted(rule.percent(), idleSince, Duration.ofMillis(rule.noticeMillis()));
        store.takeBack(run.id());
        if (jobs.cancel(job.id(), ACTOR, reason)) {
          LOG.info("Notebook {} is cancelled. {}", job.id(), reason);
        }
      }
    }
  }

  @Override
  public @Nullable Instant nextEventAt() {
    if (!store.rule().value().active()) {
      return null;
    }
    Instant now = clock.instant();
    Instant earliest = null;
    for (RunId run : running().keySet()) {
      Instant at = lookAt.getOrDefault(run, now);
      earliest = earliest == null || at.isBefore(earliest) ? at : earliest;
    }
    return earliest;
  }

  @Override
  public void happenUntil(Instant now) {
    stopDue();
  }

  @Override
  public void attend() {
    stopDue();
  }
}
