package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.server.Json;
import io.gpuaas.cli.server.Query;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `gpuaas render`: the objects that a job would be.
@Command(
    name = "render",
    description = "Shows the objects that a job would be on a cluster, as YAML. Submits nothing.",
    footer = {
      "",
      "The pods are placed as they would be now, where they fit. Exit status 4 when the backend",
      "cannot carry the job out; what it lacks is said.",
      "",
      "Examples:",
      "  gpuaas render -f job.yaml --backend kueue",
      "  gpuaas render -f rayjob.yaml --cluster east | kubectl apply --dry-run=server -f -"
    })
public final class RenderCommand implements Callable<Integer> {
  private final Surroundings here;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description = "This backend with its usual settings: job, kueue, jobset, rayjob, volcano, …")
  private @Nullable String backend;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "The backend of this cluster, with its settings.")
  private @Nullable String cluster;

  @Mixin private ServerOptions.InProject options;
  @Mixin private JobOptions job = new JobOptions();

  public RenderCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions.InProject(here);
  }

  @Override
  public Integer call() {
    if (backend == null && cluster == null) {
      throw CliFault.usage("Say for what: --backend kueue, or --cluster NAME.");
    }
    JsonNode body = job.body(here, options);
    String path = new Query().with("backend", backend).with("cluster", cluster).on("/jobs:render");
    JsonNode rendered = options.api().post(path, body).require();
    if (options.output().format() == Format.TABLE) {
      rendered.path("manifests").forEach(it -> here.out().print("---\n" + yaml(it)));
    } else {
      options.output().one(rendered, List.of());
    }
    rendered.path("unmet").forEach(this::complain);
    return rendered.path("unmet").isEmpty() ? ExitStatus.OK.code() : ExitStatus.REFUSED.code();
  }

  private void complain(JsonNode unmet) {
    here.say(
        "%s: %s".formatted(unmet.path("pointer").asString(""), unmet.path("detail").asString("")));
  }

  private static String yaml(JsonNode manifest) {
    DumperOptions style = new DumperOptions();
    style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return new Yaml(style).dump(Json.MAPPER.convertValue(manifest, Object.class));
  }
}
