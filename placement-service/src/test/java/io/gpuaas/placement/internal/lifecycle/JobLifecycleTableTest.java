package io.gpuaas.placement.internal.lifecycle;

import static io.gpuaas.placement.internal.lifecycle.JobFixtures.RUN;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.admit;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.at;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.preempt;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.queued;
import static io.gpuaas.placement.internal.lifecycle.JobFixtures.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.PreemptionReason;
import io.gpuaas.placement.internal.lifecycle.JobSignal.StopCause;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// Each signal in each state of a job, with all that comes of it: the whole table is the resource
/// `transitions.txt`, which is read by people and compared as one text. A change of the lifecycle
/// is seen as a difference in it; the table as it is now is written to `target/transitions.txt`, to
/// be read and, if it is what was wanted, taken over.
class JobLifecycleTableTest {
  private static final RunId OTHER = new RunId("run_0");
  private static final JobSignal ADMIT = admit(RUN, at(10));
  private static final JobSignal STARTED = new JobSignal.Started(at(20), RUN);
  private static final JobSignal CHECKPOINT = new JobSignal.Checkpointed(at(40), RUN);
  private static final JobSignal PREEMPT =
      preempt(at(50), "job_2", PreemptionReason.IN_COHORT_RECLAMATION);
  private static final JobSignal CANCEL =
      new JobSignal.Stop(at(60), StopCause.USER_CANCEL, "ada", "wrong data");
  private static final JobSignal TIME_OUT =
      new JobSignal.Stop(at(60), StopCause.MAX_RUNTIME, "scheduler", "too long");
  private static final JobSignal REJECT =
      new JobSignal.Reject(
          at(5),
          List.of(new WaitReason("ExceedsMaxQuota", "never", Collections.emptySortedMap(), "")));
  private static final JobSignal GONE = new JobSignal.Gone(at(110), RUN);

  @Test
  void eachSignalInEachStateDoesWhatTheTableSays() throws IOException {
    String table = table();
    Files.writeString(Path.of("target", "transitions.txt"), table);
    assertThat(table).isEqualTo(golden());
  }

  private static String table() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<JobSignal>> state : states().entrySet()) {
      LiveJob live = queued(spec(2, 30_000));
      for (JobSignal signal : state.getValue()) {
        if (JobLifecycle.apply(live, signal) instanceof Transition.Changed changed) {
          live = changed.after();
        }
      }
      text.append("# %s: %s\n".formatted(state.getKey(), Told.live(live)));
      for (Map.Entry<String, JobSignal> signal : signals().entrySet()) {
        Transition transition = JobLifecycle.apply(live, signal.getValue());
        text.append("%s: %s\n".formatted(signal.getKey(), Told.of(transition)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static SequencedMap<String, List<JobSignal>> states() {
    SequencedMap<String, List<JobSignal>> states = new LinkedHashMap<>();
    states.put("waits", List.of());
    states.put("is admitted", List.of(ADMIT));
    states.put("runs", List.of(ADMIT, STARTED));
    states.put("runs, with a checkpoint", List.of(ADMIT, STARTED, CHECKPOINT));
    states.put("is preempted before it started", List.of(ADMIT, PREEMPT));
    states.put("is preempted", List.of(ADMIT, STARTED, CHECKPOINT, PREEMPT));
    states.put("is cancelled", List.of(ADMIT, STARTED, CHECKPOINT, CANCEL));
    states.put("runs out of time", List.of(ADMIT, STARTED, TIME_OUT));
    states.put("is preempted, then cancelled", List.of(ADMIT, STARTED, PREEMPT, CANCEL));
    states.put("lost a node", List.of(ADMIT, STARTED, CHECKPOINT, ended(RunOutcome.NODE_FAILED)));
    states.put(
        "lost a node, then cancelled",
        List.of(ADMIT, STARTED, ended(RunOutcome.NODE_FAILED), CANCEL));
    states.put("has stopped", List.of(ADMIT, STARTED, PREEMPT, ended(RunOutcome.STOPPED)));
    states.put("has succeeded", List.of(ADMIT, STARTED, ended(RunOutcome.SUCCEEDED)));
    states.put("has failed", List.of(ADMIT, STARTED, ended(RunOutcome.FAILED)));
    states.put("is at rest", List.of(ADMIT, STARTED, ended(RunOutcome.SUCCEEDED), GONE));
    states.put(
        "waits again", List.of(ADMIT, STARTED, CHECKPOINT, ended(RunOutcome.NODE_FAILED), GONE));
    states.put(
        "is on its last attempt",
        List.of(
            admit(OTHER, at(1)),
            new JobSignal.Started(at(2), OTHER),
            new JobSignal.Checkpointed(at(5), OTHER),
            new JobSignal.Ended(at(6), OTHER, RunOutcome.NODE_FAILED, 137, "n1 failed"),
            new JobSignal.Gone(at(7), OTHER),
            ADMIT,
            STARTED,
            CHECKPOINT));
    states.put("was cancelled", List.of(CANCEL));
    states.put("was rejected", List.of(REJECT));
    return states;
  }

  private static SequencedMap<String, JobSignal> signals() {
    SequencedMap<String, JobSignal> signals = new LinkedHashMap<>();
    signals.put("Admit", admit(new RunId("run_9"), at(90)));
    signals.put("Preempt", preempt(at(90), "job_3", PreemptionReason.IN_PROJECT));
    signals.put("Preempt by nobody", preempt(at(90), null, PreemptionReason.PROJECT_STOPPED));
    signals.put("Reject", REJECT);
    signals.put("Stop by user", CANCEL);
    signals.put(
        "Stop by admin", new JobSignal.Stop(at(90), StopCause.ADMIN_CANCEL, "root", "repair"));
    signals.put("Stop by time", TIME_OUT);
    signals.put("Started", STARTED);
    signals.put("Started, past run", new JobSignal.Started(at(90), OTHER));
    for (RunOutcome outcome : RunOutcome.values()) {
      signals.put("Ended " + outcome, ended(outcome));
    }
    signals.put("Ended, past run", new JobSignal.Ended(at(90), OTHER, RunOutcome.SUCCEEDED, 0, ""));
    signals.put("Gone", GONE);
    signals.put("Gone, past run", new JobSignal.Gone(at(90), OTHER));
    signals.put("Checkpointed early", new JobSignal.Checkpointed(at(15), RUN));
    signals.put("Checkpointed", CHECKPOINT);
    signals.put("Checkpointed later", new JobSignal.Checkpointed(at(45), RUN));
    signals.put("Checkpointed, past run", new JobSignal.Checkpointed(at(45), OTHER));
    signals.put("Reclassified", reclassified(RUN, UsageClass.BORROWED));
    signals.put("Reclassified, the same", reclassified(RUN, UsageClass.NOMINAL));
    signals.put("Reclassified, past run", reclassified(OTHER, UsageClass.BORROWED));
    return signals;
  }

  private static JobSignal ended(RunOutcome outcome) {
    return switch (outcome) {
      case SUCCEEDED -> new JobSignal.Ended(at(100), RUN, outcome, 0, "");
      case FAILED -> new JobSignal.Ended(at(100), RUN, outcome, 3, "boom");
      case STOPPED -> new JobSignal.Ended(at(100), RUN, outcome, 143, "");
      case NODE_FAILED -> new JobSignal.Ended(at(100), RUN, outcome, 137, "n1 failed");
      case PREEMPTED -> new JobSignal.Ended(at(100), RUN, outcome, 143, "taken back");
    };
  }

  private static JobSignal reclassified(RunId run, UsageClass usageClass) {
    return new JobSignal.Reclassified(
        at(90), run, List.of(new GpuHolding("h200", "H200-141GB", usageClass, 16_000)));
  }

  private static String golden() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            JobLifecycleTableTest.class.getResourceAsStream("transitions.txt"))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
