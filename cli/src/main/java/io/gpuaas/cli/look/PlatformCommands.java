package io.gpuaas.cli.look;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.output.Output;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Commands about the platform: free GPUs, quotas, costs, who one is.
public final class PlatformCommands {
  private PlatformCommands() {}

  /// `gpuaas free`.
  @Command(
      name = "free",
      aliases = {"sinfo"},
      description = {
        "Shows free GPUs of each kind, and the largest gang that could start now.",
        "FREE PER NODE 2×8 1×3: two nodes with 8 free GPUs each, and one with 3."
      },
      footer = {"", "Example: gpuaas free -o json"})
  public static final class Free implements Callable<Integer> {
    private static final List<Column> COLUMNS =
        List.of(
            Column.text("FLAVOR", "/flavor"),
            Column.text("MODEL", "/gpuModel"),
            Column.number("GPUS", "/gpus"),
            Column.number("FREE", "/free"),
            Column.number("LARGEST GANG", "/largestGang"),
            Column.of("FREE PER NODE", Free::nodes));

    private final Surroundings here;
    @Mixin private ServerOptions options;

    public Free(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions(here);
    }

    private static String nodes(JsonNode model) {
      List<String> parts = new ArrayList<>();
      for (var entry : model.path("nodesFree").properties()) {
        parts.add("%s×%s".formatted(entry.getValue().asString(), entry.getKey()));
      }
      return String.join(" ", parts);
    }

    @Override
    public Integer call() {
      JsonNode all = options.api().get("/availability");
      List<JsonNode> models = new ArrayList<>();
      all.path("models").forEach(models::add);
      options.output().list(models, COLUMNS);
      JsonNode oldest = all.path("oldestWaitSeconds");
      String wait = oldest.isNull() ? "" : ", the oldest for %s s".formatted(oldest.asString());
      here.say("%s GPUs are waited for%s.".formatted(all.path("pendingGpus").asString("0"), wait));
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas quota`.
  @Command(
      name = "quota",
      aliases = {"quotas"},
      description = {
        "Shows the quotas of projects and cohorts: guaranteed (NOMINAL), used, borrowed from and"
            + " lent to others, what is still available, and the GPUs that jobs wait for.",
      },
      footer = {"", "Example: gpuaas quota -p vision"})
  public static final class Quota implements Callable<Integer> {
    private static final List<Column> COLUMNS =
        List.of(
            Column.of("WHO", it -> "  ".repeat(it.path("depth").asInt(0)) + text(it, "name")),
            Column.text("KIND", "/kind"),
            Column.text("FLAVOR", "/flavor"),
            Column.text("RESOURCE", "/resource"),
            Column.number("NOMINAL", "/nominal"),
            Column.number("USED", "/used"),
            Column.number("BORROWED", "/borrowed"),
            Column.number("LENT", "/lent"),
            Column.number("AVAILABLE", "/available"),
            Column.number("WAITING", "/waitingGpus"));

    @Mixin private ServerOptions.Narrowed options;

    public Quota(Surroundings here) {
      this.options = new ServerOptions.Narrowed(here);
    }

    private static String text(JsonNode node, String field) {
      return node.path(field).asString("");
    }

    @Override
    public Integer call() {
      List<JsonNode> rows = new ArrayList<>();
      String project = options.projectOption();
      for (JsonNode node : options.api().get("/quota-tree").path("nodes")) {
        if (project.isEmpty() || text(node, "name").equals(project)) {
          node.path("cells").forEach(cell -> rows.add(row(node, cell)));
        }
      }
      options.output().list(rows, COLUMNS);
      return ExitStatus.OK.code();
    }

    private static JsonNode row(JsonNode node, JsonNode cell) {
      ObjectNode row = Json.MAPPER.createObjectNode();
      row.put("name", text(node, "name")).put("kind", text(node, "kind"));
      row.set("depth", node.path("depth"));
      cell.properties().forEach(entry -> row.set(entry.getKey(), entry.getValue()));
      row.set("waitingGpus", node.path("waitingGpus"));
      row.set("waitingJobs", node.path("waitingJobs"));
      return row;
    }
  }

  /// `gpuaas cost`.
  @Command(
      name = "cost",
      aliases = {"costs"},
      description = {
        "Shows what the month has cost until now, per project, or what a job has cost, per run.",
        "GPU-HOURS were within the own quota (NOMINAL) or on that of others (BORROWED); those"
            + " without a price are UNRATED and cost nothing yet."
      },
      footer = {"", "Examples:", "  gpuaas cost -p vision", "  gpuaas cost nightly -o json"})
  public static final class Cost implements Callable<Integer> {
    private static final List<Column> MONTH =
        List.of(
            Column.text("PROJECT", "/project"),
            Column.number("GPU-HOURS", "/gpuHours"),
            Column.number("NOMINAL", "/nominalGpuHours"),
            Column.number("BORROWED", "/borrowedGpuHours"),
            Column.number("UNRATED", "/unratedGpuHours"),
            Column.number("AMOUNT", "/amount/amount"),
            Column.text("CURRENCY", "/amount/currency"));
    private static final List<Column> RUNS =
        List.of(
            Column.text("RUN", "/id"),
            Column.text("ATTEMPT", "/attempt"),
            Column.text("STATE", "/state"),
            Column.text("BOUND", "/boundAt"),
            Column.text("RELEASED", "/releasedAt"),
            Column.number("GPU-HOURS", "/gpuHours"),
            Column.number("AMOUNT", "/amount/amount"),
            Column.text("CURRENCY", "/amount/currency"));

    @Mixin private ServerOptions.Narrowed options;

    @Parameters(
        paramLabel = "JOB",
        arity = "0..1",
        description = "A job's id or name; its runs are shown then.")
    private @Nullable String job;

    public Cost(Surroundings here) {
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Api api = options.api();
      List<JsonNode> rows = new ArrayList<>();
      String project = options.projectOption();
      if (job != null) {
        api.get("/jobs/%s/runs".formatted(JobIds.find(api, job, project))).forEach(rows::add);
        options.output().list(rows, RUNS);
        return ExitStatus.OK.code();
      }
      for (JsonNode item : api.get("/costs/month-to-date").path("items")) {
        if (project.isEmpty() || item.path("project").asString("").equals(project)) {
          rows.add(item);
        }
      }
      options.output().list(rows, MONTH);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas whoami`.
  @Command(
      name = "whoami",
      description = "Shows who you are to the server, and what you may do.",
      footer = {"", "Example: gpuaas whoami -o yaml"})
  public static final class WhoAmI implements Callable<Integer> {
    private static final List<Column> COLUMNS =
        List.of(
            Column.text("LOGIN", "/login"),
            Column.text("NAME", "/displayName"),
            Column.text("PROJECTS", "/projects"),
            Column.of("ROLES", WhoAmI::roles),
            Column.text("PERMISSIONS", "/permissions"));

    @Mixin private ServerOptions options;

    public WhoAmI(Surroundings here) {
      this.options = new ServerOptions(here);
    }

    private static String roles(JsonNode me) {
      List<String> roles = new ArrayList<>();
      for (JsonNode role : me.path("roles")) {
        String scope = role.at("/scope/name").asString("");
        roles.add("%s on %s".formatted(role.path("role").asString(""), scope));
      }
      return String.join(", ", roles);
    }

    @Override
    public Integer call() {
      options.output().one(options.api().get("/me"), COLUMNS);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas get`: any address of the interface, for what has no command of its own.
  @Command(
      name = "get",
      description = {
        "Reads any address of the REST interface.",
        "Prints what the server says, as JSON or with -o yaml as YAML. `gpuaas get /openapi.json`"
            + " names all addresses."
      },
      footer = {
        "",
        "Examples:",
        "  gpuaas get /rate-cards -o yaml",
        "  gpuaas get '/jobs?project=vision' --all"
      })
  public static final class Get implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions options;

    @Parameters(paramLabel = "PATH", description = "Below /api/v1, for example /projects.")
    private String path = "";

    @Option(names = "--all", description = "All pages of a list.")
    private boolean all;

    public Get(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions(here);
    }

    @Override
    public Integer call() {
      String own = path.replaceFirst("^/?api/v1", "");
      String at = own.startsWith("/") ? own : "/" + own;
      Output output = options.output();
      if (output.format() == Format.CSV) {
        throw CliFault.usage("What is read has no columns: take -o json or -o yaml.");
      }
      Format format = output.format() == Format.TABLE ? Format.JSON : output.format();
      Api api = options.api();
      JsonNode answer =
          all ? Json.MAPPER.valueToTree(api.list(at, Integer.MAX_VALUE)) : api.get(at);
      new Output(format, here.out()).one(answer, List.of());
      return ExitStatus.OK.code();
    }
  }
}
