package io.gpuaas.cli.admin;

import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Commands about nodes.
public final class NodeCommands {
  private static final int MOST = 100_000;
  private static final List<Column> NODES =
      List.of(
          Column.text("CLUSTER", "/cluster"),
          Column.text("NODE", "/name"),
          Column.text("MODEL", "/gpuModel"),
          Column.number("GPUS", "/gpus"),
          Column.number("USED", "/gpusUsed"),
          Column.of("STATE", NodeCommands::state));
  private static final List<Column> JOBS =
      List.of(
          Column.text("JOB", "/job"),
          Column.text("NAME", "/jobName"),
          Column.text("PROJECT", "/project"),
          Column.number("GPUS", "/gpus"));

  private NodeCommands() {}

  private static String state(JsonNode node) {
    String ready = node.path("ready").asBoolean() ? "ready" : "not ready";
    return node.path("schedulable").asBoolean() ? ready : ready + ", drained";
  }

  private static String path(String cluster, String node) {
    return "/clusters/%s/nodes/%s".formatted(Api.encoded(cluster), Api.encoded(node));
  }

  /// The node as it is now, but open or closed for new work; refused when it was changed meanwhile.
  private static void schedule(Api api, String cluster, String node, boolean open) {
    String path = path(cluster, node);
    Answer now = api.send(new Api.Request("GET", path, null, List.of()));
    JsonNode tree = now.require();
    ((ObjectNode) tree).put("schedulable", open);
    api.send(new Api.Request("PUT", path, tree, List.of("If-Match", now.etag()))).require();
  }

  /// `gpuaas admin nodes`.
  @Command(
      name = "nodes",
      description = "Lists nodes, with what is used of each.",
      footer = {"", "Example: gpuaas admin nodes --cluster east"})
  public static final class Nodes implements Callable<Integer> {
    @Mixin private ServerOptions options;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Only of this cluster.")
    private @Nullable String cluster;

    public Nodes(Surroundings here) {
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      String path = cluster == null ? "/nodes" : "/nodes?cluster=" + Api.encoded(cluster);
      options.output().list(options.api().list(path, MOST), NODES);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas admin drain`.
  @Command(
      name = "drain",
      description = {
        "Closes a node for new work; what runs there goes on.",
        "Without --yes it only shows which waiting jobs would start no more in the next decision."
      },
      footer = {"", "Example: gpuaas admin drain east node-17 --yes"})
  public static final class Drain implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions options;

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its cluster.")
    private String cluster = "";

    @Parameters(index = "1", paramLabel = "NODE", description = "Its name.")
    private String node = "";

    @Option(names = "--yes", description = "Close it; without it the effect is only shown.")
    private boolean yes;

    public Drain(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      Api api = options.api();
      JsonNode effect = api.get(path(cluster, node) + "/drain-effect");
      List<JsonNode> jobs = List.copyOf(effect.path("startsNoMore").values());
      options.output().list(jobs, JOBS);
      if (yes) {
        schedule(api, cluster, node, false);
      }
      here.say(
          "%d jobs start no more for now. %s %s"
              .formatted(jobs.size(), node, yes ? "is drained." : "is as before: add --yes."));
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas admin resume`.
  @Command(
      name = "resume",
      description = "Opens a drained node for new work.",
      footer = {"", "Example: gpuaas admin resume east node-17"})
  public static final class Resume implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions options;

    @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its cluster.")
    private String cluster = "";

    @Parameters(index = "1", paramLabel = "NODE", description = "Its name.")
    private String node = "";

    public Resume(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      schedule(options.api(), cluster, node, true);
      here.say(node + " takes work again.");
      return ExitStatus.OK.code();
    }
  }
}
