package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Streams that are open when their person signs out or loses what lets them see: they end at once,
/// before the next heartbeat of 15 s, and say nothing more. Those of others go on.
class StreamsEndIT extends HttpIT {
  private static final String LOGIN = "streams";
  private String job = "";
  private String binding = "";

  @BeforeEach
  void person() {
    sampleOrganisation();
    String password = "{\"displayName\":\"Streams\",\"password\":\"a long enough password\"}";
    admin().create("/api/v1/users/" + LOGIN, password);
    binding =
        admin()
            .post(
                "/api/v1/role-bindings",
                """
                {"login":"%s","role":"data-scientist","scope":{"kind":"PROJECT","name":"%s"}}\
                """
                    .formatted(LOGIN, JobBodies.PROJECT))
            .json()
            .path("id")
            .asString();
    job = admin().post("/api/v1/jobs", JobBodies.job("streamed")).json().path("id").asString();
  }

  @AfterEach
  void cancel() {
    admin().post("/api/v1/jobs/%s:cancel".formatted(job), "{}");
    Answer user = admin().get("/api/v1/users/" + LOGIN);
    admin().with("If-Match", user.header("ETag")).delete("/api/v1/users/" + LOGIN);
  }

  private OpenStream follow(String path, String header, String value) {
    OpenStream stream = new OpenStream(url(path.replace("JOB", job)), header, value);
    assertThat(stream.status()).isEqualTo(200);
    return stream;
  }

  private static void assertCut(OpenStream stream) {
    assertThat(stream.awaitEnd()).doesNotContain("heartbeat", "event: end", "broken");
  }

  private Answer token() {
    Answer made =
        as(LOGIN)
            .post(
                "/api/v1/tokens",
                """
                {"name":"stream","project":"%s","scopes":["job.read","project.read"]}\
                """
                    .formatted(JobBodies.PROJECT));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    SecretSearch.used(made.json().path("token").asString());
    return made;
  }

  private static String bearer(Answer made) {
    return "Bearer " + made.json().path("token").asString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/jobs/JOB/events", "/api/v1/jobs/JOB/logs", "/api/v1/events"})
  void signOutEndsThoseOfItsSession(String path) {
    TestBrowser browser = signedIn();
    TestBrowser elsewhere = signedIn();
    try (OpenStream mine = follow(path, "Cookie", cookie(browser));
        OpenStream other = follow(path, "Cookie", cookie(elsewhere))) {
      assertThat(browser.delete(url("/api/v1/session")).statusCode()).isEqualTo(204);
      assertCut(mine);
      assertThat(other.isOpen()).isTrue();
    }
  }

  private TestBrowser signedIn() {
    TestBrowser browser = new TestBrowser();
    String body = "{\"login\":\"%s\",\"password\":\"a long enough password\"}".formatted(LOGIN);
    assertThat(browser.post(url("/api/v1/session"), body).statusCode()).isEqualTo(204);
    return browser;
  }

  private static String cookie(TestBrowser browser) {
    return "GPUAAS_SESSION=" + browser.cookie("GPUAAS_SESSION").orElseThrow().getValue();
  }

  @Test
  void revokedTokenEndsItsStreamOnly() {
    Answer made = token();
    String path = "/api/v1/jobs/JOB/events";
    try (OpenStream mine = follow(path, "Authorization", bearer(made));
        OpenStream other = follow(path, "Authorization", bearer(token()))) {
      String id = made.json().path("id").asString();
      assertThat(as(LOGIN).delete("/api/v1/tokens/" + id).status()).isEqualTo(204);
      assertCut(mine);
      assertThat(other.isOpen()).isTrue();
    }
  }

  /// Whoever knew the old one may be signed in.
  @Test
  void newPasswordEndsAllSessions() {
    TestBrowser browser = signedIn();
    Answer user = admin().get("/api/v1/users/" + LOGIN);
    String anew = "{\"displayName\":\"Streams\",\"password\":\"another password altogether\"}";
    try (OpenStream mine = follow("/api/v1/events", "Cookie", cookie(browser))) {
      admin().with("If-Match", user.header("ETag")).put("/api/v1/users/" + LOGIN, anew);
      assertCut(mine);
    }
    assertThat(browser.get(url("/api/v1/me")).statusCode()).isEqualTo(401);
  }

  @Test
  void takenRoleEndsWhatItLetSee() {
    try (OpenStream mine = follow("/api/v1/jobs/JOB/events", "Cookie", cookie(signedIn()))) {
      assertThat(admin().delete("/api/v1/role-bindings/" + binding).status()).isEqualTo(204);
      assertCut(mine);
    }
  }

  @Test
  void accountThatIsSwitchedOffHasNone() {
    Answer user = admin().get("/api/v1/users/" + LOGIN);
    try (OpenStream mine = follow("/api/v1/events", "Cookie", cookie(signedIn()))) {
      String off = "{\"displayName\":\"Streams\",\"active\":false}";
      admin().with("If-Match", user.header("ETag")).put("/api/v1/users/" + LOGIN, off);
      assertCut(mine);
    }
  }

  /// Of those who wait for a job by a long request.
  @Test
  void takenRoleEndsAWait() throws Exception {
    Answer made = token();
    String wait = "/api/v1/jobs/%s?waitFor=TERMINAL&timeout=60s".formatted(job);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url(wait))).header("Authorization", bearer(made)).build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      var answer = http.sendAsync(request, BodyHandlers.ofString());
      admin().delete("/api/v1/role-bindings/" + binding);
      admin().post("/api/v1/jobs/%s:cancel".formatted(job), "{}");
      assertThat(answer.get().statusCode()).isEqualTo(404);
    }
  }
}
