package io.gpuaas.launch;

import io.gpuaas.launch.bench.BenchCommand;
import io.gpuaas.launch.replay.ReplayCommand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The commands of `./gpuaas` that are written in Java.
///
/// Exit status: 0 done; 1 done, but a stated expectation was missed; 2 usage or environment, with
/// one sentence on standard error that names the remedy.
@Command(
    name = "gpuaas",
    description = "GPU as a Service: runs the whole product and asks after it.",
    subcommands = {
      UpCommand.class,
      StatusCommand.class,
      StopCommand.class,
      ResetCommand.class,
      ReplayCommand.class,
      AuditCommand.class,
      SnapshotCommand.class,
      BenchCommand.class,
      WarmUpCommand.class,
      VirtualCommand.class
    })
public final class Launcher {
  static final int DONE = 0;
  static final int REFUSED = 2;

  private Launcher() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  /// Carries out one command line and returns the exit status.
  static int run(String... args) {
    CommandLine commands = new CommandLine(new Launcher());
    commands.getSubcommands().values().forEach(Launcher::addHelp);
    return commands
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (fault, _) -> {
              System.err.printf("gpuaas: %s Try `gpuaas help`.%n", sentence(fault.getMessage()));
              return REFUSED;
            })
        .setExecutionExceptionHandler(
            (fault, _, _) -> {
              if (fault instanceof LaunchFault) {
                System.err.println("gpuaas: " + fault.getMessage());
                return REFUSED;
              }
              throw fault;
            })
        .execute(args);
  }

  /// `gpuaas COMMAND --help` says what its options are.
  private static void addHelp(CommandLine command) {
    CommandLine.Model.CommandSpec spec = command.getCommandSpec();
    spec.qualifiedName("gpuaas " + spec.name());
    spec.addOption(
        CommandLine.Model.OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Shows this text.")
            .build());
  }

  private static String sentence(@Nullable String message) {
    String words = Objects.requireNonNullElse(message, "This command line is not understood.");
    return words.endsWith(".") ? words : words + ".";
  }
}
