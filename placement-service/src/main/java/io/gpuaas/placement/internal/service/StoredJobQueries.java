package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.AdmissionGate;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.PlanAnswer;
import io.gpuaas.placement.QueuePlace;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.World;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.JobSearch;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.placement.internal.store.RunStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/// Reads jobs from the database, and explains them on the world of the loop.
@Service
class StoredJobQueries implements JobQueries {
  private final JobStore jobs;
  private final JobSearch search;
  private final RunStore runs;
  private final EventStore events;
  private final SchedulerLoop loop;
  private final PlanQuestion question;
  private final ConfigView configs;
  private final InstantSource clock;
  private final ObjectProvider<AdmissionGate> gates;
  private final AdmissionCycle cycle = new AdmissionCycle();

  StoredJobQueries(
      JobStore jobs,
      JobSearch search,
      RunStore runs,
      EventStore events,
      SchedulerLoop loop,
      PlanQuestion question,
      ConfigView configs,
      InstantSource clock,
      ObjectProvider<AdmissionGate> gates) {
    this.jobs = jobs;
    this.search = search;
    this.runs = runs;
    this.events = events;
    this.loop = loop;
    this.question = question;
    this.configs = configs;
    this.clock = clock;
    this.gates = gates;
  }

  @Override
  public Optional<Job> find(JobId id) {
    return jobs.find(id);
  }

  @Override
  public List<Job> list(JobFilter filter, int limit) {
    return search.list(filter, limit);
  }

  @Override
  public long estimate(JobFilter filter) {
    return search.estimate(filter);
  }

  @Override
  public List<Run> runs(JobId id) {
    return runs.of(id);
  }

  @Override
  public List<RunOfJob> runs(SortedSet<String> projects, @Nullable RunPlace place, int limit) {
    return runs.list(projects, place, limit);
  }

  @Override
  public List<HoldingRun> holding() {
    List<Run> holding = runs.holding();
    SortedMap<JobId, Job> known = new TreeMap<>();
    jobs.findAll(holding.stream().map(Run::job).toList()).forEach(job -> known.put(job.id(), job));
    return holding.stream()
        .map(run -> new HoldingRun(Objects.requireNonNull(known.get(run.job())), run))
        .toList();
  }

  @Override
  public SortedMap<JobId, String> labels(Collection<JobId> asked, String key) {
    return jobs.labels(asked, key);
  }

  @Override
  public SortedMap<JobId, String> names(Collection<JobId> asked) {
    return jobs.names(asked);
  }

  @Override
  public List<JobEvent> events(JobId id, long afterSeq, int limit) {
    return events.of(id, afterSeq, limit);
  }

  @Override
  public List<JobEvent> allEvents(long afterSeq, int limit) {
    return events.all(afterSeq, limit);
  }

  @Override
  public long lastEventSeq() {
    return events.lastSeq();
  }

  @Override
  public Optional<Waiting> waiting(JobId id) {
    World world = loop.world();
    Optional<Job> job = jobs.find(id);
    Optional<WaitReason> refusal = job.flatMap(this::refusal);
    if (!world.isWaiting(id)) {
      // Not shown to the engine, because the queue of its cluster has not let it in, or the gate
      // refuses it.
      return job.filter(it -> it.phase() == JobPhase.QUEUED)
          .flatMap(loop::queueReason)
          .or(() -> refusal)
          .map(reason -> new Waiting(List.of(reason), 0, 0, null));
    }
    List<WaitReason> reasons = new ArrayList<>();
    refusal.ifPresent(reasons::add);
    reasons.addAll(cycle.advise(world, id, clock.instant()));
    job.flatMap(loop::queueReason).ifPresent(reasons::add);
    QueuePlace place = cycle.place(world, id, clock.instant()).orElse(null);
    return job.map(it -> waiting(world, it, reasons, place));
  }

  /// What the gate would say if room were there: no room alone lets the job start then.
  private Optional<WaitReason> refusal(Job job) {
    AdmissionGate gate = gates.getIfAvailable();
    return gate == null || job.phase() != JobPhase.QUEUED || !gate.isClosable()
        ? Optional.empty()
        : gate.refusal(job, clock.instant());
  }

  private static Waiting waiting(
      World world, Job job, List<WaitReason> reasons, @Nullable QueuePlace place) {
    int ahead = 0;
    long milliGpus = 0;
    for (Workload workload : world.waiting(job.project())) {
      if (workload.id().equals(job.id())) {
        break;
      }
      ahead++;
      milliGpus += workload.milliGpus();
    }
    return new Waiting(reasons, ahead, milliGpus, place);
  }

  @Override
  public PlanAnswer plan(SubmitJob wish) {
    int priority = configs.priority(wish.spec().priorityClass());
    return question.answer(loop.world(), configs.steered(wish), priority, clock.instant());
  }
}
