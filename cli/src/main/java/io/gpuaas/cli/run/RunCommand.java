package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.ServerOptions;
import io.gpuaas.cli.Stopper;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.output.Format;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import io.gpuaas.core.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `gpuaas run`: submits a job and, in a pipeline, stands for it until its result is known.
@Command(
    name = "run",
    aliases = {"submit", "sbatch"},
    description = {
      "Submits a job; with --wait, ends with its result.",
      "Without --wait its id is printed, and the job goes on by itself."
    },
    footer = {
      "",
      "Exit status: 0 done, 1 job failed, 2 not valid, 3 not allowed, 4 no quota or budget,",
      "5 preempted, 6 timed out, 7 still alive after --wait-timeout, 8 cancelled,",
      "9 server or hardware failed.",
      "",
      "Examples:",
      "  gpuaas run -p vision --image registry.example/train:1 -w 4 -g 8 --max-runtime 12h",
      "  gpuaas run -f job.yaml --wait --follow --cancel-on-signal --summary summary.md",
      "  gpuaas run -f job.yaml --detach --report-status"
    })
public final class RunCommand implements Callable<Integer> {
  private static final Duration SUBMIT_PATIENCE = Duration.ofMinutes(2);
  private static final Duration LAST_LINES = Duration.ofSeconds(30);
  private static final Duration HURRY = Duration.ofSeconds(3);

  private final Surroundings here;

  @Mixin private ServerOptions.InProject options;
  @Mixin private JobOptions job = new JobOptions();
  @Mixin private BackendOption backend = new BackendOption();
  @Mixin private RunOptions how = new RunOptions();

  public RunCommand(Surroundings here) {
    this.here = here;
    this.options = new ServerOptions.InProject(here);
  }

  /// The submitted job with what goes on beside the waiting.
  private record Running(
      Api api,
      String id,
      boolean ranks,
      @Nullable LeaseRenewal lease,
      @Nullable LogFollower logs) {}

  @Override
  public Integer call() {
    // Said before the job is there: a call with a fault must leave none behind.
    Duration longest = how.waitTimeout();
    ObjectNode body = job.body(here, options);
    backend.into(body);
    int seconds = how.leaseSeconds();
    if (seconds > 0) {
      body.put("leaseSeconds", seconds);
    }
    Api api = options.api().patient(how.patience());
    JsonNode submitted = submit(api.patient(SUBMIT_PATIENCE), body);
    String id = submitted.path("id").asString("");
    if (!how.waits()) {
      return submittedOnly(submitted);
    }
    here.say("%s  submitted as %s".formatted(id, submitted.path("name").asString("")));
    LeaseRenewal lease = seconds > 0 ? LeaseRenewal.start(api, id, seconds, here) : null;
    boolean ranks = pods(submitted) > 1;
    LogFollower logs =
        how.follows()
            ? new LogFollower(api, here, id, "", "", it -> LogFollower.text(it, ranks)).start()
            : null;
    return stand(new Running(api, id, ranks, lease, logs), longest);
  }

  private JsonNode submit(Api api, ObjectNode body) {
    PipelineIdentity pipeline = PipelineIdentity.find(here).orElse(null);
    if (how.reportsStatus() && pipeline == null) {
      throw CliFault.usage("--report-status needs a pipeline, whose commit gets the status.");
    }
    String check = body.path("name").asString("job");
    String text = Json.MAPPER.writeValueAsString(body);
    String key = how.key();
    if (key.isEmpty()) {
      key = pipeline == null ? here.newKey().get() : pipeline.key(text, how.isSameRun());
    }
    if (pipeline != null) {
      body.put("name", PipelineIdentity.name(body.path("name").asString("job"), key));
      ObjectNode labels = body.withObject("/labels");
      labels.put("ci.provider", pipeline.provider());
      labels.put("ci.run", pipeline.runId());
      if (how.reportsStatus()) {
        labels.put("ci.commit", pipeline.commit(here));
        labels.put("ci.check", check);
      }
    }
    Answer answer = api.postOnce("/jobs", body, key);
    return answer.require();
  }

  private int submittedOnly(JsonNode submitted) {
    if (options.output().format() == Format.TABLE) {
      here.out().println(submitted.path("id").asString(""));
    } else {
      options.output().one(submitted, java.util.List.of());
    }
    return ExitStatus.OK.code();
  }

  private static long pods(JsonNode job) {
    long pods = 0;
    for (JsonNode podSet : job.at("/spec/podSets")) {
      pods += podSet.path("count").asLong(1);
    }
    return pods;
  }

  /// Waits for the result, whatever happens to this process meanwhile.
  private int stand(Running running, @Nullable Duration longest) {
    String fence = fence();
    try {
      JsonNode ended = new JobWaiter(running.api(), here).await(running.id(), "TERMINAL", longest);
      if (running.logs() != null && Verdict.isEnded(ended)) {
        running.logs().await(LAST_LINES);
      }
      unfence(fence);
      return end(running, ended);
    } catch (CliFault e) {
      unfence(fence);
      if (here.stopper().isAsked()) {
        return stopped(running);
      }
      throw e;
    } finally {
      if (running.lease() != null) {
        running.lease().close();
      }
    }
  }

  private int end(Running running, JsonNode ended) {
    ExitStatus status = Verdict.of(ended);
    if (status == ExitStatus.STILL_ALIVE && running.lease() != null) {
      running.lease().release(running.api());
    }
    FirstError error =
        status == ExitStatus.JOB_FAILED || status == ExitStatus.UNAVAILABLE
            ? FirstError.find(running.api(), ended)
            : FirstError.NONE;
    return report(new JobSummary(running.api().url(), ended, status, error));
  }

  private int report(JobSummary summary) {
    summary.write(here, how.summary(), how.artifact());
    here.say(
        "%s  %s: %s"
            .formatted(
                summary.job().path("id").asString(""),
                summary.job().path("phase").asString(""),
                summary.status().meaning()));
    if (options.output().format() == Format.JSON) {
      here.out().println(Json.PRETTY.writeValueAsString(summary.tree()));
    }
    return how.passesThrough() ? summary.passedThrough() : summary.status().code();
  }

  /// The pipeline was cancelled: the job goes with it, or is let go.
  private int stopped(Running running) {
    Api hurried = running.api().until(new Stopper(), HURRY);
    if (!how.cancelsOnSignal()) {
      if (running.lease() != null) {
        running.lease().release(hurried);
      }
      here.say("%s  goes on without this command".formatted(running.id()));
      return ExitStatus.STILL_ALIVE.code();
    }
    ObjectNode reason = Json.MAPPER.createObjectNode();
    reason.put("reason", "CI_CANCEL: the pipeline was cancelled.");
    String path = "/jobs/%s:cancel".formatted(running.id());
    hurried.postOnce(path, reason, here.newKey().get()).require();
    here.say("%s  cancelled with the pipeline".formatted(running.id()));
    JsonNode last = hurried.get("/jobs/%s?waitFor=TERMINAL&timeout=3s".formatted(running.id()));
    return report(new JobSummary(hurried.url(), last, ExitStatus.CANCELLED, FirstError.NONE));
  }

  /// What a job writes must not be taken for commands to the runner.
  private String fence() {
    if (!here.variable("GITHUB_ACTIONS").equals("true") || !how.follows()) {
      return "";
    }
    String word = here.newKey().get();
    here.out().println("::stop-commands::" + word);
    return word;
  }

  private void unfence(String word) {
    if (!word.isEmpty()) {
      here.out().println("::" + word + "::");
    }
  }

  /// How `run` goes on after the submission.
  static final class RunOptions {
    private static final int LEASE_SECONDS = 45;

    @Option(names = "--wait", description = "Wait for the result and end with it.")
    private boolean wait;

    @Option(names = "--follow", description = "Print what the job writes; implies --wait.")
    private boolean follow;

    @Option(
        names = "--wait-timeout",
        paramLabel = "TIME",
        description = "Wait no longer than that, for example 2h; the job goes on (exit status 7).")
    private @Nullable String waitTimeout;

    @Option(
        names = "--cancel-on-signal",
        description =
            "Cancel the job when this command is stopped; when it is killed, the job is"
                + " cancelled within a minute.")
    private boolean cancelOnSignal;

    @Option(
        names = "--summary",
        paramLabel = "FILE",
        defaultValue = "",
        description = "Append the result to FILE, in Markdown.")
    private String summary = "";

    @Option(
        names = "--artifact",
        paramLabel = "FILE",
        defaultValue = "",
        description = "Write the result to FILE, in JSON.")
    private String artifact = "";

    @Option(
        names = "--passthrough-exit",
        description = "End with the exit code of a failed job instead of 1.")
    private boolean passthrough;

    @Option(
        names = "--key",
        paramLabel = "TEXT",
        defaultValue = "",
        description =
            "A submission under the same key finds the same job (default: made of the pipeline's"
                + " variables).")
    private String key = "";

    @Option(
        names = "--same-run",
        description =
            "A pipeline that is run again finds the job of the first time, not a new one.")
    private boolean sameRun;

    @Option(names = "--detach", description = "Do not wait, whatever else is said.")
    private boolean detach;

    @Option(
        names = "--report-status",
        description =
            "The server tells the pipeline's commit what becomes of the job, by a webhook of the"
                + " project; with --detach no runner has to wait.")
    private boolean reportStatus;

    @Option(
        names = "--patience",
        paramLabel = "TIME",
        defaultValue = "10m",
        description = "Try for so long to reach a server that is away (default: ${DEFAULT-VALUE}).")
    private String patience = "10m";

    boolean waits() {
      return !detach && (wait || follow);
    }

    boolean reportsStatus() {
      return reportStatus;
    }

    boolean follows() {
      return follow;
    }

    boolean cancelsOnSignal() {
      return cancelOnSignal;
    }

    /// 0: no lease.
    int leaseSeconds() {
      return waits() && cancelOnSignal ? LEASE_SECONDS : 0;
    }

    @Nullable Duration waitTimeout() {
      return waitTimeout == null ? null : duration("--wait-timeout", waitTimeout);
    }

    Duration patience() {
      return duration("--patience", patience);
    }

    String summary() {
      return summary;
    }

    String artifact() {
      return artifact;
    }

    boolean passesThrough() {
      return passthrough;
    }

    String key() {
      return key;
    }

    boolean isSameRun() {
      return sameRun;
    }
  }

  static Duration duration(String option, String text) {
    return Durations.parse(text)
        .orElseThrow(
            () ->
                CliFault.usage(
                    "%s (%s) must be a time such as 90s, 15m or 12h.".formatted(option, text)));
  }
}
