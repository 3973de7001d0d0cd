package io.gpuaas.cli;

import io.gpuaas.cli.admin.AdminCommand;
import io.gpuaas.cli.config.ApplyCommand;
import io.gpuaas.cli.config.ExportCommand;
import io.gpuaas.cli.imports.ImportCommand;
import io.gpuaas.cli.look.BudgetCommand;
import io.gpuaas.cli.look.ClusterQueuesCommand;
import io.gpuaas.cli.look.JobCommands;
import io.gpuaas.cli.look.PlatformCommands;
import io.gpuaas.cli.look.TopCommand;
import io.gpuaas.cli.run.PlanCommand;
import io.gpuaas.cli.run.RenderCommand;
import io.gpuaas.cli.run.RunCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// The commands of `./gpuaas` that ask a server. Exit status: see [ExitStatus].
@Command(name = "gpuaas", description = "Asks a GPU as a Service server.")
public final class Cli {
  private static final List<Class<?>> COMMANDS =
      List.of(
          LoginCommand.class,
          LogoutCommand.class,
          RunCommand.class,
          PlanCommand.class,
          RenderCommand.class,
          JobCommands.Jobs.class,
          JobCommands.Show.class,
          JobCommands.Logs.class,
          JobCommands.Wait.class,
          JobCommands.Cancel.class,
          JobCommands.Queue.class,
          JobCommands.Why.class,
          PlatformCommands.Free.class,
          PlatformCommands.Quota.class,
          PlatformCommands.Cost.class,
          BudgetCommand.class,
          TopCommand.class,
          PlatformCommands.WhoAmI.class,
          PlatformCommands.Get.class,
          ClusterQueuesCommand.class,
          ApplyCommand.class,
          ExportCommand.class,
          ImportCommand.class,
          AdminCommand.class,
          CompletionCommand.class,
          WarmUpCommand.class);

  private static final long LONGEST_GOODBYE_SECONDS = 25;
  private static final int HELP_WIDTH = 100;

  private Cli() {}

  /// Each command has it, and the parser acts on it.
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Shows this help.")
  void help(boolean asked) {}

  /// A stop signal lets the command end its way: a pipeline's job is cancelled, its summary
  /// written. The exit status is the command's, not the signal's.
  public static void main(String[] arguments) {
    Stopper stopper = new Stopper();
    stopper.watch(Thread.currentThread());
    CountDownLatch done = new CountDownLatch(1);
    AtomicInteger status = new AtomicInteger(ExitStatus.CANCELLED.code());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> goodbye(stopper, done, status), "stop"));
    PrintStream out = stream(FileDescriptor.out);
    Surroundings here =
        new Surroundings(
            new TreeMap<>(System.getenv()),
            Path.of("").toAbsolutePath(),
            System.in,
            out,
            stream(FileDescriptor.err),
            Terminal.find().isPresent(),
            InstantSource.system(),
            () -> UUID.randomUUID().toString(),
            stopper);
    status.set(run(here, arguments));
    out.flush();
    done.countDown();
    System.exit(status.get());
  }

  private static void goodbye(Stopper stopper, CountDownLatch done, AtomicInteger status) {
    try {
      if (done.getCount() == 0) {
        return;
      }
      stopper.stop();
      if (done.await(LONGEST_GOODBYE_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(status.get());
      }
    } catch (InterruptedException _) {
      Runtime.getRuntime().halt(ExitStatus.CANCELLED.code());
    }
  }

  private static PrintStream stream(FileDescriptor to) {
    return new PrintStream(new FileOutputStream(to), true, StandardCharsets.UTF_8);
  }

  /// Carries out one command line and returns the exit status.
  public static int run(Surroundings here, String... arguments) {
    boolean plain = !here.variable("NO_COLOR").isEmpty() || !here.terminal();
    return commands(new CommandLine(new Cli()), new Making(here), arguments)
        .setUsageHelpWidth(HELP_WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setOut(new PrintWriter(here.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(here.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(CommandLine.Help.defaultColorScheme(plain ? Ansi.OFF : Ansi.AUTO))
        .setParameterExceptionHandler((fault, _) -> misunderstood(here, fault))
        .setExecutionExceptionHandler((fault, _, _) -> failed(here, fault))
        .execute(arguments);
  }

  /// With the command that is called alone, where it is clear which: to describe all of them takes
  /// longer than most of them take.
  private static CommandLine commands(CommandLine root, Making making, String... arguments) {
    List<Class<?>> called =
        COMMANDS.stream()
            .filter(it -> arguments.length > 0 && isCalled(it, arguments[0]))
            .filter(it -> it != CompletionCommand.class)
            .toList();
    for (Class<?> command : called.isEmpty() ? COMMANDS : called) {
      root.addSubcommand(new CommandLine(making.command(command), making));
    }
    return root;
  }

  private static boolean isCalled(Class<?> type, String word) {
    Command command = type.getAnnotation(Command.class);
    return command != null
        && (command.name().equals(word) || List.of(command.aliases()).contains(word));
  }

  private static int misunderstood(Surroundings here, CommandLine.ParameterException fault) {
    String command = fault.getCommandLine().getCommandSpec().qualifiedName();
    if (fault instanceof CommandLine.UnmatchedArgumentException unknown
        && fault.getCommandLine().getParent() == null
        && !unknown.isUnknownOption()) {
      here.say(
          "gpuaas: There is no command %s. Try `gpuaas --help`."
              .formatted(unknown.getUnmatched().getFirst()));
      return ExitStatus.USAGE.code();
    }
    here.say("gpuaas: %s Try `%s --help`.".formatted(sentence(fault.getMessage()), command));
    return ExitStatus.USAGE.code();
  }

  private static int failed(Surroundings here, Exception fault) throws Exception {
    if (fault instanceof CliFault known) {
      here.say("gpuaas: " + known.getMessage());
      return known.status().code();
    }
    throw fault;
  }

  private static String sentence(@Nullable String message) {
    String words = Objects.requireNonNullElse(message, "This command line is not understood.");
    return words.endsWith(".") ? words : words + ".";
  }

  /// Makes commands with what they have to do with.
  private record Making(Surroundings here) implements IFactory {
    Object command(Class<?> type) {
      try {
        return create(type);
      } catch (Exception e) {
        throw new IllegalStateException(type + " cannot be made.", e);
      }
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
      try {
        return type.getConstructor(Surroundings.class).newInstance(here);
      } catch (NoSuchMethodException _) {
        return CommandLine.defaultFactory().create(type);
      }
    }
  }
}
