package io.gpuaas.cli.imports;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `gpuaas import`: other schedulers' configuration as files for `apply`. Asks no server.
@Command(
    name = "import",
    description = "Makes files for `apply` of another scheduler's configuration.",
    footer = {
      "",
      "What cannot be carried over is said, with the reason, and kept in NOTES.md.",
      "",
      "Examples:",
      "  kubectl get clusterqueues,cohorts,resourceflavors,topologies,workloadpriorityclasses \\",
      "    -o yaml |",
      "    gpuaas import kueue - --team research --to conf/",
      "  gpuaas import slurm dump.cfg slurm.conf --team research --to conf/",
      "  kubectl get queues.scheduling.run.ai -o yaml | gpuaas import kai - --team t --to conf/",
      "  kubectl get queues.scheduling.volcano.sh -o yaml |",
      "    gpuaas import volcano - --team t --to conf/",
      "  gpuaas import runai departments.json projects.json --team t --to conf/"
    })
public final class ImportCommand implements Callable<Integer> {
  private final Surroundings here;

  @Parameters(
      index = "0",
      paramLabel = "SCHEDULER",
      description = "kueue, kai, volcano, slurm, runai.")
  private String scheduler = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files or folders; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--team",
      paramLabel = "NAME",
      required = true,
      description = "The team that the projects belong to; it must be there, or be made.")
  private String team = "";

  @Option(names = "--to", paramLabel = "DIR", required = true, description = "Where files go.")
  private String target = "";

  public ImportCommand(Surroundings here) {
    this.here = here;
  }

  @Override
  public Integer call() {
    Imported imported =
        switch (scheduler) {
          case "kueue" -> new KueueImport(team).read(documents());
          case "slurm" -> new SlurmImport(team).read(texts());
          case "kai" -> new QueueImport(team, true).read(documents());
          case "volcano" -> new QueueImport(team, false).read(documents());
          case "runai" -> new RunAiImport(team).read(documents());
          default ->
              throw CliFault.usage(
                  "SCHEDULER (%s) must be kueue, kai, volcano, slurm or runai."
                      .formatted(scheduler));
        };
    if (imported.count() == 0) {
      throw CliFault.usage("Nothing was found that could be carried over.");
    }
    write(imported);
    imported.notes().forEach(note -> here.say("- " + note));
    here.say(
        "%d resources are in %s, with %d notes. Next: gpuaas apply -f %s"
            .formatted(imported.count(), target, imported.notes().size(), target));
    return ExitStatus.OK.code();
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    try {
      for (String file : files) {
        if (file.equals("-")) {
          texts.add(new String(here.in().readAllBytes(), StandardCharsets.UTF_8));
        } else {
          for (Path path : regular(here.folder().resolve(file))) {
            texts.add(Files.readString(path));
          }
        }
      }
      return texts;
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be read.".formatted(files), e);
    }
  }

  private static List<Path> regular(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private List<JsonNode> documents() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(256 << 20);
    List<JsonNode> documents = new ArrayList<>();
    for (String text : texts()) {
      try {
        new Yaml(new SafeConstructor(options))
            .loadAll(text)
            .forEach(it -> documents.add(Json.MAPPER.valueToTree(it)));
      } catch (YAMLException e) {
        String what = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        throw new CliFault(ExitStatus.USAGE, "A file is not YAML: %s.".formatted(what), e);
      }
    }
    return documents;
  }

  private void write(Imported imported) {
    Path folder = here.folder().resolve(target);
    try {
      Files.createDirectories(folder);
      for (Map.Entry<String, String> file : imported.files().entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
      }
      String notes = "# Not carried over\n\n- " + String.join("\n- ", imported.notes()) + "\n";
      Files.writeString(folder.resolve("NOTES.md"), notes);
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be written.".formatted(folder), e);
    }
  }
}
