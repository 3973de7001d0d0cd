package io.gpuaas.launch;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `gpuaas snapshot`: prints the live state of the running instance as a scenario document, which
/// `gpuaas simulate` decides as the instance does.
@Command(
    name = "snapshot",
    description = "Prints the live state as a scenario document.",
    footer = {"", "Example: gpuaas snapshot --mask > now.json && gpuaas simulate now.json"})
final class SnapshotCommand implements Callable<Integer> {
  @Mixin private DataOption data = new DataOption();

  @Option(names = "--mask", description = "Hides all names; they sort as before.")
  private boolean mask;

  /// What the instance answers with.
  record Answer(String document) {}

  @Override
  public Integer call() {
    DataFolder folder = data.folder();
    ControlClient client =
        ControlClient.of(folder)
            .orElseThrow(
                () ->
                    new LaunchFault(
                        "No instance runs on %s: start it with `gpuaas up`."
                            .formatted(folder.path())));
    String path = mask ? ControlServer.MASKED_SNAPSHOT : ControlServer.SNAPSHOT;
    System.out.print(client.ask(path, Answer.class).document());
    return Launcher.DONE;
  }
}
