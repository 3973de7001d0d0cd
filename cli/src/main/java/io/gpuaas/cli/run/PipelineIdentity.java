package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.Surroundings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Which step of which pipeline runs this command, as the pipeline's variables tell.
///
/// @param run what stays the same when the pipeline is run again, step and matrix included
/// @param attempt what changes then
/// @param url where a person sees the pipeline, empty when unknown
public record PipelineIdentity(
    String provider, List<String> run, String attempt, String runId, String url) {
  private static final int SHORT = 8;
  private static final int LONGEST_NAME = 63;

  public PipelineIdentity {
    run = List.copyOf(run);
  }

  /// Empty outside of pipelines. `GPUAAS_RUN_ID` makes any other runner one.
  public static Optional<PipelineIdentity> find(Surroundings here) {
    if (!here.variable("GPUAAS_RUN_ID").isEmpty()) {
      return Optional.of(named(here));
    }
    if (here.variable("GITHUB_ACTIONS").equals("true")) {
      return Optional.of(gitHub(here));
    }
    if (here.variable("GITLAB_CI").equals("true")) {
      return Optional.of(gitLab(here));
    }
    if (!here.variable("JENKINS_URL").isEmpty()) {
      return Optional.of(jenkins(here));
    }
    return Optional.empty();
  }

  private static PipelineIdentity named(Surroundings here) {
    String id = here.variable("GPUAAS_RUN_ID");
    return new PipelineIdentity(
        "other",
        List.of(id, here.variable("GPUAAS_STEP")),
        here.variable("GPUAAS_RUN_ATTEMPT"),
        id,
        here.variable("GPUAAS_RUN_URL"));
  }

  private static PipelineIdentity gitHub(Surroundings here) {
    String repository = here.variable("GITHUB_REPOSITORY");
    String id = here.variable("GITHUB_RUN_ID");
    return new PipelineIdentity(
        "github",
        List.of(
            repository,
            here.variable("GITHUB_WORKFLOW"),
            id,
            here.variable("GITHUB_JOB"),
            here.variable("GITHUB_ACTION"),
            here.variable("GPUAAS_STEP")),
        here.variable("GITHUB_RUN_ATTEMPT"),
        id,
        "%s/%s/actions/runs/%s".formatted(here.variable("GITHUB_SERVER_URL"), repository, id));
  }

  /// A job that is tried again has another `CI_JOB_ID`.
  private static PipelineIdentity gitLab(Surroundings here) {
    String id = here.variable("CI_PIPELINE_ID");
    return new PipelineIdentity(
        "gitlab",
        List.of(
            here.variable("CI_PROJECT_ID"),
            id,
            here.variable("CI_JOB_NAME"),
            here.variable("GPUAAS_STEP")),
        here.variable("CI_JOB_ID"),
        id,
        here.variable("CI_JOB_URL"));
  }

  private static PipelineIdentity jenkins(Surroundings here) {
    String id = here.variable("BUILD_NUMBER");
    return new PipelineIdentity(
        "jenkins",
        List.of(
            here.variable("JOB_NAME"), here.variable("STAGE_NAME"), here.variable("GPUAAS_STEP")),
        id,
        id,
        here.variable("BUILD_URL"));
  }

  /// The key of a submission: a request that is sent again has the same, a pipeline that is run
  /// again another.
  ///
  /// @param body what is submitted; a step may submit several jobs
  /// @param sameRun whether a pipeline that is run again shall find the job of the first time
  public String key(String body, boolean sameRun) {
    StringBuilder all = new StringBuilder(provider);
    run.forEach(part -> all.append('\n').append(part));
    all.append('\n').append(sameRun ? "" : attempt).append('\n').append(body);
    return "ci-" + hash(all.toString());
  }

  /// The commit that the pipeline runs for, as 40 or 64 hexadecimal digits. `GPUAAS_COMMIT` wins:
  /// of a pull request some runners name a commit that only they have made.
  ///
  /// @throws CliFault when the runner does not say which
  String commit(Surroundings here) {
    String own = "GPUAAS_COMMIT";
    String variable =
        switch (here.variable(own).isEmpty() ? provider : own) {
          case "github" -> "GITHUB_SHA";
          case "gitlab" -> "CI_COMMIT_SHA";
          case "jenkins" -> "GIT_COMMIT";
          default -> own;
        };
    String commit = here.variable(variable);
    if (!commit.matches("[0-9a-f]{40}|[0-9a-f]{64}")) {
      throw CliFault.usage(
          "--report-status needs a commit's whole hash in %s (%s).".formatted(variable, commit));
    }
    return commit;
  }

  /// A name for the job of this run: names are unique among live jobs, and another run of the
  /// pipeline may still have one.
  public static String name(String wanted, String key) {
    int room = LONGEST_NAME - SHORT - 1;
    String begin = wanted.length() <= room ? wanted : wanted.substring(0, room);
    return begin + "-" + key.substring(key.length() - SHORT);
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 40);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Each Java platform has SHA-256.", e);
    }
  }
}
