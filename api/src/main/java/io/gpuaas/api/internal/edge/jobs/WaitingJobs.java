package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.CostQueries.JobCost;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.AdmissionGate;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries.Waiting;
import io.gpuaas.placement.QueuePlace;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Why the waiting jobs of a list wait. All are explained at once and the answer serves lists for
/// two seconds, so that a page of queued jobs costs no cycle of its own.
@Component
final class WaitingJobs {
  private static final Duration KEEP = Duration.ofSeconds(2);

  private final WorldView view;
  private final InstantSource clock;
  private final AdmissionGate gate;
  private final AdmissionCycle cycle = new AdmissionCycle();
  private final ReentrantLock one = new ReentrantLock();
  private volatile @Nullable Explained last;

  WaitingJobs(WorldView view, InstantSource clock, AdmissionGate gate) {
    this.view = view;
    this.clock = clock;
    this.gate = gate;
  }

  /// @param ahead by project, of those that a list has shown since
  private record Explained(
      World world,
      Instant at,
      SortedMap<JobId, List<WaitReason>> reasons,
      ConcurrentMap<String, Map<JobId, Ahead>> ahead) {
    @Nullable Ahead ahead(Job job) {
      return ahead.computeIfAbsent(job.project(), it -> WaitingJobs.ahead(world, it)).get(job.id());
    }
  }

  /// By job; those that do not wait are left out.
  SortedMap<JobId, Waiting> of(List<Job> jobs) {
    if (jobs.stream().noneMatch(job -> job.phase() == JobPhase.QUEUED)) {
      return Collections.emptySortedMap();
    }
    Explained explained = explained();
    SortedMap<JobId, Waiting> waiting = new TreeMap<>();
    AdmissionGate.Round round = gate.isClosable() ? gate.round(clock.instant()) : null;
    for (Job job : jobs) {
      if (job.phase() != JobPhase.QUEUED) {
        continue;
      }
      Optional<WaitReason> refusal = round == null ? Optional.empty() : round.refusal(job);
      Ahead ahead = explained.ahead(job);
      if (ahead != null) {
        List<WaitReason> reasons = new ArrayList<>();
        refusal.ifPresent(reasons::add);
        reasons.addAll(explained.reasons().getOrDefault(job.id(), List.of()));
        QueuePlace place = cycle.place(explained.world(), job.id(), explained.at()).orElse(null);
        waiting.put(job.id(), new Waiting(reasons, ahead.jobs(), ahead.milliGpus(), place));
      } else {
        refusal.ifPresent(it -> waiting.put(job.id(), new Waiting(List.of(it), 0, 0, null)));
      }
    }
    return waiting;
  }

  private record Ahead(int jobs, long milliGpus) {}

  private static Map<JobId, Ahead> ahead(World world, String project) {
    Map<JobId, Ahead> ahead = new HashMap<>();
    int jobs = 0;
    long milliGpus = 0;
    for (Workload workload : world.waiting(project)) {
      ahead.put(workload.id(), new Ahead(jobs, milliGpus));
      jobs++;
      milliGpus += workload.milliGpus();
    }
    return ahead;
  }

  private Explained explained() {
    World world = view.world();
    Instant now = clock.instant();
    Explained known = last;
    if (known != null && (known.world() == world || isRecent(known.at(), now))) {
      return known;
    }
    one.lock();
    try {
      Explained fresh =
          new Explained(world, now, cycle.explainAll(world, now), new ConcurrentHashMap<>());
      last = fresh;
      return fresh;
    } finally {
      one.unlock();
    }
  }

  /// A clock that stands still makes nothing recent.
  private static boolean isRecent(Instant at, Instant now) {
    return now.isAfter(at) && at.plus(KEEP).isAfter(now);
  }

  static JobCost costNothing(JobId job, String currency) {
    return new JobCost(
        job, currency, GpuTime.ZERO, GpuTime.ZERO, GpuTime.ZERO, Charge.ZERO, List.of());
  }
}
