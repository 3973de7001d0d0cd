package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.run.PipelineIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a pipeline may rely on, against a server that fails in every way.
class RunCommandTest {
  private static final String JOB =
      """
      {"project":"vision","name":"nightly","spec":{"image":"train:1","maxRuntime":"1h",
       "podSets":[{"name":"worker","count":2,"gpusPerPod":8}]}}\
      """;
  private static final Map<String, String> GITHUB =
      Map.of(
          "GITHUB_ACTIONS", "true",
          "GITHUB_SERVER_URL", "https://git.example",
          "GITHUB_REPOSITORY", "acme/models",
          "GITHUB_WORKFLOW", "train",
          "GITHUB_RUN_ID", "4711",
          "GITHUB_RUN_ATTEMPT", "1",
          "GITHUB_JOB", "gpu",
          "GITHUB_OUTPUT", "outputs");

  @TempDir private Path folder = Path.of("");
  private FakeServer server = new FakeServer();

  @BeforeEach
  void start() {
    server = new FakeServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Call call(Map<String, String> environment, String... arguments) {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("GPUAAS_URL", server.url());
    all.put("GPUAAS_TOKEN", "secret-token");
    return Call.of(folder, all, JOB, arguments);
  }

  private static String job(String phase, String reason, String more) {
    return """
    {"id":"job_1","name":"nightly","project":"vision","phase":"%s","reason":"%s","message":"",
     "attempt":1,"gpus":"16","submittedAt":"2026-01-01T00:00:00Z",
     "startedAt":"2026-01-01T00:05:00Z","endedAt":"2026-01-01T01:05:00Z",
     "cost":{"gpuHours":"16.000000","amount":{"amount":"32.00","currency":"EUR"}}%s,
     "spec":{"podSets":[{"name":"worker","count":2}]}}\
    """
        .formatted(phase, reason, more);
  }

  @ParameterizedTest
  @CsvSource({
    "SUCCEEDED, '', 0",
    "FAILED, EXIT_NONZERO, 1",
    "FAILED, SOMETHING_NEW, 1",
    "FAILED, NODE_FAILURE, 9",
    "FAILED, PREEMPTED_IN_COHORT_RECLAMATION, 5",
    "TIMED_OUT, MAX_RUNTIME, 6",
    "CANCELLED, USER_CANCEL, 8",
    "REJECTED, NEVER_SCHEDULABLE, 4"
  })
  void endOfTheJobIsTheExitStatus(String phase, String reason, int status) {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    server.json("GET /jobs/job_1", 200, job(phase, reason, ",\"exitCode\":42"));
    assertThat(call(Map.of(), "run", "-f", "-", "--wait").status()).isEqualTo(status);
  }

  @Test
  void backendThatIsAskedForIsPartOfTheJob() {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    assertThat(call(Map.of(), "run", "-f", "-", "--backend", "jobset").status()).isZero();
    assertThat(server.asked("POST").getFirst().body()).contains("\"backend\":\"jobset\"");
  }

  @Test
  void failedJobsOwnCodeIsPassedThroughWhenAskedFor() {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    server.json("GET /jobs/job_1", 200, job("FAILED", "EXIT_NONZERO", ",\"exitCode\":42"));
    assertThat(call(Map.of(), "run", "-f", "-", "--wait", "--passthrough-exit").status())
        .isEqualTo(42);
  }

  @ParameterizedTest
  @CsvSource({"422, VALIDATION, 2", "422, NO_QUOTA, 4", "403, FORBIDDEN, 3", "401, X, 3"})
  void refusedSubmissionHasItsStatus(int status, String code, int expected) {
    String problem =
        """
        {"title":"Refused","status":%d,"errors":[{"pointer":"/spec","code":"%s","detail":"no"}]}\
        """
            .formatted(status, code);
    server.json("POST /jobs", status, problem);
    Call call = call(Map.of(), "run", "-f", "-", "--wait");
    assertThat(call.status()).isEqualTo(expected);
    assertThat(call.err()).contains("/spec: no").doesNotContain("secret-token");
  }

  @Test
  void submissionIsSentAgainUnderTheSameKeyUntilItIsAnswered() {
    server.json("POST /jobs", 503, "{}");
    server.json("POST /jobs", 409, "{\"code\":\"IDEMPOTENCY_IN_FLIGHT\"}");
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    assertThat(call(Map.of(), "run", "-f", "-").out()).isEqualTo("job_1%n".formatted());
    List<FakeServer.Asked> posts = server.asked("POST");
    assertThat(posts).hasSize(3);
    assertThat(posts.stream().map(FakeServer.Asked::key).distinct()).hasSize(1);
  }

  @Test
  void pipelineThatIsRunAgainSubmitsAnotherJobUnlessToldOtherwise() {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    Map<String, String> again = new TreeMap<>(GITHUB);
    again.put("GITHUB_RUN_ATTEMPT", "2");
    call(GITHUB, "run", "-f", "-");
    call(GITHUB, "run", "-f", "-");
    call(again, "run", "-f", "-");
    call(GITHUB, "run", "-f", "-", "--same-run");
    call(again, "run", "-f", "-", "--same-run");
    List<String> keys = server.asked("POST").stream().map(FakeServer.Asked::key).toList();
    assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
    assertThat(keys.get(3)).isEqualTo(keys.get(4)).isNotEqualTo(keys.get(0));
    assertThat(server.asked("POST").getFirst().body())
        .contains("\"ci.run\":\"4711\"")
        .contains("\"name\":\"nightly-" + keys.getFirst().substring(35));
  }

  @Test
  void projectOfTheCommandWinsOverThatOfTheFile() throws IOException {
    Files.writeString(folder.resolve("job.json"), "{\"project\":\"vision\",\"spec\":{}}");
    server.json("POST /jobs", 202, "{\"id\":\"job_1\",\"name\":\"a\"}");
    Map<String, String> elsewhere = Map.of("GPUAAS_URL", server.url(), "GPUAAS_PROJECT", "speech");
    Call.of(folder, elsewhere, "", "run", "-f", "job.json");
    assertThat(server.asked("POST").getLast().body()).contains("\"project\":\"vision\"");
    Call.of(folder, elsewhere, "", "run", "-f", "job.json", "-p", "tabular");
    assertThat(server.asked("POST").getLast().body()).contains("\"project\":\"tabular\"");
  }

  @Test
  void callWithAFaultLeavesNoJobBehind() {
    Call call = call(Map.of(), "run", "-f", "-", "--wait", "--wait-timeout", "soon");
    assertThat(call.status()).isEqualTo(2);
    assertThat(server.asked("POST")).isEmpty();
    Call unknown = call(Map.of(), "rum");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("There is no command rum.");
  }

  @Test
  void longNameLeavesRoomForTheRunsOwnPart() {
    assertThat(PipelineIdentity.name("n".repeat(63), "ci-0123456789abcdef"))
        .isEqualTo("n".repeat(54) + "-89abcdef");
  }

  @Test
  void logIsPrintedOnceHoweverOftenTheConnectionBreaks() {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    server.json("GET /jobs/job_1", 200, job("SUCCEEDED", "", ""));
    server.stream("GET /jobs/job_1/logs", true, line("1.1", 0, "one") + line("1.2", 1, "two"));
    server.json("GET /jobs/job_1/logs", 503, "{}");
    server.stream("GET /jobs/job_1/logs", false, line("1.3", 0, "three") + "id: 1.4\ndata: {");
    server.stream(
        "GET /jobs/job_1/logs", false, line("1.4", 0, "four") + "event: end\ndata: {}\n\n");
    Call call = call(Map.of(), "run", "-f", "-", "--follow");
    assertThat(call.out()).isEqualTo("[0] one%n[1] two%n[0] three%n[0] four%n".formatted());
    assertThat(call.status()).isZero();
    assertThat(
            server.asked("GET").stream()
                .filter(it -> it.path().endsWith("/logs"))
                .map(FakeServer.Asked::last))
        .containsExactly("", "1.2", "1.2", "1.3");
  }

  private static String line(String id, int rank, String text) {
    return "id: %s%nevent: line%ndata: {\"rank\":%d,\"text\":\"%s\"}%n%n"
        .formatted(id, rank, text)
        .replace("\r", "");
  }

  @Test
  void stoppedPipelineCancelsItsJobAndSaysSo() {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    server.json("GET /jobs/job_1", 200, job("RUNNING", "", ""));
    server.json("POST /jobs/job_1:cancel", 202, job("STOPPING", "", ""));
    server.json(
        "GET /jobs/job_1?waitFor=TERMINAL&timeout=3s", 200, job("CANCELLED", "USER_CANCEL", ""));
    Stopper stopper = new Stopper();
    stopper.watch(Thread.currentThread());
    Thread signal = Thread.ofVirtual().unstarted(() -> whenWaiting(stopper));
    signal.start();
    Map<String, String> environment =
        Map.of("GPUAAS_URL", server.url(), "GPUAAS_TOKEN", "secret-token");
    String[] words = {"run", "-f", "-", "--wait", "--cancel-on-signal", "--summary", "s.md"};
    Call call = Call.of(folder, environment, JOB, stopper, words);
    assertThat(call.status()).as(call.err()).isEqualTo(8);
    assertThat(server.asked("POST").getFirst().body()).contains("\"leaseSeconds\":45");
    assertThat(server.asked("POST").getLast().path()).isEqualTo("/jobs/job_1:cancel");
    assertThat(folder.resolve("s.md")).content().contains("CANCELLED");
  }

  /// Stops as soon as the command has asked for the job.
  private void whenWaiting(Stopper stopper) {
    while (server.asked("GET").isEmpty()) {
      Thread.onSpinWait();
    }
    stopper.stop();
  }

  @Test
  void summaryIsWrittenForPeopleForProgramsAndForTheRunner() throws IOException {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    server.json("GET /jobs/job_1", 200, job("FAILED", "EXIT_NONZERO", ",\"exitCode\":7"));
    server.json(
        "GET /jobs/job_1/logs?stream=ERR&attempt=1&limit=200",
        200,
        """
        {"lines":[{"rank":1,"pod":"w-1","text":"Traceback"},{"rank":1,"pod":"w-1","text":"boom: %"},
         {"rank":0,"pod":"w-0","text":"lost rank 1"}]}\
        """);
    Call call =
        call(GITHUB, "run", "-f", "-", "--wait", "--summary", "s.md", "--artifact", "a.json");
    assertThat(call.status()).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("s.md")))
        .isEqualTo(
            """
            ### GPU job `nightly`: FAILED

            | | |
            |---|---|
            | job | [job_1](%s/jobs/job_1) |
            | project | vision |
            | result | the job ended with an error of its own (1) |
            | reason | EXIT_NONZERO |
            | exit code of the job | 7 |
            | attempts | 1 |
            | GPUs | 16 |
            | waited | 5m |
            | ran | 1h |
            | GPU-hours | 16.000000 |
            | cost | 32.00 EUR |

            First error, of rank 1 (`w-1`):

                Traceback
                boom: %%

            """
                .formatted(server.url()));
    assertThat(folder.resolve("a.json")).content().contains("\"exitStatus\" : 1");
    assertThat(folder.resolve("outputs")).content().contains("phase=FAILED");
    assertThat(call.out()).contains("::error title=GPU job nightly::rank 1%3A Traceback%0Aboom");
  }

  @Test
  void waitThatIsLongEnoughLetsTheJobGoOn() {
    server.json("POST /jobs", 202, job("QUEUED", "", ""));
    server.json("GET /jobs/job_1", 200, job("RUNNING", "", ""));
    server.json("GET /jobs/job_1?waitFor=TERMINAL&timeout=1s", 200, job("RUNNING", "", ""));
    server.json("DELETE /jobs/job_1/lease", 204, "");
    Call call =
        call(Map.of(), "run", "-f", "-", "--wait", "--cancel-on-signal", "--wait-timeout", "50ms");
    assertThat(call.status()).as(call.err()).isEqualTo(7);
    assertThat(server.asked("DELETE")).hasSize(1);
  }
}
