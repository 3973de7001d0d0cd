package io.gpuaas.placement.internal.service;

import io.gpuaas.core.Fault;
import io.gpuaas.core.IdGenerator;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.placement.internal.store.JobStore.NewJob;
import io.gpuaas.placement.internal.store.PlacementJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/// Jobs in the database. The job, its first event and the wish to the leader commit together.
@Service
class StoredJobs implements JobService {
  private final JobStore jobs;
  private final EventStore events;
  private final Wishes toLeader;
  private final ConfigView configs;
  private final PlacementJson json;
  private final IdGenerator ids;
  private final InstantSource clock;
  private final TransactionTemplate transactions;

  StoredJobs(
      JobStore jobs,
      EventStore events,
      Wishes toLeader,
      ConfigView configs,
      PlacementJson json,
      IdGenerator ids,
      InstantSource clock,
      TransactionTemplate transactions) {
    this.jobs = jobs;
    this.events = events;
    this.toLeader = toLeader;
    this.configs = configs;
    this.json = json;
    this.ids = ids;
    this.clock = clock;
    this.transactions = transactions;
  }

  @Override
  public SubmitOutcome submit(SubmitJob wish) {
    return submitAll(List.of(wish)).getFirst();
  }

  @Override
  public List<SubmitOutcome> submitAll(List<SubmitJob> wishes) {
    return Objects.requireNonNull(transactions.execute(status -> storeAll(wishes)));
  }

  private List<SubmitOutcome> storeAll(List<SubmitJob> wishes) {
    List<SubmitOutcome> outcomes = new ArrayList<>();
    List<Job> submitted = new ArrayList<>();
    for (SubmitJob wish : wishes) {
      SubmitOutcome outcome = store(wish);
      outcomes.add(outcome);
      if (outcome instanceof SubmitOutcome.Accepted(Job job)) {
        submitted.add(job);
      }
    }
    if (!submitted.isEmpty()) {
      toLeader.submitted(submitted);
      append(submitted.stream().map(StoredJobs::submittedEvent).toList());
    }
    return outcomes;
  }

  /// Last of all in the transaction, since from then on until its end nobody else can append.
  private void append(List<JobEvent> happened) {
    AtCommit.run(() -> events.append(happened));
  }

  private SubmitOutcome store(SubmitJob wish) {
    List<Fault> faults = check(wish);
    if (!faults.isEmpty()) {
      return new SubmitOutcome.Invalid(faults);
    }
    int priority = configs.priority(wish.spec().priorityClass());
    JobId id = new JobId(ids.next("job"));
    Job job = job(configs.steered(wish), priority, id, clock.instant());
    String hash = SpecHash.of(json.write(wish));
    while (!jobs.insert(new NewJob(job, hash))) {
      var holder = jobs.findLive(wish.project(), wish.name());
      if (holder.isPresent()) {
        Job there = holder.get().job();
        return holder.get().specHash().equals(hash)
            ? new SubmitOutcome.Existing(there)
            : new SubmitOutcome.NameTaken(there);
      }
      // The holder ended between the two statements: the name is free now.
    }
    return new SubmitOutcome.Accepted(job);
  }

  @Override
  public List<Fault> check(SubmitJob wish) {
    return configs.faults(wish);
  }

  /// @param priority that its class stands for now; later changes of the class leave the job alone
  static Job job(SubmitJob wish, int priority, JobId id, Instant now) {
    return new Job(
        id,
        wish.project(),
        wish.name(),
        wish.user(),
        wish.labels(),
        wish.spec(),
        priority,
        wish.spec().milliGpus(),
        JobPhase.QUEUED,
        now,
        "",
        "",
        now,
        now,
        null,
        null,
        null,
        0,
        0,
        0,
        "",
        null,
        true,
        1);
  }

  private static JobEvent submittedEvent(Job job) {
    String sentence = "Asked for %s.".formatted(AdmissionSentence.gpus(job.milliGpus()));
    return new JobEvent(
        0,
        job.id(),
        job.project(),
        job.submittedAt(),
        "Submitted",
        JobPhase.QUEUED,
        job.user(),
        sentence,
        Collections.emptySortedMap());
  }

  @Override
  public boolean note(JobId id, String kind, String actor, String message) {
    return Boolean.TRUE.equals(
        transactions.execute(
            status -> {
              Job job = jobs.find(id).orElse(null);
              if (job == null || job.phase().isTerminal()) {
                return false;
              }
              append(List.of(noted(job, kind, actor, message)));
              return true;
            }));
  }

  private JobEvent noted(Job job, String kind, String actor, String message) {
    return new JobEvent(
        0,
        job.id(),
        job.project(),
        clock.instant(),
        kind,
        job.phase(),
        actor,
        message,
        Collections.emptySortedMap());
  }

  @Override
  public boolean cancel(JobId id, String actor, String reason) {
    return Boolean.TRUE.equals(
        transactions.execute(
            status -> {
              Job job = jobs.find(id).orElse(null);
              if (job == null || job.phase().isTerminal()) {
                return false;
              }
              toLeader.cancel(id, actor, reason);
              return true;
            }));
  }
}
