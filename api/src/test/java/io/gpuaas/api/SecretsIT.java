package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/// Passwords and tokens are in no log, even at the finest level, and in no audit row.
@ExtendWith(OutputCaptureExtension.class)
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_CLASS)
@TestPropertySource(
    properties = {
      "logging.level.io.gpuaas.api=TRACE",
      "logging.level.org.springframework.web=TRACE",
      "logging.level.org.springframework.security=TRACE",
      "logging.level.org.springframework.jdbc=TRACE",
      "logging.level.org.apache=TRACE",
      "logging.level.com.zaxxer=TRACE",
      "gpuaas.egress.private-networks=127.0.0.1/32",
      "gpuaas.egress.plain-http=true"
    })
class SecretsIT extends HttpIT {
  private static final String PASSWORD = "TESTPW-1-of-a-user";
  private static final String CREDENTIAL = "TESTTOKEN-1-of-a-bot";

  /// The secret of a webhook that has sent a message, with a credential.
  private String told() {
    try (WebhookReceiver receiver = new WebhookReceiver()) {
      String body =
          "{\"scope\":{\"kind\":\"PROJECT\",\"name\":\"%s\"},\"url\":\"%s\",\"credential\":\"%s\"}";
      Answer made =
          admin()
              .create(
                  "/api/v1/webhooks/secretive",
                  body.formatted(JobBodies.PROJECT, receiver.url(), CREDENTIAL));
      assertThat(made.status()).as(made.text()).isEqualTo(201);
      assertThat(admin().post("/api/v1/webhooks/secretive:ping", "").status()).isEqualTo(202);
      assertThat(receiver.next("Ping").authorization()).isEqualTo("Bearer " + CREDENTIAL);
      admin().with("If-Match", "\"1\"").delete("/api/v1/webhooks/secretive");
      return made.json().path("secret").asString();
    }
  }

  /// A foreign token that was brought for exchange, and explained.
  private String exchanged() {
    try (TestIssuer issuer = new TestIssuer()) {
      String rule =
          """
          {"issuer":"%s","audience":"https://gpu.example","claims":{"repository_id":"4711"},
           "project":"%s","login":"%s","scopes":["job.read"]}\
          """
              .formatted(issuer.url(), JobBodies.PROJECT, firstAccount().login());
      sampleOrganisation();
      Answer made = admin().create("/api/v1/trust-rules/secretive", rule);
      assertThat(made.status()).as(made.text()).isEqualTo(201);
      String identity = issuer.token(UnaryOperator.identity());
      admin().post("/api/v1/trust-rules:explain", "{\"token\":\"%s\"}".formatted(identity));
      Answer given =
          nobody()
              .with("Content-Type", "application/x-www-form-urlencoded")
              .post(
                  "/api/v1/auth/token",
                  "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
                      + "&subject_token_type=urn:ietf:params:oauth:token-type:jwt&subject_token="
                      + identity);
      assertThat(given.status()).as(given.text()).isEqualTo(200);
      return identity;
    }
  }

  @Test
  void secretsAreInNoLogAndNoAuditRow(CapturedOutput output) {
    admin()
        .create(
            "/api/v1/users/secretive",
            "{\"displayName\":\"S\",\"password\":\"%s\"}".formatted(PASSWORD));
    String credentials = "{\"login\":\"secretive\",\"password\":\"%s\"}";
    Answer signedIn = nobody().post("/api/v1/session", credentials.formatted(PASSWORD));
    assertThat(signedIn.status()).isEqualTo(204);
    nobody().post("/api/v1/session", credentials.formatted(PASSWORD + "x"));
    nobody().post("/api/v1/session", credentials.formatted(PASSWORD) + "]");
    Answer created =
        admin().post("/api/v1/tokens", "{\"name\":\"t\",\"scopes\":[\"project.read\"]}");
    String token = created.json().path("token").asString();
    nobody().bearer(token).get("/api/v1/me");
    nobody().bearer(token + "x").get("/api/v1/me");
    nobody().bearer(token).with("Accept", "text/event-stream").get("/api/v1/jobs/none/events");

    String foreign = exchanged();
    String signing = told();

    String audit = admin().get("/api/v1/audit?limit=200").text();
    String log = output.getAll();
    assertThat(log).contains("DispatcherServlet");
    for (String secret :
        List.of(PASSWORD, CREDENTIAL, signing, token, foreign, firstAccount().token())) {
      String encoded = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
      assertThat(log.contains(secret)).as("log has a secret").isFalse();
      assertThat(log.contains(encoded)).as("log has an encoded secret").isFalse();
      assertThat(audit).doesNotContain(secret);
    }
  }
}
