package io.gpuaas.cli.admin;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `gpuaas admin …`: what operators and administrators do by hand. What is configuration belongs
/// into files (`gpuaas apply`).
@Command(
    name = "admin",
    description = {
      "For operators and administrators: nodes, people and their roles, the audit log.",
      "What should last belongs into files: see gpuaas apply --help."
    },
    subcommands = {
      NodeCommands.Nodes.class,
      NodeCommands.Drain.class,
      NodeCommands.Resume.class,
      PeopleCommands.Users.class,
      PeopleCommands.Add.class,
      PeopleCommands.Roles.class,
      PeopleCommands.Grant.class,
      PeopleCommands.Revoke.class,
      AuditCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  gpuaas admin drain east node-17             (shows what it does to jobs, and asks for"
          + " --yes)",
      "  gpuaas admin grant ada data-scientist PROJECT/vision",
      "  gpuaas admin audit --actor ada -o json"
    })
public final class AdminCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return io.gpuaas.cli.ExitStatus.USAGE.code();
  }
}
