package io.gpuaas.placement.internal.lifecycle;

import static io.gpuaas.placement.internal.lifecycle.JobFixtures.T0;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.WorldChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// A transition as one line of text with all that it changes, instants in seconds of the story.
final class Told {
  private Told() {}

  static String of(Transition transition) {
    return switch (transition) {
      case Transition.Ignored(String why) -> "– " + why;
      case Transition.Changed changed -> {
        StringJoiner parts = new StringJoiner("; ");
        parts.add(live(changed.after()));
        if (changed.after().run() == null && changed.writtenRun() != null) {
          parts.add("writes " + run(changed.writtenRun()));
        }
        changed
            .events()
            .forEach(
                it ->
                    parts.add(
                        "says %s@%s(%s) by %s in %s"
                            .formatted(
                                it.kind(),
                                seconds(it.at()),
                                it.message(),
                                it.actor(),
                                it.phase())));
        changed.usage().forEach(it -> parts.add("usage " + usage(it)));
        changed.world().forEach(it -> parts.add("world " + world(it)));
        changed.commands().forEach(it -> parts.add("sends " + command(it)));
        yield parts.toString();
      }
    };
  }

  static String live(LiveJob live) {
    Run run = live.run();
    return job(live.job()) + (run == null ? "" : "; " + run(run));
  }

  private static String job(Job job) {
    Fields fields = new Fields(job.phase() + "@" + seconds(job.phaseSince()));
    fields.add("reason", "%s(%s)".formatted(job.reason(), job.message()), "()");
    fields.add("admitted", seconds(job.admittedAt()), "-");
    fields.add("started", seconds(job.startedAt()), "-");
    fields.add("ended", seconds(job.endedAt()), "-");
    fields.add("attempt", job.attempt(), 0);
    fields.add("saved", job.savedMillis(), 0L);
    fields.add("stopAsked", job.stopAsked(), "");
    fields.add("exit", String.valueOf(job.exitCode()), "null");
    fields.add("live", job.live(), true);
    return fields.add("v", job.version(), 0L).toString();
  }

  private static String run(Run run) {
    Fields fields = new Fields(run.id() + " " + run.state());
    fields.add("gen", run.generation(), 1L);
    fields.add("started", seconds(run.startedAt()), "-");
    fields.add("stopping", seconds(run.stoppingAt()), "-");
    fields.add("ended", seconds(run.endedAt()), "-");
    fields.add("released", seconds(run.releasedAt()), "-");
    fields.add("stopReason", run.stopReason(), "");
    fields.add("claimant", String.valueOf(run.claimant()), "null");
    fields.add("checkpoint", seconds(run.checkpointAt()), "-");
    fields.add("outcome", String.valueOf(run.outcome()), "null");
    fields.add("exit", String.valueOf(run.exitCode()), "null");
    fields.add("message", run.message(), "");
    fields.add("lost", run.lostMillis(), 0L);
    return fields.add("holds", holdings(run.holdings()), "16000 NOMINAL").toString();
  }

  private static String usage(UsageEvent event) {
    String kind = event.getClass().getSimpleName() + "@" + seconds(event.at());
    return kind
        + switch (event) {
          case UsageEvent.RunBound it -> " " + it.run() + " " + holdings(it.holdings());
          case UsageEvent.RunPlaced it -> " " + it.run() + " " + it.places();
          case UsageEvent.RunReclassified it -> " " + it.run() + " " + holdings(it.holdings());
          case UsageEvent.RunStarted it -> " " + it.run();
          case UsageEvent.RunStopping it -> " " + it.run() + " " + it.reason();
          case UsageEvent.RunEnded it -> " " + it.run() + " " + it.outcome();
          case UsageEvent.RunReleased it ->
              " %s %s lost=%d".formatted(it.run(), it.outcome(), it.lostMillis());
          case UsageEvent.NodeCapacity it -> " " + it.node();
        };
  }

  private static String world(WorldChange change) {
    return switch (change) {
      case WorldChange.Admitted it -> "Admitted@" + seconds(it.at()) + " " + it.job();
      case WorldChange.Queued it -> "Queued " + it.workload().id();
      case WorldChange.Checkpointed it -> "Checkpointed@" + seconds(it.at()) + " " + it.job();
      default -> change.toString();
    };
  }

  private static String command(RunCommand command) {
    String head =
        "%s@%s gen=%d".formatted(command.run(), seconds(command.issuedAt()), command.generation());
    return switch (command) {
      case RunCommand.EnsureRun it -> "EnsureRun %s saved=%d".formatted(head, it.savedMillis());
      case RunCommand.RemoveRun _ -> "RemoveRun " + head;
      case RunCommand.StopRun it -> "StopRun %s grace=%d".formatted(head, it.graceSeconds());
    };
  }

  private static String holdings(List<GpuHolding> holdings) {
    StringJoiner text = new StringJoiner("+");
    holdings.forEach(it -> text.add(it.milliGpus() + " " + it.usageClass()));
    return text.toString();
  }

  private static String seconds(@Nullable Instant at) {
    return at == null ? "-" : Long.toString(Duration.between(T0, at).toSeconds());
  }

  /// Names and values, without those that are as they are at first.
  private static final class Fields {
    private final StringBuilder text;

    Fields(String head) {
      text = new StringBuilder(head);
    }

    Fields add(String name, Object value, Object usual) {
      if (!value.equals(usual)) {
        text.append(' ').append(name).append('=').append(value);
      }
      return this;
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
