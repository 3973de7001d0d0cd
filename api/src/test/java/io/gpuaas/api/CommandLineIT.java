package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.cli.Cli;
import io.gpuaas.cli.Stopper;
import io.gpuaas.cli.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The commands against the real server: what a pipeline would see.
class CommandLineIT extends HttpIT {
  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private record Called(int status, String out, String err) {}

  private Called call(String in, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    TreeMap<String, String> environment = new TreeMap<>();
    environment.put("GPUAAS_URL", url(""));
    environment.put("GPUAAS_TOKEN", firstAccount().token());
    environment.put("GPUAAS_CONFIG", "cli.json");
    Surroundings here =
        new Surroundings(
            environment,
            folder,
            new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            InstantSource.system(),
            () -> UUID.randomUUID().toString(),
            new Stopper());
    int status = Cli.run(here, words);
    return new Called(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static String job(String name, int exitCode) {
    return JobBodies.job(name)
        .replace("\"10m\"", "\"1s\"")
        .replace("\"exitCode\":0", "\"exitCode\":" + exitCode);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 1"})
  void runEndsWithTheJobsResultAndItsLog(int exitCode, int status) {
    String job = job("cli-run-" + exitCode, exitCode);
    Called run = call(job, "run", "-f", "-", "--follow", "--summary", "summary.md");
    assertThat(run.status()).as(run.err()).isEqualTo(status);
    assertThat(run.out()).contains("made up by a simulated cluster").contains("exit code");
    assertThat(folder.resolve("summary.md")).content().contains("| cost | ");
  }

  @Test
  void jobThatCanNeverRunIsRefusedNotFailed() {
    String job = job("cli-never", 0).replace("\"count\":1", "\"count\":5000");
    assertThat(call(job, "run", "-f", "-", "--wait").status()).isEqualTo(4);
    assertThat(call(job, "plan", "-f", "-").status()).isEqualTo(4);
  }

  @Test
  void faultsOfAFileAreSaidAtOnce() {
    String job = job("cli-bad", 0).replace("\"12h\"", "\"soon\"").replace("\"count\"", "\"cuont\"");
    Called run = call(job, "run", "-f", "-");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("/spec/podSets/0/cuont").contains("/spec/podSets/0/count");
  }

  @Test
  void signInKeepsATokenAndNothingElse() throws IOException {
    String login = firstAccount().login();
    Called signIn =
        call(firstAccount().password() + "\n", "login", "--user", login, "--password-stdin");
    assertThat(signIn.status()).as(signIn.err()).isZero();
    String kept = Files.readString(folder.resolve("cli.json"));
    assertThat(kept).contains("gaas_st_").doesNotContain(firstAccount().password());
    assertThat(Files.getPosixFilePermissions(folder.resolve("cli.json"))).hasSize(2);
    assertThat(call("wrong\n", "login", "--user", login, "--password-stdin").status()).isEqualTo(3);
  }

  @Test
  void exportedConfigurationIsInLineAndADriftIsSeen() throws IOException {
    assertThat(call("", "export", "conf").status()).isZero();
    Called same = call("", "apply", "-f", "conf");
    assertThat(same.status()).as(same.out() + same.err()).isZero();
    Path teams = folder.resolve("conf/06-team.yaml");
    String text = Files.readString(teams);
    Files.writeString(teams, text.replaceFirst("displayName: .*", "displayName: Renamed"));
    Called drift = call("", "apply", "-f", "conf");
    assertThat(drift.status()).isEqualTo(1);
    assertThat(drift.out()).contains("displayName").contains("Renamed");
    assertThat(call("", "apply", "-f", "conf", "--yes").status()).isZero();
    assertThat(call("", "apply", "-f", "conf").status()).isZero();
    Files.writeString(teams, text);
    assertThat(call("", "apply", "-f", "conf", "--yes").status()).isZero();
  }

  @Test
  void dataSecretsAndPoliciesAreFilesToo() throws IOException {
    Files.createDirectories(folder.resolve("more"));
    Files.writeString(
        folder.resolve("more/all.yaml"),
        """
        {kind: Secret, name: PROJECT/cli-hub, keys: [token]}
        ---
        {kind: DataSource, name: PROJECT/web, type: OBJECT_STORE,
         place: "s3://b", secretName: cli-hub}
        ---
        {kind: PriorityClass, name: cli-soon, value: 7}
        ---
        {kind: SchedulingPolicy, name: site, checkpointAwareVictims: true}
        """
            .replace("PROJECT", JobBodies.PROJECT));
    Called plan = call("", "apply", "-f", "more");
    assertThat(plan.status()).as(plan.out() + plan.err()).isEqualTo(1);
    assertThat(plan.out()).contains("cli-hub", "/web", "cli-soon").doesNotContain("site");
    Called done = call("", "apply", "-f", "more", "--yes");
    assertThat(done.status()).as(done.out() + done.err()).isZero();
    assertThat(call("", "apply", "-f", "more").status()).isZero();
    Path wrong = folder.resolve("more/wrong.yaml");
    Files.writeString(wrong, "{kind: Secret, name: cli-hub, keys: [token]}");
    assertThat(call("", "apply", "-f", "more").err()).contains("no name of a Secret");
  }

  @Test
  void orphanIsCancelledWhenNobodyRenewsItsLease() {
    String body = JobBodies.job("cli-orphan").replaceFirst("\\{", "{\"leaseSeconds\":15,");
    Answer submitted = admin().post("/api/v1/jobs", body);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    String path = submitted.header("Location");
    Answer lease = admin().get(path + "/lease");
    assertThat(lease.json().path("seconds").asInt()).isEqualTo(15);
    assertThat(admin().put(path + "/lease", "{\"seconds\":15}").status()).isEqualTo(200);
    JsonNode ended = admin().get(path + "?waitFor=TERMINAL&timeout=50s").json();
    assertThat(ended.path("phase").asString()).isEqualTo("CANCELLED");
    assertThat(ended.toString()).contains("CI_CANCEL");
    assertThat(admin().get(path + "/lease").status()).isEqualTo(404);
    assertThat(admin().put(path + "/lease", "{\"seconds\":15}").status()).isEqualTo(409);
  }

  @Test
  void releasedJobLivesOn() {
    String body = JobBodies.job("cli-released").replaceFirst("\\{", "{\"leaseSeconds\":15,");
    String path = admin().post("/api/v1/jobs", body).header("Location");
    assertThat(admin().delete(path + "/lease").status()).isEqualTo(204);
    assertThat(admin().delete(path + "/lease").status()).isEqualTo(404);
    assertThat(admin().get(path).json().path("phase").asString()).isNotEqualTo("CANCELLED");
    admin().post(path + ":cancel", "{}");
  }

  @Test
  void logsGoOnBehindAnyLine() {
    String path = admin().post("/api/v1/jobs", job("cli-logs", 5)).header("Location");
    admin().get(path + "?waitFor=TERMINAL&timeout=30s");
    Answer stream = admin().with("Accept", "text/event-stream").get(path + "/logs");
    List<String> ids = stream.text().lines().filter(it -> it.startsWith("id: ")).toList();
    assertThat(stream.text()).contains("event: end").contains("\"exitCode\":5");
    Answer whole = admin().get(path + "/logs");
    assertThat(whole.json().path("lines")).hasSameSizeAs(ids);
    assertThat(whole.json().path("complete").asBoolean()).isTrue();
    String second = ids.get(1).substring(4);
    Answer rest = admin().get(path + "/logs?after=" + second);
    assertThat(rest.json().path("lines")).hasSize(ids.size() - 2);
    Answer errors = admin().get(path + "/logs?stream=ERR&limit=1");
    assertThat(errors.json().path("lines").get(0).path("text").asString()).contains("Traceback");
    String last = whole.json().path("lines").get(ids.size() - 1).path("at").asString();
    Answer late = admin().get(path + "/logs?since=" + last);
    assertThat(late.json().path("lines"))
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.path("at").asString()).isGreaterThanOrEqualTo(last))
        .hasSizeLessThan(ids.size());
    assertThat(admin().get(path + "/logs?since=yesterday").status()).isEqualTo(400);
    assertThat(admin().get(path + "/logs?after=x").status()).isEqualTo(400);
    assertThat(nobody().get(path + "/logs").status()).isEqualTo(401);
  }
}
