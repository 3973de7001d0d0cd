package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.api.WebhookReceiver.Received;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/// Messages about jobs, with a receiver of the test's own on this machine, which the operators of
/// this test allow.
@TestPropertySource(
    properties = {
      "gpuaas.webhooks.retry-seconds=0",
      "gpuaas.egress.private-networks=127.0.0.1/32",
      "gpuaas.egress.plain-http=true"
    })
class WebhookIT extends HttpIT {
  private static final String HOOK = "/api/v1/webhooks/ci";
  private WebhookReceiver receiver = new WebhookReceiver();

  @BeforeEach
  void organisation() {
    sampleOrganisation();
    receiver = new WebhookReceiver();
  }

  @AfterEach
  void remove() {
    String version = admin().get(HOOK).header("ETag");
    admin().with("If-Match", version).delete(HOOK);
    receiver.close();
  }

  private static String body(String url, String more) {
    return "{\"scope\":{\"kind\":\"PROJECT\",\"name\":\"%s\"},\"url\":\"%s\"%s}"
        .formatted(JobBodies.PROJECT, url, more);
  }

  /// The secret of a new webhook.
  private String make(String more) {
    Answer made = admin().create(HOOK, body(receiver.url() + "/hook", more));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.header("Cache-Control")).contains("no-store");
    return made.json().path("secret").asString();
  }

  private String submit(String name, String runFor) {
    String body = JobBodies.job(name).replace("\"10m\"", "\"" + runFor + "\"");
    Answer submitted = admin().post("/api/v1/jobs", body);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    return submitted.json().path("id").asString();
  }

  @Test
  void eventsOfAJobComeSignedAndInOrder() {
    String secret = make("");
    String other = submit("hook-other", "1s").replaceFirst(".*", "");
    String job = submit("hook-order", "1s");
    List<Received> told = receiver.until(job, "Succeeded");
    assertThat(told.stream().map(Received::kind))
        .containsSubsequence("Submitted", "Admitted", "Started", "Succeeded");
    assertThat(told.stream().map(Received::seq)).isSorted().doesNotHaveDuplicates();
    assertThat(told).allMatch(it -> it.isSignedBy(secret)).noneMatch(it -> it.isSignedBy(other));
    JsonNode first = told.getFirst().json();
    assertThat(first.path("type").asString()).isEqualTo("job.Submitted");
    assertThat(first.at("/data/jobName").asString()).isEqualTo("hook-order");
    assertThat(admin().get(HOOK).text()).doesNotContain(secret).doesNotContain("whsec_");
  }

  @Test
  void otherProjectsAndOtherKindsAreNotTold() {
    make(",\"kinds\":[\"Succeeded\"]");
    String elsewhere =
        JobBodies.job("hook-elsewhere").replace(JobBodies.PROJECT, "protein-folding");
    Answer other = admin().post("/api/v1/jobs", elsewhere.replace("\"10m\"", "\"1s\""));
    admin().get(other.header("Location") + "?waitFor=TERMINAL&timeout=30s");
    String job = submit("hook-kinds", "1s");
    assertThat(receiver.until(job, "Succeeded")).hasSize(1);
    assertThat(receiver.all()).allMatch(it -> it.job().equals(job));
  }

  @Test
  void whatIsRefusedComesAgainBeforeAnythingLaterOfTheJob() {
    make("");
    receiver.refuse(3);
    String job = submit("hook-retry", "1s");
    List<Received> told = receiver.until(job, "Succeeded");
    assertThat(told.stream().map(Received::seq)).isSorted();
    assertThat(told.stream().limit(4).map(Received::id).distinct()).hasSize(1);
    Answer log = admin().get(HOOK + "/deliveries?limit=200");
    JsonNode first =
        log.json()
            .path("items")
            .valueStream()
            .filter(it -> it.path("id").asString().equals(told.getFirst().id()))
            .findFirst()
            .orElseThrow();
    assertThat(first.path("state").asString()).isEqualTo("DELIVERED");
    assertThat(first.path("attempts").asInt()).isEqualTo(4);
  }

  @Test
  void bothSecretsSignWhileReceiversChangeOver() {
    String old = make("");
    Answer rotated = admin().post(HOOK + ":rotateSecret", "");
    assertThat(rotated.status()).as(rotated.text()).isEqualTo(200);
    String fresh = rotated.json().path("secret").asString();
    assertThat(fresh).startsWith("whsec_").isNotEqualTo(old);
    assertThat(admin().post(HOOK + ":ping", "").status()).isEqualTo(202);
    Received ping = receiver.next("Ping");
    assertThat(ping.isSignedBy(old)).isTrue();
    assertThat(ping.isSignedBy(fresh)).isTrue();
    assertThat(ping.isSignedBy("whsec_AAAA")).isFalse();
  }

  @Test
  void messageIsSentAgainWithItsId() {
    make("");
    String id = admin().post(HOOK + ":ping", "").json().path("id").asString();
    assertThat(receiver.next("Ping").id()).isEqualTo(id);
    String path = "%s/deliveries/%s".formatted(HOOK, id);
    assertThat(admin().post(path + ":redeliver", "").status()).isEqualTo(202);
    assertThat(receiver.next("Ping").id()).isEqualTo(id);
    assertThat(admin().get(path).json().path("body").asString()).contains("\"type\":\"Ping\"");
    assertThat(admin().get(HOOK + "/deliveries/none").status()).isEqualTo(404);
    assertThat(admin().get("/api/v1/audit?resource=webhook/ci").text())
        .contains("webhook.redeliver", "webhook.ping", "webhook.create");
  }

  @Test
  void commitGetsTheStateOfItsJob() {
    String commit = "0123456789abcdef0123456789abcdef01234567";
    String more =
        """
        ,"format":"GITHUB_STATUS","repository":"acme/models","credential":"bot-secret"\
        """;
    make(more);
    String body =
        JobBodies.job("hook-status")
            .replaceFirst(
                "\\{",
                "{\"labels\":{\"ci.commit\":\"%s\",\"ci.check\":\"train\"},".formatted(commit))
            .replace("\"10m\"", "\"1s\"");
    assertThat(admin().post("/api/v1/jobs", body).status()).isEqualTo(202);
    submit("hook-without-commit", "1s");
    Received last = receiver.nextWith("success");
    assertThat(last.path()).isEqualTo("/hook/repos/acme/models/statuses/" + commit);
    assertThat(last.json().path("context").asString()).isEqualTo("gpuaas/train");
    assertThat(last.authorization()).isEqualTo("Bearer bot-secret");
    assertThat(receiver.all().stream().map(it -> it.json().path("state").asString()))
        .containsExactly("pending", "pending", "success");
    assertThat(admin().get(HOOK).text()).doesNotContain("bot-secret").contains("hasCredential");
    assertThat(admin().get("/api/v1/audit?resource=webhook/ci").text())
        .doesNotContain("bot-secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://10.1.2.3/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/hook",
        "https://[::ffff:127.0.0.2]/hook",
        "https://2130706434/hook",
        "https://user:secret@ci.example/hook",
        "ftp://ci.example/hook",
        "file:///etc/passwd",
        "https://ci.example/#part",
        "not an address"
      })
  void addressesWithinAreRefused(String url) {
    Answer refused = admin().create(HOOK, body(url, ""));
    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.pointers()).containsExactly("/url");
  }

  /// Whoever may move a webhook must not be sent what another has entrusted to it.
  @Test
  void credentialGoesToNoOtherHost() {
    make(",\"credential\":\"entrusted-1\"");
    String elsewhere = body("https://collects.example/hook", "");
    Answer moved = admin().with("If-Match", "\"1\"").put(HOOK, elsewhere);
    assertThat(moved.status()).as(moved.text()).isEqualTo(422);
    assertThat(moved.pointers()).containsExactly("/credential");
    Answer path = admin().with("If-Match", "\"1\"").put(HOOK, body(receiver.url() + "/other", ""));
    assertThat(path.json().path("hasCredential").asBoolean()).isTrue();
    String anew = body("https://collects.example/hook", ",\"credential\":\"entrusted-2\"");
    assertThat(admin().with("If-Match", path.header("ETag")).put(HOOK, anew).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../user", "acme/..", "acme/./models", "/acme", "acme//models", "a?b"})
  void repositoryIsNoPathToElsewhere(String repository) {
    String more = ",\"format\":\"GITHUB_STATUS\",\"repository\":\"%s\"".formatted(repository);
    Answer refused = admin().create(HOOK, body(receiver.url(), more));
    assertThat(refused.pointers()).as(refused.text()).containsExactly("/repository");
  }

  @Test
  void redirectsAreNotFollowedAndAnEndlessAnswerIsNotRead() {
    make("");
    receiver.redirectTo("http://127.0.0.1:1/within");
    String moved = admin().post(HOOK + ":ping", "").json().path("id").asString();
    assertThat(receiver.next("Ping").id()).isEqualTo(moved);
    receiver.answerForEver();
    String id = admin().post(HOOK + ":ping", "").json().path("id").asString();
    for (Received it = receiver.next("Ping"); !it.id().equals(id); it = receiver.next("Ping")) {
      assertThat(it.id()).isEqualTo(moved);
    }
    submit("hook-after", "1s");
    receiver.nextWith("Succeeded");
    JsonNode sent = admin().get("%s/deliveries/%s".formatted(HOOK, id)).json();
    assertThat(sent.path("state").asString()).isEqualTo("DELIVERED");
  }
}
