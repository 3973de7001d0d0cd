package io.gpuaas.launch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `gpuaas stop`: ends the instance on the folder in an orderly way. None running is fine.
@Command(
    name = "stop",
    description = "Stops the running instance.",
    footer = {"", "Example: gpuaas stop --data /var/lib/gpuaas"})
final class StopCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Mixin private DataOption data = new DataOption();

  @Override
  public Integer call() {
    System.out.println(stop(data.folder()) ? "stopped" : "not running");
    return Launcher.DONE;
  }

  /// Returns when the instance has ended; false when none ran.
  static boolean stop(DataFolder folder) {
    if (!folder.exists() || !folder.inUse()) {
      return false;
    }
    Optional<ProcessHandle> process =
        Instance.readFrom(folder.instance()).flatMap(i -> ProcessHandle.of(i.pid()));
    if (process.isEmpty()) {
      throw new LaunchFault(
          "The instance on %s is still starting: wait for its ready line, then stop it."
              .formatted(folder.path()));
    }
    process.get().destroy();
    await(process.get());
    return true;
  }

  private static void await(ProcessHandle process) {
    try {
      process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new LaunchFault(
          "The instance (process %d) did not stop within %d s: end that process."
              .formatted(process.pid(), PATIENCE.toSeconds()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("Interrupted while stopping: ask `gpuaas status`.", e);
    }
  }
}
