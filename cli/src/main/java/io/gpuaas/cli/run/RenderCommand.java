package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.util.ArrayList;
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
      description = "For example job, kueue, jobset, trainjob, rayjob, volcano, slurm.")
  private @Nullable String backend;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "Whose backend and settings count.")
  private @Nullable String cluster;

  @Mixin private ServerOptions options;
  @Mixin private JobOptions job = new JobOptions();

  public RenderCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions(here);
  }

  @Override
  public Integer call() {
    if (backend == null && cluster == null) {
      throw CliFault.usage("Say for what: --backend kueue, or --cluster NAME.");
    }
    JsonNode body = job.body(here, options.profile().project());
    JsonNode rendered = options.api().post("/jobs:render?" + query(), body).require();
    if (options.output().format() == Format.TABLE) {
      rendered.path("manifests").forEach(it -> here.out().print("---\n" + yaml(it)));
    } else {
      options.output().one(rendered, List.of());
    }
    rendered.path("unmet").forEach(this::complain);
    return rendered.path("unmet").isEmpty() ? ExitStatus.OK.code() : ExitStatus.REFUSED.code();
  }

  private String query() {
    List<String> parts = new ArrayList<>();
    if (backend != null) {
      parts.add("backend=" + Api.encoded(backend));
    }
    if (cluster != null) {
      parts.add("cluster=" + Api.encoded(cluster));
    }
    return String.join("&", parts);
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
