package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that show what there is, and those of administrators, as a person sees them.
class LookTest {
  private FakeServer server = new FakeServer();

  @BeforeEach
  void start() {
    server = new FakeServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Call call(String... words) {
    return Call.of(Path.of(""), Map.of("GPUAAS_URL", server.url()), "", words);
  }

  private static String list(String items) {
    return "{\"items\":[" + items + "],\"hasMore\":false}";
  }

  private static String budget(String id, String scope, String hard, String usedUp) {
    return """
    {"id":"%s","scopeKind":"PROJECT","scope":"%s","period":"MONTH","hard":%s,
     "amount":{"amount":"1000.00","currency":"EUR"},"used":{"amount":"400.00","currency":"EUR"},
     "held":{"amount":"50.00","currency":"EUR"},"forecast":{"amount":"1200.00","currency":"EUR"},
     "exhaustedAt":%s}\
    """
        .formatted(id, scope, hard, usedUp);
  }

  @Test
  void budgetsSayWhatIsSpentHeldAndForecast() {
    String ours = budget("b-1", "vision", "true", "\"2026-11-25T00:00:00Z\"");
    server.json(
        "GET /budgets?limit=200", 200, list(ours + "," + budget("b-2", "", "false", "null")));
    assertThat(call("budget").out().lines().map(it -> it.replaceAll(" {2,}", "|")))
        .containsExactly(
            "BUDGET|FOR|PERIOD|AMOUNT|USED|HELD|FORECAST|CURRENCY|WHEN USED UP|USED UP ON",
            "b-1|vision|MONTH|1000.00|400.00|50.00|1200.00|EUR|jobs wait|2026-11-25T00:00:00Z",
            "b-2|all|MONTH|1000.00|400.00|50.00|1200.00|EUR|a word|-");
    Call one = call("budgets", "-p", "vision", "-o", "csv");
    assertThat(one.status()).isZero();
    assertThat(one.out().lines()).hasSize(2).last().asString().startsWith("\"b-1\",\"vision\"");
  }

  @Test
  void budgetsOfOthersAreRefusedInWords() {
    String refusal = "{\"title\":\"Your roles do not allow this\"}";
    server.json("GET /budgets?limit=200", 403, refusal);
    Call refused = call("budget");
    assertThat(refused.status()).isEqualTo(3);
    assertThat(refused.err()).contains("Your roles do not allow this");
  }

  /// Whoever reads on later needs the id of the last line.
  @Test
  void linesOfALogHaveTheirIdsInFormsForPrograms() {
    String line =
        "{\"id\":\"1.42\",\"at\":\"2026-11-30T08:00:00Z\",\"attempt\":1,\"rank\":3,"
            + "\"pod\":\"n-3\",\"stream\":\"ERR\",\"text\":\"=boom\"}";
    String id = "job_01M8PVS0ZR91TECAJGFCH1GKG5";
    server.json("GET /jobs/" + id, 200, "{\"id\":\"%s\"}".formatted(id));
    String logs = "GET /jobs/" + id + "/logs";
    server.json(logs, 200, "{\"lines\":[" + line + "],\"next\":\"1.42\"}");
    server.json(logs + "?after=1.42", 200, "{\"lines\":[],\"next\":\"1.42\"}");
    assertThat(call("logs", id).out()).isEqualTo("[3] =boom\n");
    assertThat(call("logs", id, "-o", "csv").out().lines())
        .last()
        .isEqualTo("\"1.42\",\"2026-11-30T08:00:00Z\",\"1\",\"3\",\"n-3\",\"ERR\",\"'=boom\"");
    assertThat(call("logs", id, "-o", "json").out()).startsWith("[ {").contains("\"1.42\"");
    String message = "id: 1.42\nevent: line\ndata: " + line + "\n\nevent: end\ndata: {}\n\n";
    server.stream("GET /jobs/%s/logs?rank=3".formatted(id), false, message);
    Call followed = call("logs", id, "--rank", "3", "--follow", "-o", "json");
    assertThat(followed.out()).isEqualTo(line + "\n");
    assertThat(call("logs", id, "--follow", "-o", "csv").status()).isEqualTo(2);
  }

  private static String job(String id, String gpus) {
    return """
    {"id":"%s","name":"n-%s","project":"vision","user":"ada","gpus":"%s","phase":"RUNNING",
     "cost":{"gpuHours":"2.0","amount":{"amount":"5.80","currency":"EUR"}}}\
    """
        .formatted(id, id, gpus);
  }

  @Test
  void topHasTheLargestFirst() {
    String jobs = String.join(",", job("j1", "8"), job("j2", "64"), job("j3", "0.5"));
    String filter = "phase%20in%20%28ADMITTED%2C%20RUNNING%2C%20STOPPING%29";
    server.json("GET /jobs?filter=" + filter + "&limit=200", 200, list(jobs));
    server.json(
        "GET /availability", 200, "{\"models\":[{\"free\":\"7.5\"}],\"pendingGpus\":\"16\"}");
    Call top = call("top", "-n", "2");
    assertThat(top.status()).as(top.err()).isZero();
    assertThat(top.out().lines().skip(1).map(it -> it.substring(0, 2))).containsExactly("j2", "j1");
    assertThat(top.err()).contains("3 jobs hold 72.5 GPUs; 7.5 are free, 16 are waited for.");
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING, 'j1  told to stop, and has 30 s for that'",
    "QUEUED, 'j1  being cancelled'",
    "CANCELLED, 'j1  CANCELLED'"
  })
  void cancelSaysWhatBecomesOfTheJob(String phase, String said) {
    String found = "GET /jobs?filter=" + "name%20%3D%20%22train%22" + "&limit=50";
    server.json(found, 200, list("{\"id\":\"j1\",\"name\":\"train\"}"));
    String after = "{\"phase\":\"%s\",\"spec\":{\"graceSeconds\":30}}".formatted(phase);
    server.json("POST /jobs/j1:cancel", 202, after);
    Call cancel = call("cancel", "train");
    assertThat(cancel.status()).as(cancel.err()).isZero();
    assertThat(cancel.err().strip()).isEqualTo(said);
  }

  @Test
  void listSaysWhenThereIsMore() {
    String query = "GET /jobs?phase=QUEUED&sort=submittedAt&project=vision&limit=2";
    server.json(query, 200, list(job("j1", "8") + "," + job("j2", "8")));
    Call queue = call("queue", "-p", "vision", "--limit", "1");
    assertThat(queue.out().lines()).hasSize(2);
    assertThat(queue.err()).contains("There are more than these 1: see --limit.");
    assertThat(call("queue", "--limit", "0").status()).isEqualTo(2);
    server.json("GET /jobs?phase=RUNNING&user=ada&limit=51", 200, list(job("j3", "8")));
    Call jobs = call("jobs", "--phase", "running", "--user", "ada");
    assertThat(jobs.out()).contains("j3");
    assertThat(jobs.err()).isEmpty();
  }

  @Test
  void whatTheServerSaysIsReadInTheFormThatIsAskedFor() {
    server.json("GET /me", 200, "{\"login\":\"ada\"}");
    assertThat(call("get", "me").out()).contains("\"login\" : \"ada\"");
    assertThat(call("get", "/api/v1/me", "-o", "yaml").out()).isEqualTo("login: ada\n");
    assertThat(call("get", "/me", "-o", "csv").status()).isEqualTo(2);
  }

  private static final String NODE =
      "{\"name\":\"n-1\",\"cluster\":\"east\",\"schedulable\":true,\"ready\":true}";

  @Test
  void nodeIsDrainedOnlyWhenItIsSaid() {
    String path = "/clusters/east/nodes/n-1";
    server.json("GET " + path, 200, NODE);
    server.json("PUT " + path, 200, NODE);
    server.json(
        "GET " + path + "/drain-effect",
        200,
        "{\"startsNoMore\":[{\"job\":\"j9\",\"jobName\":\"a\",\"project\":\"p\",\"gpus\":\"8\"}]}");
    Call asked = call("admin", "drain", "east", "n-1");
    assertThat(asked.out()).contains("j9");
    assertThat(asked.err()).contains("as before: add --yes");
    assertThat(server.asked("PUT")).isEmpty();
    assertThat(call("admin", "drain", "east", "n-1", "--yes").err()).contains("n-1 is drained.");
    FakeServer.Asked put = server.asked("PUT").getLast();
    assertThat(List.of(put.method(), put.match())).isEqualTo(List.of("PUT", "\"1\""));
    assertThat(put.body()).contains("\"schedulable\":false").contains("\"ready\":true");
  }

  @Test
  void roleIsGivenOnAScope() {
    server.json("POST /role-bindings", 201, "{\"id\":\"rb-1\",\"login\":\"ada\"}");
    assertThat(call("admin", "grant", "ada", "viewer", "project/vision").status()).isZero();
    assertThat(server.asked("POST").getLast().body())
        .isEqualTo(
            "{\"login\":\"ada\",\"role\":\"viewer\","
                + "\"scope\":{\"kind\":\"PROJECT\",\"name\":\"vision\"}}");
    assertThat(call("admin", "grant", "ada", "viewer", "vision").status()).isEqualTo(2);
  }

  @Test
  void accountIsMadeOnce() {
    String made = "{\"login\":\"ci.vision\",\"displayName\":\"ci.vision\",\"active\":true}";
    server.json("PUT /users/ci.vision", 201, made);
    assertThat(call("admin", "add", "ci.vision").out()).contains("ci.vision", "active");
    FakeServer.Asked put = server.asked("PUT").getLast();
    assertThat(put.body()).isEqualTo("{\"displayName\":\"ci.vision\"}");
  }

  @ParameterizedTest
  @CsvSource({"gpuaas login on workstation-7, 1", "nightly, 0"})
  void loggingOutRevokesWhatWasMadeForThisCommandLine(
      String name, int revoked, @TempDir Path folder) throws IOException {
    server.json("GET /me", 200, "{\"token\":{\"id\":\"tok-1\",\"name\":\"%s\"}}".formatted(name));
    server.json("DELETE /tokens/tok-1", 200, "{}");
    Path kept = folder.resolve("cli.json");
    Files.writeString(kept, "{\"url\":\"%s\",\"token\":\"gaas_st_x\"}".formatted(server.url()));
    Map<String, String> environment = Map.of("GPUAAS_CONFIG", kept.toString());
    assertThat(Call.of(folder, environment, "", "logout").status()).isZero();
    assertThat(kept).doesNotExist();
    assertThat(server.asked("DELETE")).hasSize(revoked);
    assertThat(Call.of(folder, environment, "", "logout").err()).contains("Nothing was kept.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nodes", "drain", "resume", "users", "add", "roles", "grant", "revoke", "audit"})
  void eachCommandOfAdministratorsExplainsItself(String name) {
    Call help = call("admin", name, "--help");
    assertThat(help.status()).isZero();
    assertThat(help.out()).contains("Usage: gpuaas admin " + name).contains("Example");
  }
}
