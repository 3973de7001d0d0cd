package io.gpuaas.simulator;

import io.gpuaas.simulator.SimulationResult.Played;
import io.gpuaas.simulator.SimulationResult.Refused;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `gpuaas simulate [--format text|json] FILE… | -`: plays scenario documents and prints a result
/// for each, in order.
///
/// Exit status: 0 done; 1 the simulator found the engine breaking an invariant; 2 a document, a
/// file or the call itself was wrong. A bad document does not stop those behind it.
public final class SimulateCommand {
  private static final String USAGE =
      """
      Usage: gpuaas simulate [--format text|json] FILE... | -
      Plays scenario documents (YAML or JSON, several in one file separated by ---) and prints what
      was decided and why. - reads standard input. Status 2: a document was refused.
      Example: gpuaas simulate --format json scenario.yaml
      A cluster that Kueue runs is one, too (quota alone is decided, nodes are not looked at):
        kubectl get clusterqueues,cohorts,localqueues,resourceflavors,workloads -A -o yaml |
          gpuaas simulate -
      """;

  private final PrintStream out;
  private final PrintStream err;
  private boolean json;
  private int status;

  SimulateCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(
                new java.io.FileOutputStream(java.io.FileDescriptor.out), 1 << 16),
            false,
            StandardCharsets.UTF_8);
    int status = new SimulateCommand(out, System.err).run(List.of(arguments), System.in);
    out.flush();
    System.exit(out.checkError() ? 2 : status);
  }

  /// The exit status.
  int run(List<String> arguments, InputStream standardInput) {
    List<String> files = new ArrayList<>();
    String problem = readArguments(arguments, files);
    if (!problem.isEmpty()) {
      err.println(problem);
      return 2;
    }
    if (files.isEmpty()) {
      out.print(USAGE);
      return status;
    }
    for (String file : files) {
      play(file, standardInput);
    }
    return status;
  }

  private String readArguments(List<String> arguments, List<String> files) {
    String format = "text";
    boolean help = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("--format") && i + 1 < arguments.size()) {
        format = arguments.get(++i);
      } else if (argument.startsWith("--format=")) {
        format = argument.substring("--format=".length());
      } else if (argument.equals("--help") || argument.equals("-h")) {
        help = true;
      } else if (argument.startsWith("-") && !argument.equals("-")) {
        return "gpuaas simulate does not know %s; see gpuaas simulate --help.".formatted(argument);
      } else {
        files.add(argument);
      }
    }
    if (!format.equals("text") && !format.equals("json")) {
      return "--format (%s) must be text or json.".formatted(format);
    }
    json = format.equals("json");
    if (help) {
      files.clear();
    }
    return help || !files.isEmpty()
        ? ""
        : "gpuaas simulate needs a scenario file, or - for standard input; see --help.";
  }

  private void play(String file, InputStream standardInput) {
    try (Reader reader =
        file.equals("-")
            ? new InputStreamReader(standardInput, StandardCharsets.UTF_8)
            : Files.newBufferedReader(Path.of(file))) {
      Simulation.runAll(reader, this::print);
    } catch (NoSuchFileException _) {
      refuse(file, "NO_SUCH_FILE", "a file that exists");
    } catch (IOException | java.nio.file.InvalidPathException fault) {
      refuse(file, "UNREADABLE", "a readable file in UTF-8: " + fault.getMessage());
    }
  }

  private void refuse(String file, String code, String allowed) {
    print(new Refused(file, List.of(new DocumentFault("", code, file, allowed))));
  }

  private void print(SimulationResult result) {
    out.println(json ? result.toJson() : result.toText());
    if (result instanceof Refused) {
      status = 2;
    } else if (result instanceof Played played && !played.violations().isEmpty()) {
      status = Math.max(status, 1);
    }
  }
}
