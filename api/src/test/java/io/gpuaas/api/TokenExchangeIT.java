package io.gpuaas.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.api.TestClient.Answer;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// A pipeline's own identity for a short token of ours, with an issuer of the test's own.
class TokenExchangeIT extends HttpIT {
  private static final String OURS = "urn:ietf:params:oauth:token-type:access_token";
  private static final String ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

  @Autowired private JdbcClient database;
  private TestIssuer issuer = new TestIssuer();
  private int begunMinutesAgo;

  @BeforeEach
  void rule() {
    sampleOrganisation();
    issuer = new TestIssuer();
    admin().create("/api/v1/users/ci.models", "{\"displayName\":\"Pipelines\"}");
    bind("ci.models", "ci-runner", JobBodies.PROJECT);
    Answer made = admin().create("/api/v1/trust-rules/" + name(), rule("repository_id", "4711"));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
  }

  @AfterEach
  void stop() {
    String path = "/api/v1/trust-rules/" + name();
    admin().with("If-Match", admin().get(path).header("ETag")).delete(path);
    issuer.close();
  }

  private String name() {
    return "models-" + issuer.url().replaceAll(".*:", "");
  }

  private String rule(String claim, String value) {
    return """
    {"issuer":"%s","audience":"https://gpu.example","claims":{"%s":"%s","ref":"refs/heads/*"},
     "project":"%s","login":"ci.models","scopes":["job.submit","job.read","project.read"]}\
    """
        .formatted(issuer.url(), claim, value, JobBodies.PROJECT);
  }

  private Answer exchange(String token, String type) {
    String form =
        "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
            + "&subject_token_type=%s&subject_token=%s"
                .formatted(type, URLEncoder.encode(token, UTF_8));
    return nobody()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post("/api/v1/auth/token", form);
  }

  private Answer exchange(UnaryOperator<JWTClaimsSet.Builder> change) {
    return exchange(issuer.token(change), ID_TOKEN);
  }

  @Test
  void identityBecomesAShortTokenOfOneProject() {
    Answer given = exchange(UnaryOperator.identity());
    assertThat(given.status()).as(given.text()).isEqualTo(200);
    assertThat(given.header("Cache-Control")).contains("no-store");
    assertThat(given.json().path("expires_in").asInt()).isBetween(890, 900);
    assertThat(given.json().path("token_type").asString()).isEqualTo("Bearer");
    TestClient ci = nobody().bearer(given.json().path("access_token").asString());
    Answer submitted = ci.post("/api/v1/jobs", JobBodies.job("exchanged"));
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    assertThat(submitted.json().path("user").asString()).isEqualTo("ci.models");
    assertThat(ci.post(submitted.header("Location") + ":cancel", "{}").status()).isEqualTo(403);
    assertThat(ci.get("/api/v1/projects/protein-folding").status()).isEqualTo(404);
    admin().post(submitted.header("Location") + ":cancel", "{}");
    Answer audit = admin().get("/api/v1/audit?actor=ci.models&resource=token/");
    assertThat(audit.text()).contains("token.exchange").contains(name());
  }

  @Test
  void identityIsTakenOnceAndOurTokenIsRenewed() {
    String token = issuer.token(UnaryOperator.identity());
    Answer first = exchange(token, ID_TOKEN);
    assertThat(first.status()).isEqualTo(200);
    Answer again = exchange(token, ID_TOKEN);
    assertThat(again.status()).isEqualTo(400);
    assertThat(again.json().path("error").asString()).isEqualTo("invalid_grant");
    for (String written : List.of(token + " ", "\t" + token, token + "=", otherSpareBits(token))) {
      Answer replayed = exchange(written, ID_TOKEN);
      assertThat(replayed.status()).as(written).isEqualTo(400);
      assertThat(replayed.json().path("error").asString()).isEqualTo("invalid_grant");
    }
    Answer renewed = exchange(first.json().path("access_token").asString(), OURS);
    assertThat(renewed.status()).as(renewed.text()).isEqualTo(200);
    assertThat(renewed.json().path("access_token")).isNotEqualTo(first.json().path("access_token"));
    assertThat(exchange(firstAccount().token(), OURS).status()).isEqualTo(400);
  }

  /// The same signature, since the last letter has bits that no byte takes.
  private static String otherSpareBits(String token) {
    String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int last = letters.indexOf(token.charAt(token.length() - 1));
    return token.substring(0, token.length() - 1) + letters.charAt(last ^ 1);
  }

  /// The rule as it is now decides, not the one that gave the first token.
  @Test
  void renewalIsMeasuredByTheRuleAsItIsNow() {
    assertThat(renewedAfter(rule("repository_id", "4711")).status()).isEqualTo(200);
    String fewer = rule("repository_id", "4711").replace("\"job.submit\",", "");
    assertThat(renewedAfter(fewer).json().path("scope").asString())
        .isEqualTo("job.read project.read");
    for (String changed :
        List.of(
            rule("repository_id", "4711").replace("refs/heads/*", "refs/heads/release"),
            rule("repository_id", "4712"),
            rule("repository_id", "4711").replace("https://gpu", "https://other"),
            rule("repository_id", "4711").replace(issuer.url(), "https://elsewhere.example"))) {
      Answer refused = renewedAfter(changed);
      assertThat(refused.status()).as(changed).isEqualTo(400);
      assertThat(refused.json().path("error").asString()).isEqualTo("invalid_grant");
      assertThat(refused.json().path("error_description").asString())
          .startsWith("The trust rule that gave this token was changed");
    }
    Answer removed = renewedAfter("");
    assertThat(removed.json().path("error_description").asString())
        .isEqualTo("The trust rule that gave this token was removed.");
    Answer audit = admin().get("/api/v1/audit?actor=renewal&limit=1");
    assertThat(audit.text()).contains("token.exchange").contains("was removed");
  }

  /// The hours of the rule as it is now count from the first token, and a rule that has moved to
  /// another project renews nothing in either.
  @Test
  void renewalEndsWithShorterHoursAndWithAMovedRule() {
    String hours = rule("repository_id", "4711").replace("\"login\"", "\"maxHours\":%d,\"login\"");
    assertThat(renewedAfter(hours.formatted(1)).status()).isEqualTo(200);
    begunMinutesAgo = 50;
    Answer last = renewedAfter(hours.formatted(1));
    assertThat(last.json().path("expires_in").asInt()).as(last.text()).isBetween(540, 600);
    begunMinutesAgo = 61;
    assertThat(renewedAfter(hours.formatted(2)).status()).isEqualTo(200);
    assertThat(renewedAfter(hours.formatted(1)).json().path("error_description").asString())
        .startsWith("Its trust rule lets tokens be renewed for 1 h:");
    begunMinutesAgo = 0;
    admin().create("/api/v1/users/ci.moved", "{\"displayName\":\"Moved\"}");
    bind("ci.moved", "ci-runner", "protein-folding");
    String there = hours.formatted(1).replace(JobBodies.PROJECT, "protein-folding");
    Answer moved = renewedAfter(there.replace("ci.models", "ci.moved"));
    assertThat(moved.status()).as(moved.text()).isEqualTo(400);
    assertThat(moved.json().path("error_description").asString())
        .startsWith("The trust rule that gave this token was changed");
  }

  /// What a renewal is answered with when the rule has meanwhile become another; empty: none.
  private Answer renewedAfter(String changed) {
    String path = "/api/v1/trust-rules/" + name();
    String before = rule("repository_id", "4711");
    Answer put = admin().with("If-Match", admin().get(path).header("ETag")).put(path, before);
    assertThat(put.status()).as(put.text()).isEqualTo(200);
    Answer given = exchange(UnaryOperator.identity());
    assertThat(given.status()).as(given.text()).isEqualTo(200);
    TestClient editor = admin().with("If-Match", put.header("ETag"));
    Answer edited = changed.isEmpty() ? editor.delete(path) : editor.put(path, changed);
    assertThat(edited.status()).as(edited.text()).isBetween(200, 204);
    database
        .sql("update identity.exchanged_token set since = since - make_interval(mins => ?)")
        .param(begunMinutesAgo)
        .update();
    return exchange(given.json().path("access_token").asString(), OURS);
  }

  /// Else the admin of a project could let a pipeline act as anybody.
  @Test
  void ruleNamesAnAccountThatItsAuthorAnswersFor() {
    admin().create("/api/v1/users/ci.admin", "{\"displayName\":\"Admin\"}");
    bind("ci.admin", "project-admin", JobBodies.PROJECT);
    TestClient author = as("ci.admin");
    admin().create("/api/v1/users/ci.elsewhere", "{\"displayName\":\"Elsewhere\"}");
    String path = "/api/v1/trust-rules/answers-for";
    String mine = rule("repository_id", "4711");
    for (String login : List.of(firstAccount().login(), "ci.elsewhere", "ci.missing")) {
      Answer refused = author.create(path, mine.replace("ci.models", login));
      assertThat(refused.status()).as(refused.text()).isEqualTo(422);
      assertThat(refused.pointers()).containsExactly("/login");
    }
    bind("ci.elsewhere", "ci-runner", "protein-folding");
    String elsewhere = mine.replace("ci.models", "ci.elsewhere");
    assertThat(author.create(path, elsewhere).status()).isEqualTo(422);
    assertThat(admin().create(path, elsewhere).pointers()).containsExactly("/login");
    bind("ci.elsewhere", "ci-runner", JobBodies.PROJECT);
    assertThat(author.create(path, elsewhere).status()).isEqualTo(422);
    assertThat(admin().create(path, elsewhere).status()).isEqualTo(201);
    assertThat(author.with("If-Match", "\"1\"").put(path, mine).status()).isEqualTo(200);
    assertThat(author.with("If-Match", "\"2\"").delete(path).status()).isEqualTo(204);
  }

  private void bind(String login, String role, String project) {
    String body =
        "{\"login\":\"%s\",\"role\":\"%s\",\"scope\":{\"kind\":\"PROJECT\",\"name\":\"%s\"}}";
    Answer bound = admin().post("/api/v1/role-bindings", body.formatted(login, role, project));
    assertThat(bound.status()).as(bound.text()).isEqualTo(201);
  }

  @Test
  void ruleGivesNoRightsThatOutlastThePipeline() {
    String lasting =
        rule("repository_id", "4711")
            .replace("\"job.read\",\"project.read\"", "\"token.write\",\"binding.write\"");
    Answer refused = admin().create("/api/v1/trust-rules/lasting", lasting);
    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.pointers()).containsExactly("/scopes/1", "/scopes/2");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    List<UnaryOperator<JWTClaimsSet.Builder>> changes =
        List.of(
            it -> it.audience("https://other.example"),
            it -> it.claim("repository_id", "4712"),
            it -> it.claim("repository_id", 47),
            it -> it.claim("ref", "refs/pull/1/merge"),
            it -> it.claim("ref", null),
            it -> it.issuer("https://unknown.example"),
            it -> it.expirationTime(Date.from(Instant.now().minusSeconds(120))),
            it -> it.expirationTime(null),
            it -> it.notBeforeTime(Date.from(Instant.now().plusSeconds(120))));
    for (UnaryOperator<JWTClaimsSet.Builder> change : changes) {
      Answer refused = exchange(change);
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.json().path("error").asString()).isEqualTo("invalid_grant");
    }
    String good = issuer.token(UnaryOperator.identity());
    assertThat(exchange(good.substring(0, good.length() - 8) + "AAAAAAAA", ID_TOKEN).status())
        .isEqualTo(400);
    String refusals = "/api/v1/audit?limit=1&actor=" + URLEncoder.encode(issuer.url(), UTF_8);
    JsonNode forged = admin().get(refusals).json().at("/items/0");
    assertThat(forged.path("result").asString()).isEqualTo("REFUSED");
    assertThat(forged.path("reason").asString()).startsWith("It is not valid: ");
    String unsigned = "eyJhbGciOiJub25lIn0." + good.split("\\.", -1)[1] + ".";
    assertThat(exchange(unsigned, ID_TOKEN).status()).isEqualTo(400);
    assertThat(exchange("", ID_TOKEN).status()).isEqualTo(400);
    assertThat(exchange("a.b.c", "something").status()).isEqualTo(400);
  }

  @Test
  void newKeysAreFetchedAndAnIssuerThatIsAwayIsSaidToBe() {
    assertThat(exchange(UnaryOperator.identity()).status()).isEqualTo(200);
    issuer.rotate();
    assertThat(exchange(UnaryOperator.identity()).status()).isEqualTo(200);
    issuer.rotate();
    String token = issuer.token(UnaryOperator.identity());
    issuer.close();
    Answer away = exchange(token, ID_TOKEN);
    assertThat(away.status()).as(away.text()).isEqualTo(503);
    assertThat(away.json().path("error").asString()).isEqualTo("temporarily_unavailable");
  }

  @Test
  void ruleThatTrustsANameIsRefusedAndMissesAreExplained() {
    Answer names = admin().create("/api/v1/trust-rules/by-name", rule("repository", "acme/models"));
    assertThat(names.status()).isEqualTo(422);
    assertThat(names.pointers()).containsExactly("/claims");
    String open = rule("repository_id", "47*");
    assertThat(admin().create("/api/v1/trust-rules/open", open).status()).isEqualTo(422);
    String token = issuer.token(it -> it.claim("repository_id", "4712"));
    Answer explained =
        admin().post("/api/v1/trust-rules:explain", "{\"token\":\"%s\"}".formatted(token));
    assertThat(explained.status()).as(explained.text()).isEqualTo(200);
    JsonNode mine =
        explained
            .json()
            .path("rules")
            .valueStream()
            .filter(it -> it.path("rule").asString().equals(name()))
            .findFirst()
            .orElseThrow();
    assertThat(mine.path("misses").get(0).asString()).isEqualTo("repository_id is 4712, not 4711.");
  }
}
