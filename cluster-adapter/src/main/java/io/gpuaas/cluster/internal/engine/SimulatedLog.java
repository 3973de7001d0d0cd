package io.gpuaas.cluster.internal.engine;

import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunLog;
import io.gpuaas.placement.RunLog.Line;
import io.gpuaas.placement.RunLog.Stream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a training job would write, made up from the facts of a run: the same run always tells the
/// same, so nothing of it needs to be kept, and a reader finds its place again after a restart.
///
/// First each pod says where it is, then rank 0 reports a step every five seconds, at last come the
/// words of the end. Every line's number and text follow from its place alone; a page costs what is
/// on it, however long the log is.
public final class SimulatedLog {
  /// Pods that say where they are; a larger gang says how many more there are.
  private static final int TALKING_PODS = 64;

  private static final long STEP_MILLIS = 5_000;
  private static final int SAMPLES_PER_STEP_AND_GPU = 16;

  private final long seed;

  public SimulatedLog(long seed) {
    this.seed = seed;
  }

  /// The three parts of a run's log, of which only the middle one grows.
  private record Parts(List<Line> head, long steps, List<Line> tail) {
    long size() {
      return head.size() + steps + tail.size();
    }
  }

  public RunLog answer(RunLog.Question question) {
    Run run = question.run();
    Instant started = run.startedAt();
    if (started == null || started.isAfter(question.until())) {
      return new RunLog(List.of(), run.endedAt() != null);
    }
    Parts parts = parts(question, started);
    List<Line> lines = new ArrayList<>();
    long number = Math.max(0, question.after()) + 1;
    while (number <= parts.size() && lines.size() < question.most()) {
      lines.add(line(question, parts, started, number));
      number++;
    }
    return new RunLog(lines, run.endedAt() != null && number > parts.size());
  }

  private Parts parts(RunLog.Question question, Instant started) {
    Instant ended = question.run().endedAt();
    List<SimulatedPod> pods = pods(question);
    List<Line> head = head(question, pods, started);
    Instant until = ended == null ? question.until() : ended;
    long steps = Math.max(0, Duration.between(started, until).toMillis() / STEP_MILLIS);
    List<Line> tail =
        ended == null ? List.of() : tail(question, pods, ended, head.size() + steps + 1);
    return new Parts(head, steps, tail);
  }

  private Line line(RunLog.Question question, Parts parts, Instant started, long number) {
    if (number <= parts.head().size()) {
      return parts.head().get((int) number - 1);
    }
    long step = number - parts.head().size();
    if (step <= parts.steps()) {
      return step(question, started, step, number);
    }
    return parts.tail().get((int) (step - parts.steps()) - 1);
  }

  private static List<SimulatedPod> pods(RunLog.Question question) {
    return SimulatedPod.of(question.job(), question.run(), TALKING_PODS);
  }

  private static long podCount(RunLog.Question question) {
    return Math.max(
        1, question.run().assignments().stream().mapToLong(PodSetAssignment::count).sum());
  }

  private static List<Line> head(
      RunLog.Question question, List<SimulatedPod> pods, Instant started) {
    JobSpec spec = question.job().spec();
    List<Line> lines = new ArrayList<>();
    SimulatedPod first = pods.getFirst();
    say(lines, started, first, "This log is made up by a simulated cluster.");
    say(lines, started, first, "image %s".formatted(spec.image()));
    List<String> words = new ArrayList<>(spec.command());
    words.addAll(spec.args());
    if (!words.isEmpty()) {
      say(lines, started, first, "+ " + String.join(" ", words).replace('\n', ' '));
    }
    long count = podCount(question);
    for (SimulatedPod pod : pods) {
      say(lines, started, pod, "rank %d of %d on %s".formatted(pod.rank(), count, pod.node()));
    }
    if (count > pods.size()) {
      say(lines, started, first, "and %d ranks more".formatted(count - pods.size()));
    }
    if (question.run().attempt() > 1) {
      long seconds = question.job().savedMillis() / 1000;
      int attempt = question.run().attempt();
      String kept = "attempt %d, %d s of work kept by checkpoints".formatted(attempt, seconds);
      say(lines, started, first, kept);
    }
    return lines;
  }

  private static void say(List<Line> lines, Instant at, SimulatedPod pod, String text) {
    lines.add(new Line(lines.size() + 1L, at, pod.rank(), pod.name(), Stream.OUT, text));
  }

  /// The loss falls like that of a real training: fast, then slower, with some noise.
  private Line step(RunLog.Question question, Instant started, long step, long number) {
    String run = question.run().id().value();
    long noise = new Dice(seed, run, "step " + step).upTo(1000);
    double loss = 1.8 + 8.0 / Math.sqrt(1.0 + step) + (noise - 500) / 10_000.0;
    long gpus = Math.max(1, question.job().milliGpus() / 1000);
    long rate = gpus * SAMPLES_PER_STEP_AND_GPU * (900 + noise / 10) / 1000;
    String text =
        String.format(Locale.ROOT, "step %d  loss %.4f  %d samples/s", step * 10, loss, rate);
    Instant at = started.plusMillis(step * STEP_MILLIS);
    SimulatedPod first = pods(question).getFirst();
    return new Line(number, at, 0, first.name(), Stream.OUT, text);
  }

  private List<Line> tail(
      RunLog.Question question, List<SimulatedPod> pods, Instant ended, long number) {
    Run run = question.run();
    RunOutcome outcome = run.outcome() == null ? RunOutcome.STOPPED : run.outcome();
    int code = run.exitCode() == null ? 0 : run.exitCode();
    long drawn = new Dice(seed, run.id().value(), "first to fail").upTo(pods.size());
    SimulatedPod first = pods.getFirst();
    SimulatedPod failing = pods.get((int) drawn);
    Tail tail = new Tail(ended, number);
    switch (outcome) {
      case SUCCEEDED -> tail.say(first, Stream.OUT, "training has ended, exit code 0");
      case STOPPED, PREEMPTED ->
          tail.say(first, Stream.OUT, "stopped by SIGTERM, exit code " + code);
      case NODE_FAILED -> {
        tail.say(failing, Stream.ERR, "node %s does not answer".formatted(failing.node()));
        tail.say(first, Stream.ERR, "lost rank %d, giving up".formatted(failing.rank()));
      }
      case FAILED -> {
        tail.say(failing, Stream.ERR, "Traceback (most recent call last):");
        tail.say(failing, Stream.ERR, "  in training loop, at the last step above");
        tail.say(failing, Stream.ERR, "RuntimeError: simulated failure, exit code " + code);
        tail.say(first, Stream.OUT, "rank %d has ended, so do we".formatted(failing.rank()));
      }
    }
    return List.copyOf(tail.lines);
  }

  /// Lines of one moment, numbered on.
  private static final class Tail {
    private final Instant at;
    private final long firstNumber;
    private final List<Line> lines = new ArrayList<>();

    Tail(Instant at, long firstNumber) {
      this.at = at;
      this.firstNumber = firstNumber;
    }

    void say(SimulatedPod pod, Stream stream, String text) {
      lines.add(new Line(firstNumber + lines.size(), at, pod.rank(), pod.name(), stream, text));
    }
  }
}
