package io.gpuaas.launch.bench;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.core.UsageEvent.RunBound;
import io.gpuaas.core.UsageEvent.RunEnded;
import io.gpuaas.core.UsageEvent.RunRef;
import io.gpuaas.core.UsageEvent.RunReleased;
import io.gpuaas.core.UsageEvent.RunStarted;
import io.gpuaas.core.UsageEventLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/// The events of a made-up site of 5,000 GPUs, some 80 % of them held, in order of time: 127 runs
/// begin per hour, each of 1 to 8 GPUs for 8.4 hours on average. Made while they are read, so that
/// years of them need no memory; equal for equal sizes.
final class SiteHistory implements UsageEventLog {
  static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  static final int PROJECTS = 40;
  static final int MODELS = 4;
  private static final long SPACING_MILLIS = 28_346;
  private static final long LONGEST_SECONDS = 60_400;

  private final long runs;
  private final PriorityQueue<Step> due =
      new PriorityQueue<>(Comparator.comparing(Step::at).thenComparingLong(Step::order));
  private long begun;
  private long seq;

  /// What happens next to a run: 1 start, 2 end, 3 release.
  private record Step(Instant at, long run, int kind) {
    long order() {
      return run * 4 + kind;
    }
  }

  SiteHistory(long runs) {
    this.runs = runs;
  }

  /// When the last run has begun.
  Instant end() {
    return START.plusMillis(runs * SPACING_MILLIS);
  }

  @Override
  public synchronized List<UsageEvent> after(long after, int limit) {
    if (after < seq) {
      due.clear();
      begun = 0;
      seq = 0;
    }
    List<UsageEvent> events = new ArrayList<>(limit);
    while (events.size() < limit && (begun < runs || !due.isEmpty())) {
      UsageEvent event = next();
      if (event.seq() > after) {
        events.add(event);
      }
    }
    return events;
  }

  private UsageEvent next() {
    Instant bind = START.plusMillis(begun * SPACING_MILLIS);
    Step step = due.peek();
    if (begun < runs && (step == null || bind.isBefore(step.at()))) {
      return bind(bind);
    }
    due.poll();
    RunId run = new RunId("run-" + step.run());
    seq++;
    return switch (step.kind()) {
      case 1 -> new RunStarted(seq, step.at(), run);
      case 2 -> new RunEnded(seq, step.at(), run, "SUCCEEDED");
      default -> new RunReleased(seq, step.at(), run, "SUCCEEDED", 0);
    };
  }

  private RunBound bind(Instant at) {
    long number = begun++;
    SplittableRandom random = new SplittableRandom(number);
    Instant started = at.plusMillis(random.nextLong(1_000, 60_000));
    Instant ended = started.plusMillis(random.nextLong(1_000, LONGEST_SECONDS * 1_000));
    due.add(new Step(started, number, 1));
    due.add(new Step(ended, number, 2));
    due.add(new Step(ended.plusMillis(random.nextLong(500, 5_000)), number, 3));
    String project = "project-" + random.nextInt(PROJECTS);
    String model = "model-" + random.nextInt(MODELS);
    RunRef ref =
        new RunRef(
            new RunId("run-" + number),
            new JobId("job-" + number),
            1,
            "train",
            project,
            "user-" + random.nextInt(400));
    UsageClass usageClass = random.nextInt(3) == 0 ? UsageClass.BORROWED : UsageClass.NOMINAL;
    long milliGpus = 1_000L << random.nextInt(4);
    seq++;
    return new RunBound(
        seq, at, ref, List.of(new GpuHolding("pool-" + model, model, usageClass, milliGpus)));
  }
}
