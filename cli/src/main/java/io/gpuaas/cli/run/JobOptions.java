package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Says which job: a file, options, or a file with options that win over it.
final class JobOptions {
  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description =
          "The job, in YAML or JSON, or a Kubernetes manifest; - is standard input. Other options"
              + " win over it.")
  private @Nullable String file;

  @Option(
      names = {"-n", "--name"},
      paramLabel = "NAME",
      description = "Its name, unique among the project's live jobs.")
  private @Nullable String name;

  @Option(names = "--image", paramLabel = "IMAGE", description = "Its container image.")
  private @Nullable String image;

  @Option(
      names = {"-w", "--workers"},
      paramLabel = "N",
      description = "Pods; all start together or none (default: 1).")
  private @Nullable Integer workers;

  @Option(
      names = {"-g", "--gpus"},
      paramLabel = "N",
      description = "Whole GPUs of each pod (default: 1).")
  private @Nullable Integer gpus;

  @Option(
      names = "--gpu-model",
      paramLabel = "MODEL",
      description =
          "Only this kind, as `gpuaas free` names it (default: any), for example H200-141GB.")
  private @Nullable String gpuModel;

  @Option(
      names = "--max-runtime",
      paramLabel = "TIME",
      description = "Longest time it may run, for example 90m or 12h; it is stopped then.")
  private @Nullable String maxRuntime;

  @Option(
      names = "--priority",
      paramLabel = "WORD",
      description = "A priority class: low, normal (default), high, urgent or one of your site.")
  private @Nullable String priority;

  @Option(
      names = "--preemptible",
      negatable = true,
      fallbackValue = "true",
      description =
          "Whether it may use GPUs lent by others, and be stopped when they are wanted back"
              + " (default: yes).")
  private @Nullable Boolean preemptible;

  @Option(
      names = {"-e", "--env"},
      paramLabel = "NAME=VALUE",
      description = "A variable of its environment; not for secrets, which the file names instead.")
  private Map<String, String> env = new LinkedHashMap<>();

  @Option(
      names = {"-l", "--label"},
      paramLabel = "KEY=VALUE",
      description = "A label, for searches and for charge-back.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "What runs in the container, behind --, for example -- python train.py.")
  private List<String> command = new ArrayList<>();

  /// The body of a submission. What is left out is the server's business.
  ///
  /// @param options whose project wins over the file's, and whose profile's is for files without
  ObjectNode body(Surroundings here, ServerOptions options) {
    if (file == null && image == null) {
      throw CliFault.usage("Say which job: --file job.yaml, or at least --image.");
    }
    ObjectNode body = file == null ? Json.MAPPER.createObjectNode() : JobFile.read(here, file);
    String project = options.profile().project();
    if (!options.projectOption().isEmpty() || (!body.has("project") && !project.isEmpty())) {
      body.put("project", project);
    }
    if (!body.has("project")) {
      throw CliFault.usage("Say which project: in the file, with --project or GPUAAS_PROJECT.");
    }
    text(body, "name", name);
    if (!body.has("name")) {
      body.put("name", "job-" + here.newKey().get().substring(0, 8));
    }
    labels.forEach((key, value) -> body.withObject("/labels").put(key, value));
    spec(body.withObject("/spec"));
    return body;
  }

  private void spec(ObjectNode spec) {
    text(spec, "image", image);
    text(spec, "gpuModel", gpuModel);
    text(spec, "maxRuntime", maxRuntime);
    text(spec, "priority", priority);
    if (preemptible != null) {
      spec.put("preemptible", preemptible);
    }
    if (!command.isEmpty()) {
      ArrayNode words = spec.putArray("command");
      command.forEach(words::add);
    }
    env.forEach(
        (key, value) -> {
          ArrayNode all = spec.withArray("/env");
          all.addObject().put("name", key).put("value", value);
        });
    boolean says = spec.has("podSets") || spec.has("manifest");
    if (!says || workers != null || gpus != null) {
      podSet(spec);
    }
  }

  private void podSet(ObjectNode spec) {
    ArrayNode podSets = spec.withArray("/podSets");
    ObjectNode first =
        podSets.isEmpty()
            ? podSets.addObject().put("name", "worker").put("count", 1).put("gpusPerPod", 1)
            : (ObjectNode) podSets.get(0);
    if (workers != null) {
      first.put("count", workers);
    }
    if (gpus != null) {
      first.put("gpusPerPod", gpus);
    }
  }

  private static void text(ObjectNode into, String field, @Nullable String value) {
    if (value != null) {
      into.put(field, value);
    }
  }
}
