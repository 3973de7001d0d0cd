package io.gpuaas.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `gpuaas completion`.
@Command(
    name = "completion",
    description = "Prints a script that completes commands in bash and zsh.",
    footer = {"", "Example:", "  source <(gpuaas completion)"})
public final class CompletionCommand implements Callable<Integer> {
  private final Surroundings here;

  @Spec private CommandSpec spec = CommandSpec.create();

  public CompletionCommand(Surroundings here) {
    this.here = here;
  }

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    here.out().print(AutoComplete.bash("gpuaas", root));
    return ExitStatus.OK.code();
  }
}
