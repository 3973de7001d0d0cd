package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.FakeRunner.Kind;
import io.gpuaas.api.FakeRunner.Step;
import io.gpuaas.api.TestClient.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// The files of `docs/ci`, run as their systems run them: the command line is fetched from the
/// server, the runner vouches for the step with tokens that its own issuer signs, and the step is
/// cancelled or killed. The killed come first and are looked at last, since they wait for a lease
/// of 45 s.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@EnabledIf(
    value = "hasShell",
    disabledReason = "Runners have bash and curl; this machine lacks one of them.")
class PipelineIT extends HttpIT {
  @TempDir private Path folder = Path.of("");
  private final TestIssuer issuer = new TestIssuer();
  private final Map<Kind, String> orphans = new EnumMap<>(Kind.class);
  private Instant killed = Instant.MAX;

  static boolean hasShell() {
    return Stream.of("bash", "curl", "kill")
        .allMatch(
            program ->
                Stream.of(System.getenv("PATH").split(":", -1))
                    .anyMatch(it -> Files.isExecutable(Path.of(it, program))));
  }

  @BeforeAll
  void trust() {
    sampleOrganisation();
    admin().create("/api/v1/users/ci.pipelines", "{\"displayName\":\"Pipelines\"}");
    admin()
        .post(
            "/api/v1/role-bindings",
            """
            {"login":"ci.pipelines","role":"ci-runner","scope":{"kind":"PROJECT","name":"%s"}}\
            """
                .formatted(JobBodies.PROJECT));
    rule("github", "{\"repository_id\":\"4711\",\"ref\":\"refs/heads/main\"}");
    rule("gitlab", "{\"project_id\":\"4711\"}");
    rule("argo", "{\"sub\":\"system:serviceaccount:ml:trainer\"}");
  }

  @AfterAll
  void stop() {
    issuer.close();
  }

  private void rule(String kind, String claims) {
    String body =
        """
        {"issuer":"%s","audience":"%s","claims":%s,"project":"%s","login":"ci.pipelines",
         "scopes":["job.submit","job.read","job.cancel","project.read",
                   "capacity.read","quota.read","cost.read"]}\
        """
            .formatted(issuer.url(), url(""), claims, JobBodies.PROJECT);
    String name = "%s-%s".formatted(kind, issuer.url().replaceAll(".*:", ""));
    Answer made = admin().create("/api/v1/trust-rules/" + name, body);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
  }

  /// A runner with a job to run, as a fresh pipeline.
  private FakeRunner runner(Kind kind, String runFor, int exitCode) throws IOException {
    String id = UUID.randomUUID().toString();
    Path home = Files.createDirectories(folder.resolve(id));
    Files.writeString(
        home.resolve("job.yaml"),
        """
        kind: Job
        metadata: {project: %s, name: train}
        spec:
          image: registry.example/ml/train:1.4
          command: [torchrun, train.py]
          maxRuntime: 2h
          podSets: [{name: worker, count: 2, gpusPerPod: 4}]
          simulation: {runFor: %s, exitCode: %d}
        """
            .formatted(JobBodies.PROJECT, runFor, exitCode));
    return new FakeRunner(kind, home, variables(kind, home, id));
  }

  private Map<String, String> variables(Kind kind, Path home, String id) throws IOException {
    Map<String, String> all = new TreeMap<>();
    switch (kind) {
      case GITHUB -> {
        all.put("GITHUB_ACTIONS", "true");
        all.put("GITHUB_REPOSITORY", "acme/models");
        all.put("GITHUB_WORKFLOW", "train");
        all.put("GITHUB_RUN_ID", id);
        all.put("GITHUB_RUN_ATTEMPT", "1");
        all.put("GITHUB_JOB", "gpu");
        all.put("GITHUB_ACTION", "__self");
        all.put("GITHUB_SERVER_URL", "https://github.com");
        all.put("GITHUB_STEP_SUMMARY", home.resolve("gpu-job.md").toString());
        all.put("GITHUB_OUTPUT", home.resolve("output").toString());
        all.put("RUNNER_TEMP", home.toString());
        all.put("ACTIONS_ID_TOKEN_REQUEST_URL", issuer.url() + "/runner?api-version=2.0");
        all.put("ACTIONS_ID_TOKEN_REQUEST_TOKEN", TestIssuer.RUNNER);
      }
      case GITLAB -> {
        all.put("GITLAB_CI", "true");
        all.put("CI_PROJECT_ID", "4711");
        all.put("CI_PIPELINE_ID", id);
        all.put("CI_JOB_ID", id + "-1");
        all.put("CI_JOB_NAME", "train");
        all.put("CI_JOB_URL", "https://gitlab.example/acme/models/-/jobs/1");
        all.put(
            "GPUAAS_ID_TOKEN", issuer.token(it -> it.audience(url("")).claim("project_id", 4711)));
      }
      case JENKINS -> {
        all.put("JENKINS_URL", "https://jenkins.example/");
        all.put("JOB_NAME", "models/train");
        all.put("STAGE_NAME", "train");
        all.put("BUILD_NUMBER", id);
        all.put("BUILD_URL", "https://jenkins.example/job/models/1/");
        all.put("GPUAAS_TOKEN", serviceToken());
      }
      case ARGO ->
          Files.writeString(
              home.resolve("token"),
              issuer.token(it -> it.audience(url("")).subject("system:serviceaccount:ml:trainer")));
    }
    return all;
  }

  private String serviceToken() {
    Answer made =
        admin()
            .post(
                "/api/v1/tokens",
                """
                {"name":"jenkins","project":"%s",
                 "scopes":["job.submit","job.read","job.cancel","project.read",
                   "capacity.read","quota.read","cost.read"]}\
                """
                    .formatted(JobBodies.PROJECT));
    return made.json().path("token").asString();
  }

  private static String provider(Kind kind) {
    return kind == Kind.ARGO ? "other" : kind.name().toLowerCase(java.util.Locale.ROOT);
  }

  @ParameterizedTest
  @EnumSource
  void stepIsGreenWhenItsJobIs(Kind kind) throws IOException {
    FakeRunner runner = runner(kind, "1s", 0);
    Step step = runner.start(url(""));
    assertThat(step.end()).as(step.output()).isZero();
    assertThat(step.output()).contains("made up by a simulated cluster");
    JsonNode job = admin().get("/api/v1/jobs/" + job(step)).json();
    assertThat(job.at("/labels/ci.provider").asString()).isEqualTo(provider(kind));
    assertThat(job.path("user").asString())
        .isEqualTo(kind == Kind.JENKINS ? firstAccount().login() : "ci.pipelines");
    if (kind != Kind.ARGO) {
      assertThat(runner.folder().resolve("gpu-job.md")).content().contains("| cost | ");
    }
    if (kind == Kind.GITHUB) {
      assertThat(runner.folder().resolve("output")).content().contains("phase=SUCCEEDED");
    }
  }

  @ParameterizedTest
  @EnumSource
  void stepIsRedWhenItsJobFails(Kind kind) throws IOException {
    Step step = runner(kind, "1s", 3).start(url(""));
    assertThat(step.end()).as(step.output()).isEqualTo(1);
    assertThat(step.output()).contains("exit code 3");
    if (kind == Kind.GITHUB) {
      assertThat(step.output()).containsPattern("::error title=GPU job train-.*Traceback");
    }
  }

  @Test
  void stepThatIsSentAgainFindsItsJobAndARepeatedRunMakesAnother() throws IOException {
    FakeRunner first = runner(Kind.GITHUB, "1s", 0);
    Step begun = first.start(url(""));
    assertThat(begun.end()).isZero();
    Step again = first.start(url(""));
    assertThat(again.end()).as(again.output()).isZero();
    assertThat(job(again)).isEqualTo(job(begun));
    Map<String, String> repeated = new TreeMap<>(first.variables());
    repeated.put("GITHUB_RUN_ATTEMPT", "2");
    Step rerun = new FakeRunner(Kind.GITHUB, first.folder(), repeated).start(url(""));
    assertThat(rerun.end()).isZero();
    assertThat(job(rerun)).isNotEqualTo(job(begun));
  }

  @ParameterizedTest
  @EnumSource
  void cancelledPipelineCancelsItsJob(Kind kind) throws IOException {
    FakeRunner runner = runner(kind, "10m", 0);
    Step step = runner.start(url(""));
    String id = step.await("^(job[^ ]*)  RUNNING");
    step.signal(kind == Kind.GITHUB ? "INT" : "TERM");
    assertThat(step.end()).as(step.output()).isEqualTo(8);
    JsonNode job = ended(id);
    assertThat(job.path("phase").asString()).isEqualTo("CANCELLED");
    assertThat(events(id)).contains("CI_CANCEL: the pipeline was cancelled.");
    assertFreed(id);
  }

  /// All four at once, since they wait for the same lease.
  @Test
  @Order(1)
  void runnersAreKilled() throws IOException {
    Map<Kind, Step> steps = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      steps.put(kind, runner(kind, "10m", 0).start(url("")));
    }
    steps.forEach((kind, step) -> orphans.put(kind, step.await("^(job[^ ]*)  RUNNING")));
    killed = Instant.now();
    steps.values().forEach(Step::kill);
    assertThat(orphans).hasSize(Kind.values().length);
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void killedRunnersGpusAreFreeWithinAMinute() {
    orphans.forEach(
        (kind, id) -> {
          JsonNode job = ended(id);
          assertThat(job.path("phase").asString()).as(kind.name()).isEqualTo("CANCELLED");
          assertThat(events(id)).contains("CI_CANCEL: nobody has renewed the lease of 45 s.");
          Instant freed = assertFreed(id);
          assertThat(Duration.between(killed, freed)).isLessThan(Duration.ofSeconds(60));
        });
    assertThat(orphans).hasSize(Kind.values().length);
  }

  private static String job(Step step) {
    return step.lines().stream()
        .filter(it -> it.matches("^job[^ ]*  submitted as .*"))
        .map(it -> it.substring(0, it.indexOf(' ')))
        .findFirst()
        .orElseThrow(() -> new AssertionError(step.output()));
  }

  private JsonNode ended(String id) {
    JsonNode job = admin().get("/api/v1/jobs/%s?waitFor=TERMINAL&timeout=50s".formatted(id)).json();
    return job.path("phase").asString().equals("CANCELLED")
        ? job
        : admin().get("/api/v1/jobs/%s?waitFor=TERMINAL&timeout=15s".formatted(id)).json();
  }

  private String events(String id) {
    return admin().get("/api/v1/jobs/%s/events".formatted(id)).text();
  }

  /// When the last run of the job gave its GPUs back.
  private Instant assertFreed(String id) {
    JsonNode runs = admin().get("/api/v1/jobs/%s/runs".formatted(id)).json();
    Instant last = Instant.EPOCH;
    for (JsonNode run : runs) {
      String at = run.path("releasedAt").asString("");
      assertThat(at).as(runs.toString()).isNotEmpty();
      last = Instant.parse(at).isAfter(last) ? Instant.parse(at) : last;
    }
    assertThat(last).isAfter(Instant.EPOCH);
    return last;
  }
}
