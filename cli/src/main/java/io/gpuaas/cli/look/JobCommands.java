package io.gpuaas.cli.look;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ListOptions;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Column;
import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.run.JobWaiter;
import io.gpuaas.cli.run.LogFollower;
import io.gpuaas.cli.run.Verdict;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import io.gpuaas.cli.server.Query;
import io.gpuaas.core.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Commands about jobs that are there already.
public final class JobCommands {
  private JobCommands() {}

  /// `gpuaas jobs`.
  @Command(
      name = "jobs",
      aliases = {"squeue", "ps"},
      description = "Lists jobs, newest first.",
      footer = {
        "",
        "Examples:",
        "  gpuaas jobs --phase QUEUED,RUNNING",
        "  gpuaas jobs -p vision --mine -o csv",
        "  gpuaas jobs --where 'gpus >= 8 and not user = ada and label.team = vision'"
      })
  public static final class Jobs implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions.Narrowed options;

    @Option(
        names = "--phase",
        paramLabel = "PHASE",
        split = ",",
        description =
            "Only in these: QUEUED, ADMITTED, RUNNING, STOPPING, SUCCEEDED, FAILED, CANCELLED,"
                + " TIMED_OUT, REJECTED.")
    private List<String> phases = new ArrayList<>();

    @Option(names = "--user", paramLabel = "LOGIN", description = "Only of this user.")
    private @Nullable String user;

    @Option(names = "--mine", description = "Only your own.")
    private boolean mine;

    @Option(
        names = "--filter",
        paramLabel = "TEXT",
        description = "Only those with this in their name, or of this id or its end.")
    private @Nullable String text;

    @Option(
        names = "--where",
        paramLabel = "FILTER",
        description =
            "Comparisons joined by and, or, not, over id, name, project, user, phase, reason,"
                + " priority, image, gpus, attempt, exitCode, submittedAt, startedAt, endedAt and"
                + " label.KEY.")
    private @Nullable String where;

    @Mixin private ListOptions length = new ListOptions();

    public Jobs(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Query query = new Query().with("project", options.projectOption());
      query.with("phase", String.join(",", phases).toUpperCase(Locale.ROOT));
      query.with("user", mine ? options.api().get("/me").path("login").asString("") : user);
      query.with("q", text).with("filter", where);
      length.show(options, query.on("/jobs"), new JobColumns(here.clock()).list());
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas queue`.
  @Command(
      name = "queue",
      aliases = {"pending"},
      description = "Lists jobs that wait, the longest first, and why.",
      footer = {"", "Example: gpuaas queue -p vision"})
  public static final class Queue implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions.Narrowed options;

    @Mixin private ListOptions length = new ListOptions();

    public Queue(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Query query = new Query().with("phase", "QUEUED").with("sort", "submittedAt");
      String path = query.with("project", options.projectOption()).on("/jobs");
      length.show(options, path, new JobColumns(here.clock()).queue());
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas job`.
  @Command(
      name = "job",
      aliases = {"describe"},
      description = "Shows one job: where it is, what it has cost, and why it waits if it does.",
      footer = {"", "Example: gpuaas job nightly -o yaml"})
  public static final class Show implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions.Narrowed options;

    @Parameters(paramLabel = "JOB", description = "Its id or name.")
    private String job = "";

    public Show(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Api api = options.api();
      String id = JobIds.find(api, job, options.projectOption());
      options.output().one(api.get("/jobs/" + id), new JobColumns(here.clock()).one());
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas why`.
  @Command(
      name = "why",
      description = "Says why a job waits, with numbers, and what can be done.",
      footer = {"", "Example: gpuaas why nightly"})
  public static final class Why implements Callable<Integer> {
    private static final List<Column> REASONS =
        List.of(
            Column.text("CODE", "/code"),
            Column.text("WHY", "/message"),
            Column.text("NEXT STEP", "/nextStep"));

    private final Surroundings here;
    @Mixin private ServerOptions.Narrowed options;

    @Parameters(paramLabel = "JOB", description = "Its id or name.")
    private String job = "";

    public Why(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Api api = options.api();
      JsonNode found = api.get("/jobs/" + JobIds.find(api, job, options.projectOption()));
      List<JsonNode> reasons = new ArrayList<>();
      found.at("/waiting/reasons").forEach(reasons::add);
      if (reasons.isEmpty()) {
        here.say("It does not wait: it is %s.".formatted(found.path("phase").asString("")));
      } else {
        here.say(
            "%s jobs with %s GPUs are before it in its project."
                .formatted(
                    found.at("/waiting/jobsAhead").asString("0"),
                    found.at("/waiting/gpusAhead").asString("0")));
      }
      options.output().list(reasons, REASONS);
      return ExitStatus.OK.code();
    }
  }

  /// `gpuaas cancel`.
  @Command(
      name = "cancel",
      aliases = {"scancel"},
      description =
          "Cancels jobs: waiting ones at once, running ones after their grace (`gpuaas wait` waits"
              + " for that).",
      footer = {"", "Example: gpuaas cancel nightly --reason \"wrong data\""})
  public static final class Cancel implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions.Narrowed options;

    @Parameters(paramLabel = "JOB", arity = "1..*", description = "Its id or name, or several.")
    private List<String> jobs = new ArrayList<>();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the job's timeline.")
    private String reason = "";

    public Cancel(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Api api = options.api();
      ObjectNode body = Json.MAPPER.createObjectNode().put("reason", reason);
      for (String job : jobs) {
        String id = JobIds.find(api, job, options.projectOption());
        Answer answer = api.postOnce("/jobs/%s:cancel".formatted(id), body, here.newKey().get());
        JsonNode after = answer.require();
        here.say("%s  %s".formatted(id, told(after)));
      }
      return ExitStatus.OK.code();
    }

    /// A job that runs goes on for its grace: that it was told is what the caller wants to hear.
    private static String told(JsonNode job) {
      String phase = job.path("phase").asString("");
      return switch (phase) {
        case "RUNNING", "STOPPING" ->
            "told to stop, and has %s s for that"
                .formatted(job.at("/spec/graceSeconds").asString("?"));
        case "QUEUED", "ADMITTED" -> "being cancelled";
        default -> phase;
      };
    }
  }

  /// `gpuaas wait`.
  @Command(
      name = "wait",
      description = "Waits for a job and ends with its result.",
      footer = {
        "",
        "Exit status: that of `gpuaas run --wait`; 0 when --for names a state that was reached.",
        "",
        "Example: gpuaas wait nightly --for RUNNING --timeout 10m"
      })
  public static final class Wait implements Callable<Integer> {
    private final Surroundings here;
    @Mixin private ServerOptions.Narrowed options;

    @Parameters(paramLabel = "JOB", description = "Its id or name.")
    private String job = "";

    @Option(
        names = "--for",
        paramLabel = "GOAL",
        description =
            "ADMITTED (has its GPUs), RUNNING or TERMINAL (has ended; default). A job that ends"
                + " before ends the wait, too.")
    private String goal = "TERMINAL";

    @Option(
        names = "--timeout",
        paramLabel = "TIME",
        description =
            "No longer than that, for example 10m (default: as long as it takes); exit status 7.")
    private @Nullable String timeout;

    public Wait(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Api api = options.api().patient(Duration.ofMinutes(10));
      String id = JobIds.find(api, job, options.projectOption());
      String until = goal.toUpperCase(Locale.ROOT);
      if (!List.of("ADMITTED", "RUNNING", "TERMINAL").contains(until)) {
        throw CliFault.usage("--for (%s) must be ADMITTED, RUNNING or TERMINAL.".formatted(goal));
      }
      JsonNode ended = new JobWaiter(api, here).await(id, until, longest());
      boolean reached = !until.equals("TERMINAL") && isAtLeast(until, ended);
      return reached ? ExitStatus.OK.code() : Verdict.of(ended).code();
    }

    private static boolean isAtLeast(String goal, JsonNode job) {
      String phase = job.path("phase").asString("");
      return phase.equals("RUNNING") || (goal.equals("ADMITTED") && phase.equals("ADMITTED"));
    }

    private @Nullable Duration longest() {
      if (timeout == null) {
        return null;
      }
      return Durations.parse(timeout)
          .orElseThrow(
              () -> CliFault.usage("--timeout (%s) must be a time like 10m.".formatted(timeout)));
    }
  }

  /// `gpuaas logs`.
  @Command(
      name = "logs",
      description = {
        "Prints what a job has written.",
        "With -o json, yaml or csv each line comes with its id, which --after takes; with --follow,"
            + " -o json prints one object a line."
      },
      footer = {
        "",
        "Examples:",
        "  gpuaas logs nightly --follow --rank 0",
        "  gpuaas logs nightly --since 10m --errors",
        "  gpuaas logs nightly --after 1.42 -o csv"
      })
  public static final class Logs implements Callable<Integer> {
    private static final List<Column> LINE =
        List.of(
            Column.text("ID", "/id"),
            Column.text("AT", "/at"),
            Column.number("ATTEMPT", "/attempt"),
            Column.number("RANK", "/rank"),
            Column.text("POD", "/pod"),
            Column.text("STREAM", "/stream"),
            Column.text("TEXT", "/text"));

    private final Surroundings here;
    @Mixin private ServerOptions.Narrowed options;

    @Parameters(paramLabel = "JOB", description = "Its id or name.")
    private String job = "";

    @Option(
        names = {"-F", "--follow"},
        description = "Go on until the job has ended.")
    private boolean follow;

    @Option(
        names = "--rank",
        paramLabel = "N",
        description = "Only of the pod of this rank, from 0 (default: of all).")
    private @Nullable Integer rank;

    @Option(
        names = "--attempt",
        paramLabel = "N",
        description = "Only of this attempt, from 1 (default: of all).")
    private @Nullable Integer attempt;

    @Option(names = "--errors", description = "Only what was written to standard error.")
    private boolean errors;

    @Option(
        names = "--since",
        paramLabel = "TIME",
        description = "Only what was written in that time until now, for example 10m.")
    private @Nullable String since;

    @Option(
        names = "--after",
        paramLabel = "ID",
        description = "Only behind the line of this id (ATTEMPT.NUMBER, for example 1.42).")
    private @Nullable String after;

    private Instant begin = Instant.EPOCH;

    public Logs(Surroundings here) {
      this.here = here;
      this.options = new ServerOptions.Narrowed(here);
    }

    @Override
    public Integer call() {
      Api api = options.api();
      String id = JobIds.find(api, job, options.projectOption());
      Format format = options.output().format();
      begin = since == null ? Instant.EPOCH : here.clock().instant().minus(time(since));
      if (follow) {
        String last = after == null ? "" : after;
        new LogFollower(api, here, id, query(""), last, form(format)).follow();
        return here.stopper().isAsked() ? ExitStatus.CANCELLED.code() : ExitStatus.OK.code();
      }
      if (format == Format.TABLE) {
        eachLine(api, id, it -> here.out().println(text(it)));
      } else {
        List<JsonNode> lines = new ArrayList<>();
        eachLine(api, id, lines::add);
        options.output().list(lines, LINE);
      }
      return ExitStatus.OK.code();
    }

    private Function<JsonNode, String> form(Format format) {
      return switch (format) {
        case TABLE -> this::text;
        case JSON -> Json.MAPPER::writeValueAsString;
        case YAML, CSV ->
            throw CliFault.usage("--follow prints the lines alone, or with -o json as objects.");
      };
    }

    private String text(JsonNode line) {
      return LogFollower.text(line, rank == null);
    }

    private void eachLine(Api api, String id, Consumer<JsonNode> reader) {
      String next = after == null ? "" : after;
      boolean more = true;
      while (more) {
        JsonNode page = api.get("/jobs/%s/logs%s".formatted(id, query(next)));
        page.path("lines").forEach(reader);
        String at = page.path("next").asString("");
        more = !page.path("lines").isEmpty() && !at.equals(next);
        next = at;
      }
    }

    private static Duration time(String text) {
      return Durations.parse(text)
          .orElseThrow(
              () -> CliFault.usage("--since (%s) must be a time like 10m.".formatted(text)));
    }

    private String query(String place) {
      Query query = new Query().with("rank", rank).with("attempt", attempt);
      query.with("stream", errors ? "ERR" : null).with("since", since == null ? null : begin);
      return query.with("after", place).on("");
    }
  }
}
