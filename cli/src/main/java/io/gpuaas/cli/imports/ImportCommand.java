package io.gpuaas.cli.imports;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.EmptyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `gpuaas import`: other schedulers' configuration as files for `apply`. Asks no server.
@Command(
    name = "import",
    description = "Makes files for `apply` of another scheduler's configuration.",
    footer = {
      "",
      "What cannot be carried over is said, with the reason, and kept in NOTES.md.",
      "",
      "Examples:",
      "  kubectl get clusterqueues,cohorts,localqueues,resourceflavors,topologies,workloads,\\",
      "    workloadpriorityclasses -A -o yaml |",
      "    gpuaas import kueue - --team research --to conf/",
      "  sacctmgr dump CLUSTER file=dump.cfg; sacctmgr show qos --parsable2 > qos.txt",
      "  gpuaas import slurm dump.cfg qos.txt slurm.conf --team research --to conf/",
      "  kubectl get queues.scheduling.run.ai -o yaml | gpuaas import kai - --team t --to conf/",
      "  kubectl get queues.scheduling.volcano.sh -o yaml |",
      "    gpuaas import volcano - --team t --to conf/",
      "  gpuaas import runai departments.json projects.json --team t --to conf/"
    })
public final class ImportCommand implements Callable<Integer> {
  private static final Map<String, String> WANTED =
      Map.of(
          "kueue", "a ClusterQueue, Cohort, ResourceFlavor, Topology or WorkloadPriorityClass",
          "kai", "a Queue of scheduling.run.ai",
          "volcano", "a Queue of scheduling.volcano.sh",
          "slurm", "an account of `sacctmgr dump`, a node of slurm.conf or a QOS",
          "runai", "an answer with `departments` or `projects`");

  private final Surroundings here;

  @Parameters(
      index = "0",
      paramLabel = "SCHEDULER",
      description = "Whose files these are: kueue, kai, volcano, slurm or runai.")
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
      description =
          "The team that the projects shall belong to. The server must have it, or a file for"
              + " `apply` must make it.")
  private String team = "";

  @Option(
      names = "--to",
      paramLabel = "DIR",
      required = true,
      description = "An empty folder, or one that is made.")
  private String target = "";

  public ImportCommand(Surroundings here) {
    this.here = here;
  }

  @Override
  public Integer call() {
    Documents documents = new Documents(here, files);
    Imported imported =
        switch (scheduler) {
          case "kueue" -> new KueueImport(team).read(documents.objects());
          case "slurm" -> new SlurmImport(team).read(documents.texts().values());
          case "kai" -> new QueueImport(team, true).read(documents.objects());
          case "volcano" -> new QueueImport(team, false).read(documents.objects());
          case "runai" -> new RunAiImport(team).read(documents.trees());
          default ->
              throw CliFault.usage(
                  "SCHEDULER (%s) must be kueue, kai, volcano, slurm or runai."
                      .formatted(scheduler));
        };
    imported.notes().forEach(note -> here.say("- " + note));
    if (imported.count() == 0) {
      throw CliFault.usage(
          "Nothing was found that could be carried over: %s is wanted."
              .formatted(WANTED.get(scheduler)));
    }
    write(imported);
    here.say(
        "%d resources are in %s, with %d notes. Next: gpuaas apply -f %s"
            .formatted(imported.count(), target, imported.notes().size(), target));
    return ExitStatus.OK.code();
  }

  private void write(Imported imported) {
    Path folder = here.folder().resolve(target);
    try {
      EmptyFolder.make(folder);
      for (Map.Entry<String, String> file : imported.files().entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
      }
      StringBuilder notes = new StringBuilder("# Not carried over, or to be looked at\n\n");
      imported.notes().forEach(note -> notes.append("- ").append(note).append('\n'));
      Files.writeString(folder.resolve("NOTES.md"), notes);
    } catch (IOException e) {
      throw new CliFault(ExitStatus.USAGE, "%s cannot be written.".formatted(folder), e);
    }
  }
}
