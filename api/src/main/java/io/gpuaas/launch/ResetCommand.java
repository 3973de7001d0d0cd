package io.gpuaas.launch;

import io.gpuaas.launch.postgres.EmbeddedDatabase;
import io.gpuaas.launch.postgres.FolderTree;
import java.io.Console;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `gpuaas reset`: forgets everything in the data folder, after asking.
@Command(
    name = "reset",
    description = "Deletes the data folder of a stopped instance.",
    footer = {"", "Example: gpuaas reset --yes"})
final class ResetCommand implements Callable<Integer> {
  @Mixin private DataOption data = new DataOption();

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Override
  public Integer call() {
    DataFolder folder = data.folder();
    if (!folder.exists()) {
      System.out.println("nothing to reset in " + folder.path());
      return Launcher.DONE;
    }
    if (!folder.isOurs()) {
      throw new LaunchFault(
          "The folder %s is not a gpuaas data folder: name the right one with --data."
              .formatted(folder.path()));
    }
    try (DataFolder.Lock _ = folder.lock()) {
      if (!yes && !confirmed(folder)) {
        System.out.println("nothing was deleted");
        return Launcher.DONE;
      }
      EmbeddedDatabase.stopLeftBehind(folder.path());
      FolderTree.delete(folder.path());
      System.out.println("deleted " + folder.path());
      return Launcher.DONE;
    } catch (IOException e) {
      throw new LaunchFault(
          "The folder %s could not be deleted whole: check its permissions."
              .formatted(folder.path()),
          e);
    }
  }

  private static boolean confirmed(DataFolder folder) {
    Console console = Objects.requireNonNull(System.console());
    if (!console.isTerminal()) {
      throw new LaunchFault("There is no terminal to ask on: say --yes to delete the data.");
    }
    String answer = console.readLine("Delete all data in %s? [y/N] ", folder.path());
    return answer != null && answer.strip().equalsIgnoreCase("y");
  }
}
