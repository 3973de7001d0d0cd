package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.RunCommand;
import io.gpuaas.placement.WorldChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a signal does. The caller writes `after`, the events and the usage in one transaction, then
/// brings the world up to date and sends the commands. Sequence numbers in it are 0: the writer
/// numbers them.
public sealed interface Transition {
  /// The signal changes the job.
  ///
  /// @param writtenRun the run's new state, also when `after` holds no run any more; null when no
  ///   run changed
  record Changed(
      LiveJob after,
      @Nullable Run writtenRun,
      List<JobEvent> events,
      List<UsageEvent> usage,
      List<WorldChange> world,
      List<RunCommand> commands)
      implements Transition {
    public Changed {
      events = List.copyOf(events);
      usage = List.copyOf(usage);
      world = List.copyOf(world);
      commands = List.copyOf(commands);
    }
  }

  /// The signal is late, repeated or means nothing here; `why` says which.
  record Ignored(String why) implements Transition {}
}
