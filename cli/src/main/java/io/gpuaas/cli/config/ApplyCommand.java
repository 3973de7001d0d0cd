package io.gpuaas.cli.config;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.config.Change.Action;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `gpuaas apply`: brings the server's configuration in line with files.
@Command(
    name = "apply",
    description = "Shows how the server differs from files; with --yes, brings it in line.",
    footer = {
      "",
      "Exit status: 0 in line, or brought in line; 1 it differs and --yes was not given.",
      "",
      "Examples:",
      "  gpuaas apply -f config/           (the plan; in a pipeline: has somebody changed the"
          + " server?)",
      "  gpuaas apply -f config/ --yes",
      "  gpuaas apply -f config/ --yes --prune --prune-most 3"
    })
public final class ApplyCommand implements Callable<Integer> {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("ACTION", "/action"),
          Column.text("KIND", "/kind"),
          Column.text("NAME", "/name"),
          Column.text("DIFFERENCES", "/differences"));

  private final Surroundings here;

  @Mixin private ServerOptions options;

  @Option(
      names = {"-f", "--file"},
      paramLabel = "DIR",
      required = true,
      description = "A folder of files, or one file.")
  private String folder = "";

  @Option(
      names = "--yes",
      description = "Bring the server in line; without it the differences are only shown.")
  private boolean yes;

  @Option(
      names = "--prune",
      description = "Delete what no file has, of the kinds that the files have.")
  private boolean prune;

  @Option(
      names = "--prune-most",
      paramLabel = "N",
      defaultValue = "5",
      description = "Refuse to delete more than that (default: ${DEFAULT-VALUE}).")
  private int pruneMost = 5;

  public ApplyCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions(here);
  }

  @Override
  public Integer call() {
    Api api = options.api();
    List<ConfigFiles.Wanted> wanted = ConfigFiles.read(here.folder().resolve(folder));
    if (wanted.isEmpty()) {
      throw CliFault.usage("%s has no resource in it.".formatted(folder));
    }
    List<Change> changes = new Planner(api).plan(wanted, prune);
    show(changes);
    long deletions = changes.stream().filter(it -> it.action() == Action.DELETE).count();
    if (deletions > pruneMost) {
      throw CliFault.usage(
          "%d resources would be deleted, and --prune-most is %d.".formatted(deletions, pruneMost));
    }
    if (changes.isEmpty()) {
      here.say("%d resources, all as the files say.".formatted(wanted.size()));
      return ExitStatus.OK.code();
    }
    if (!yes) {
      here.say("%d changes. Nothing was done: add --yes to do it.".formatted(changes.size()));
      return ExitStatus.JOB_FAILED.code();
    }
    return carryOut(api, changes);
  }

  private void show(List<Change> changes) {
    if (options.output().format() == Format.TABLE) {
      for (Change change : changes) {
        String sign = change.action().sign();
        here.out().println("%s %s %s".formatted(sign, change.kind().word(), change.name()));
        change.differences().forEach(it -> here.out().println("    " + it));
      }
      return;
    }
    List<JsonNode> rows = new ArrayList<>();
    for (Change change : changes) {
      ObjectNode row = Json.MAPPER.createObjectNode();
      row.put("action", change.action().name());
      row.put("kind", change.kind().word()).put("name", change.name());
      change.differences().forEach(row.putArray("differences")::add);
      rows.add(row);
    }
    options.output().list(rows, COLUMNS);
  }

  /// Stops at the first refusal; what was done before stands, and the next call goes on from there.
  private int carryOut(Api api, List<Change> changes) {
    int done = 0;
    for (Change change : changes) {
      Answer answer = carryOut(api, change);
      if (!answer.isOk()) {
        here.say(
            "%d of %d changes are done; then %s %s was refused."
                .formatted(done, changes.size(), change.kind().word(), change.name()));
        throw answer.refusal();
      }
      done++;
    }
    here.say("%d changes are done.".formatted(done));
    return ExitStatus.OK.code();
  }

  private static Answer carryOut(Api api, Change change) {
    String path = change.kind().path(change.name());
    return switch (change.action()) {
      case CREATE -> api.send(new Api.Request("PUT", path, change.body(), whenNew(api, change)));
      case REPLACE ->
          api.send(new Api.Request("PUT", path, change.body(), List.of("If-Match", change.etag())));
      case DELETE ->
          api.send(new Api.Request("DELETE", path, null, List.of("If-Match", change.etag())));
    };
  }

  /// Parts are there as soon as what they are parts of has been made.
  private static List<String> whenNew(Api api, Change change) {
    if (!change.kind().isPart()) {
      return List.of("If-None-Match", "*");
    }
    Answer now =
        api.send(new Api.Request("GET", change.kind().path(change.name()), null, List.of()));
    var _ = now.require();
    return List.of("If-Match", now.etag());
  }
}
