package io.gpuaas.cli.look;

import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `gpuaas cluster-queues`: how a cluster's own queues differ from the quota tree.
@Command(
    name = "cluster-queues",
    description = "Shows how a cluster's queues differ from the quota tree, or makes them equal.",
    footer = {
      "",
      "Exit status 4 when something is owned by somebody else or refused. Nothing is deleted.",
      "",
      "Examples:",
      "  gpuaas cluster-queues east",
      "  gpuaas cluster-queues east --apply"
    })
public final class ClusterQueuesCommand implements Callable<Integer> {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("STEP", "/step"),
          Column.text("KIND", "/kind"),
          Column.text("NAMESPACE", "/namespace"),
          Column.text("NAME", "/name"),
          Column.of("WHAT", ClusterQueuesCommand::what));

  private final Surroundings here;

  @Parameters(paramLabel = "CLUSTER", description = "Name of the cluster.")
  private String cluster = "";

  @Option(names = "--apply", description = "Makes them equal, without force.")
  private boolean apply;

  @Mixin private ServerOptions options;

  public ClusterQueuesCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions(here);
  }

  private static String what(JsonNode object) {
    List<String> parts = new ArrayList<>();
    if (object.path("step").asString("").equals("CHANGE")) {
      for (JsonNode it : object.path("differences")) {
        parts.add(
            "%s: %s → %s"
                .formatted(
                    it.path("pointer").asString(""),
                    it.path("before").asString("-"),
                    it.path("after").asString("-")));
      }
    }
    String detail = object.path("detail").asString("");
    return detail.isEmpty() ? String.join(", ", parts) : detail;
  }

  @Override
  public Integer call() {
    String path = "/clusters/%s/queues".formatted(Api.encoded(cluster));
    Api api = options.api();
    JsonNode all =
        apply ? api.post(path + ":apply", Json.MAPPER.createObjectNode()).require() : api.get(path);
    List<JsonNode> objects = new ArrayList<>();
    all.path("objects").forEach(objects::add);
    if (options.output().format() == Format.TABLE) {
      options.output().list(objects, COLUMNS);
    } else {
      options.output().one(all, List.of());
    }
    boolean stands =
        objects.stream()
            .map(it -> it.path("step").asString(""))
            .anyMatch(it -> it.equals("CONFLICT") || it.equals("REFUSED"));
    if (all.path("inStep").asBoolean(false)) {
      here.say("Cluster %s is in step with the quota tree.".formatted(cluster));
    }
    return stands ? ExitStatus.REFUSED.code() : ExitStatus.OK.code();
  }
}
