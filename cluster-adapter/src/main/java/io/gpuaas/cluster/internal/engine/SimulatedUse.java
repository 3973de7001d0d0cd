package io.gpuaas.cluster.internal.engine;

import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// How busy the GPUs of a simulated run are, made up from its facts: the same question always gets
/// the same answer, so nothing needs to be kept.
///
/// From its start until its job's busy time is over each pod is about as busy as all the others,
/// with some noise; then its GPUs do nothing, though what lies in their memory stays there.
public final class SimulatedUse {
  private static final int MEASURED_PODS = 64;
  private static final int LEAST_PERCENT = 82;
  private static final long NOISE_EVERY_MILLIS = 5_000;

  private final long seed;
  private final double speed;

  public SimulatedUse(long seed, double speed) {
    this.seed = seed;
    this.speed = speed;
  }

  public RunUse answer(RunUse.Question question) {
    Run run = question.run();
    Instant started = run.startedAt();
    if (started == null) {
      return new RunUse(true, List.of());
    }
    Instant ended = run.endedAt();
    Instant to = ended != null && ended.isBefore(question.to()) ? ended : question.to();
    List<PodUse> pods = new ArrayList<>();
    for (SimulatedPod pod : SimulatedPod.of(question.job(), run, MEASURED_PODS)) {
      pods.add(new PodUse(pod.rank(), pod.name(), samples(question, started, to, pod.rank())));
    }
    return new RunUse(true, pods);
  }

  private List<Sample> samples(RunUse.Question question, Instant started, Instant to, int rank) {
    Instant busyUntil = busyUntil(question.job().spec(), started);
    Duration step = question.step();
    List<Sample> samples = new ArrayList<>();
    for (Instant at = question.from(); !at.plus(step).isAfter(to); at = at.plus(step)) {
      Instant end = at.plus(step);
      if (end.isAfter(started)) {
        long busy = overlap(at, end, started, busyUntil);
        long level = LEAST_PERCENT + noise(question.run(), started, at, rank);
        int percent = (int) (level * busy / step.toMillis());
        int memory = 55 + (int) new Dice(seed, question.run().id().value(), "memory").upTo(35);
        samples.add(new Sample(at, percent, memory));
      }
    }
    return samples;
  }

  private Instant busyUntil(JobSpec spec, Instant started) {
    JobSpec.Simulation simulation = spec.simulation();
    Long busy = simulation == null ? null : simulation.busyMillis();
    return busy == null ? Instant.MAX : started.plusMillis((long) (busy / speed));
  }

  /// Milliseconds of `[from, to)` that lie in `[begin, end)`.
  private static long overlap(Instant from, Instant to, Instant begin, Instant end) {
    Instant first = from.isAfter(begin) ? from : begin;
    Instant last = to.isBefore(end) ? to : end;
    return Math.max(0, Duration.between(first, last).toMillis());
  }

  private long noise(Run run, Instant started, Instant at, int rank) {
    long turn = Duration.between(started, at).toMillis() / NOISE_EVERY_MILLIS;
    return new Dice(seed, run.id().value(), "use " + rank + " " + turn).upTo(17);
  }
}
