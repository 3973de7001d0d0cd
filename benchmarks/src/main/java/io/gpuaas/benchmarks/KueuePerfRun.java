package io.gpuaas.benchmarks;

import io.gpuaas.benchmarks.KueuePerfBench.QueueClass;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.quota.PreemptionPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/// Plays one of Kueue's performance scenarios: workloads are created at their times, run for their
/// time once admitted, and start anew when they were preempted.
final class KueuePerfRun {
  private static final Instant START = Instant.EPOCH;

  private final boolean virtual;
  private final AdmissionCycle cycle = new AdmissionCycle();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atMillis).thenComparingInt(Event::number));
  private final SortedMap<JobId, Job> jobs = new TreeMap<>();
  private World world;
  private int numbered;
  private long startedNanos;
  private long nowMillis;
  private long endMillis;
  private long decisionNanos;
  private long slowestNanos;
  private int cycles;
  private int preemptions;
  private int finished;
  private long usedMilliCpu;
  private double milliCpuMillis;
  private long quotaMilliCpu;

  /// Something due: the job is created (`run` 0), or its run ends.
  private record Event(long atMillis, int number, JobId job, int run) {}

  private static final class Job {
    final QueueClass kind;
    final Workload workload;
    final long createdMillis;
    int run;
    long firstAdmittedMillis = -1;

    Job(QueueClass kind, Workload workload, long createdMillis) {
      this.kind = kind;
      this.workload = workload;
      this.createdMillis = createdMillis;
    }

    long milliCpu() {
      return kind.pods() * kind.milliCpuPerPod();
    }
  }

  KueuePerfRun(List<QueueClass> classes, boolean virtual) {
    this.virtual = virtual;
    WorldBuilder builder = new WorldBuilder();
    QueueClass first = classes.getFirst();
    if (classes.stream().anyMatch(it -> !it.rule().isEmpty())) {
      addNodes(builder);
    }
    PreemptionPolicy policy = PreemptionPolicy.DEFAULT;
    for (int c = 0; c < first.cohorts(); c++) {
      for (int q = 0; q < first.queuesPerCohort(); q++) {
        builder.project(
            queue(c, q),
            "c" + c,
            List.of(Resources.CPU),
            first.nominalCpu() * 1000,
            first.borrowingCpu() * 1000,
            policy);
        quotaMilliCpu += first.nominalCpu() * 1000;
        classes.forEach(new Creator(queue(c, q))::create);
      }
    }
    world = builder.build();
  }

  private static String queue(int cohort, int number) {
    return "c%02d-q%03d".formatted(cohort, number);
  }

  /// 10 racks of 64 nodes in one block.
  private static void addNodes(WorldBuilder builder) {
    builder.levels("block", "rack", "kubernetes.io/hostname");
    ResourceAmounts capacity =
        WorldBuilder.cpus(96).with(Resources.MEMORY, 256L << 30).with(Resources.PODS, 110);
    for (int i = 0; i < 640; i++) {
      TreeMap<String, String> labels = new TreeMap<>();
      labels.put("block", "b0");
      labels.put("rack", "r" + i / 64);
      builder.node("n%03d".formatted(i), labels, capacity);
    }
  }

  /// Creates the workloads of one queue.
  private final class Creator {
    private final String queue;

    Creator(String queue) {
      this.queue = queue;
    }

    void create(QueueClass kind) {
      PodSet podSet =
          WorldBuilder.pods(
              kind.pods(), ResourceAmounts.of(Resources.CPU, kind.milliCpuPerPod()), request(kind));
      for (int i = 1; i <= kind.workloadsPerQueue(); i++) {
        long at = i * kind.intervalMillis();
        JobId id = new JobId("%s-%s-%04d".formatted(queue, kind.name(), i));
        Workload workload =
            new Workload(
                id,
                queue,
                kind.priority(),
                START.plusMillis(at),
                List.of(podSet),
                true,
                false,
                0,
                null);
        jobs.put(id, new Job(kind, workload, at));
        events.add(new Event(at, numbered++, id, 0));
      }
    }
  }

  private static @org.jspecify.annotations.Nullable TopologyRequest request(QueueClass kind) {
    return switch (kind.rule()) {
      case "required" -> TopologyRequest.required(kind.level());
      case "preferred" -> TopologyRequest.preferred(kind.level());
      case "balanced" ->
          new TopologyRequest(
              TopologyRequest.Mode.UNCONSTRAINED,
              "",
              List.of(new TopologyRequest.Slice(kind.level(), kind.sliceSize())));
      default -> null;
    };
  }

  void play() {
    startedNanos = System.nanoTime();
    while (finished < jobs.size() && !events.isEmpty()) {
      advanceTo(events.element().atMillis());
      List<WorldChange> changes = dueChanges();
      boolean again = true;
      while (again) {
        again = decide(changes);
        changes = new ArrayList<>();
      }
    }
  }

  private void advanceTo(long dueMillis) {
    long target = dueMillis;
    if (!virtual) {
      long elapsed = (System.nanoTime() - startedNanos) / 1_000_000;
      while (elapsed < dueMillis) {
        LockSupport.parkNanos((dueMillis - elapsed) * 1_000_000);
        elapsed = (System.nanoTime() - startedNanos) / 1_000_000;
      }
      target = elapsed;
    }
    milliCpuMillis += (double) usedMilliCpu * (target - nowMillis);
    nowMillis = target;
  }

  private List<WorldChange> dueChanges() {
    List<WorldChange> changes = new ArrayList<>();
    while (!events.isEmpty() && events.element().atMillis() <= nowMillis) {
      Event event = events.remove();
      Job job = job(event.job());
      if (event.run() == 0) {
        changes.add(new WorldChange.Queued(job.workload));
      } else if (event.run() == job.run) {
        changes.add(new WorldChange.Released(event.job(), START.plusMillis(nowMillis)));
        usedMilliCpu -= job.milliCpu();
        job.run = -1;
        finished++;
        endMillis = nowMillis;
      }
    }
    return changes;
  }

  private Job job(JobId id) {
    Job job = jobs.get(id);
    if (job == null) {
      throw new IllegalStateException("No job " + id);
    }
    return job;
  }

  /// One cycle; whether room was cleared, so that another one is due at once.
  private boolean decide(List<WorldChange> changes) {
    long started = System.nanoTime();
    world = world.with(changes);
    CyclePlan plan = cycle.plan(world, START.plusMillis(nowMillis));
    List<WorldChange> facts = new ArrayList<>();
    int cleared = 0;
    for (PlanStep step : plan.steps()) {
      switch (step) {
        case PlanStep.Admit admit -> {
          facts.add(
              new WorldChange.Admitted(
                  admit.job(), admit.assignments(), START.plusMillis(nowMillis)));
          admitted(job(admit.job()));
        }
        case PlanStep.Preempt(JobId victim, JobId claimant, _) -> {
          Instant now = START.plusMillis(nowMillis);
          facts.add(new WorldChange.Evicting(victim, claimant, now));
          facts.add(new WorldChange.Released(victim, now));
          facts.add(new WorldChange.Queued(job(victim).workload));
          usedMilliCpu -= job(victim).milliCpu();
          job(victim).run++;
          preemptions++;
          cleared++;
        }
        case PlanStep.Drain _ -> throw new IllegalStateException("Nothing is drained here.");
        case PlanStep.Reject(JobId id, _) ->
            throw new IllegalStateException("Job " + id + " was rejected.");
      }
    }
    world = world.with(facts);
    long nanos = System.nanoTime() - started;
    decisionNanos += nanos;
    slowestNanos = Math.max(slowestNanos, nanos);
    cycles++;
    return cleared > 0;
  }

  private void admitted(Job job) {
    job.run++;
    usedMilliCpu += job.milliCpu();
    if (job.firstAdmittedMillis < 0) {
      job.firstAdmittedMillis = nowMillis;
    }
    events.add(new Event(nowMillis + job.kind.runMillis(), numbered++, job.workload.id(), job.run));
  }

  double seconds() {
    return endMillis / 1000.0;
  }

  Measurement describe(Measurement measurement) {
    double usage = 100 * milliCpuMillis / ((double) quotaMilliCpu * Math.max(1, endMillis));
    Measurement full =
        measurement
            .with("workloads", jobs.size())
            .with("queueUsagePercent", usage)
            .with("preemptions", preemptions)
            .with("cycles", cycles)
            .with("decisionSeconds", decisionNanos / 1e9)
            .with("meanCycleMs", decisionNanos / 1e6 / Math.max(1, cycles))
            .with("slowestCycleMs", slowestNanos / 1e6);
    for (Map.Entry<String, long[]> entry : waits().entrySet()) {
      long[] sum = entry.getValue();
      full = full.with("admissionMs." + entry.getKey(), sum[0] / Math.max(1, sum[1]));
    }
    return full.expect("finished", jobs.size(), finished);
  }

  /// Sum and number of the times from creation to first admission, by class.
  private SequencedMap<String, long[]> waits() {
    SequencedMap<String, long[]> sums = new LinkedHashMap<>();
    for (Job job : jobs.values()) {
      long[] sum = sums.computeIfAbsent(job.kind.name(), _ -> new long[2]);
      if (job.firstAdmittedMillis >= 0) {
        sum[0] += job.firstAdmittedMillis - job.createdMillis;
        sum[1]++;
      }
    }
    return sums;
  }
}
