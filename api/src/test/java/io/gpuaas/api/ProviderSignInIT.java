package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.api.TestClient.Answer;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/// Sign-in of people at an OpenID Connect provider: code flow with a proof key, then a session of
/// ours. The provider is the test's own; it checks the proof.
class ProviderSignInIT extends HttpIT {
  private static final TestIssuer PROVIDER = new TestIssuer();

  @DynamicPropertySource
  static void provider(DynamicPropertyRegistry registry) {
    String at = "gpuaas.sign-in.issuers[0].";
    registry.add(at + "name", () -> "corporate");
    registry.add(at + "display-name", () -> "Corporate");
    registry.add(at + "address", PROVIDER::url);
    registry.add(at + "client-id", () -> "portal");
    registry.add(at + "client-secret", () -> "TESTSECRET-oidc");
    registry.add("gpuaas.sign-in.issuers[1].name", () -> "away");
    registry.add("gpuaas.sign-in.issuers[1].display-name", () -> "Away");
    registry.add("gpuaas.sign-in.issuers[1].address", () -> "http://127.0.0.1:9/realm");
    registry.add("gpuaas.sign-in.issuers[1].client-id", () -> "portal");
    // Every session is too old at once.
    registry.add("gpuaas.sign-in.recent", () -> "0s");
    registry.add(at + "group-roles[0].group", () -> "llm");
    registry.add(at + "group-roles[0].role", () -> "data-scientist");
    registry.add(at + "group-roles[0].scope", () -> "PROJECT/" + JobBodies.PROJECT);
  }

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private TestBrowser signedIn(String subject, String login, List<String> groups) {
    PROVIDER.person(subject, login, groups);
    TestBrowser browser = new TestBrowser();
    HttpResponse<String> end = browser.follow(url("/oauth2/authorization/corporate"));
    assertThat(end.uri().getPath()).as(end.uri().toString()).isEqualTo("/");
    return browser;
  }

  private String me(TestBrowser browser) {
    return browser.get(url("/api/v1/me")).body();
  }

  @Test
  void personGetsASessionAndTheRolesOfTheirGroups() {
    assertThat(nobody().get("/api/v1/sign-in-options").text())
        .contains("\"href\":\"/oauth2/authorization/corporate\"")
        .contains("\"localAccounts\":true");
    TestBrowser browser = signedIn("s-1", "grace", List.of("llm", "other"));
    assertThat(me(browser)).contains("\"login\":\"grace\"").contains("data-scientist");
    TestBrowser later = signedIn("s-1", "renamed", List.of());
    assertThat(me(later)).contains("\"login\":\"grace\"").doesNotContain("data-scientist");
    Answer audit = admin().get("/api/v1/audit?actor=grace");
    assertThat(audit.text()).contains("\"authMethod\":\"oidc\"");
  }

  @Test
  void loginOfSomebodyElseIsNotTakenOver() {
    String body = "{\"displayName\":\"Local\",\"password\":\"a long enough password\"}";
    admin().create("/api/v1/users/local", body);
    PROVIDER.person("s-2", "local", List.of());
    TestBrowser browser = new TestBrowser();
    HttpResponse<String> end = browser.follow(url("/oauth2/authorization/corporate"));
    assertThat(end.uri().getPath()).isEqualTo("/sign-in");
    assertThat(end.uri().getQuery()).contains("taken+by+another+account");
    assertThat(browser.get(url("/api/v1/me")).statusCode()).isEqualTo(401);
  }

  @Test
  void answerThatNobodyAskedForIsRefused() {
    TestBrowser browser = new TestBrowser();
    HttpResponse<String> end =
        browser.follow(url("/login/oauth2/code/corporate?code=stolen&state=guessed"));
    assertThat(end.uri().getPath()).isEqualTo("/sign-in");
    assertThat(browser.get(url("/api/v1/me")).statusCode()).isEqualTo(401);
  }

  @Test
  void personWhoIsSwitchedOffStaysOut() {
    signedIn("s-3", "leaver", List.of());
    Answer user = admin().get("/api/v1/users/leaver");
    String off = "{\"displayName\":\"Leaver\",\"active\":false}";
    admin().with("If-Match", user.header("ETag")).put("/api/v1/users/leaver", off);
    PROVIDER.person("s-3", "leaver", List.of());
    HttpResponse<String> end = new TestBrowser().follow(url("/oauth2/authorization/corporate"));
    assertThat(end.uri().getQuery()).contains("switched+off");
  }

  @Test
  void rightsAreChangedShortlyAfterASignInOnly() {
    TestBrowser browser = new TestBrowser();
    FirstSignIn.Credentials first = firstAccount();
    String credentials =
        "{\"login\":\"%s\",\"password\":\"%s\"}".formatted(first.login(), first.password());
    assertThat(browser.post(url("/api/v1/session"), credentials).statusCode()).isEqualTo(204);
    String binding =
        """
        {"login":"%s","role":"viewer","scope":{"kind":"PROJECT","name":"%s"}}\
        """
            .formatted(first.login(), JobBodies.PROJECT);
    HttpResponse<String> refused = browser.post(url("/api/v1/role-bindings"), binding);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("STEP_UP");
    assertThat(browser.post(url("/api/v1/jobs:plan"), JobBodies.job("x")).statusCode())
        .isEqualTo(200);
    assertThat(admin().post("/api/v1/role-bindings", binding).status()).isEqualTo(201);
  }

  @Test
  void providerThatSaysNothingOfTheTimeIsAskedForIt() {
    TestBrowser browser = signedIn("s-4", "henry", List.of());
    JsonNode session = TestJson.read(browser.get(url("/api/v1/session")).body());
    assertThat(session.path("provider").asString()).isEqualTo("corporate");
    assertThat(session.path("provedAt").isNull()).isTrue();
    assertThat(session.path("mayChangeRights").asBoolean()).isFalse();
    String stepUp = session.path("stepUp").asString();
    String asked = browser.get(url(stepUp)).headers().firstValue("Location").orElseThrow();
    assertThat(asked).contains("max_age=0").contains("code_challenge_method=S256");
    assertThat(admin().get("/api/v1/session").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "/jobs?q=1, /jobs?q=1",
    "//evil.example/, /",
    "https://evil.example/, /",
    "/\\evil.example, /"
  })
  void browserGoesBackToAPageOfOursOnly(String next, String end) {
    PROVIDER.person("s-5", "iris", List.of());
    String address = "/oauth2/authorization/corporate?next=" + encoded(next);
    assertThat(new TestBrowser().follow(url(address)).uri()).hasToString(url(end));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void providerThatIsAwayIsToldAsASignInThatFailed() {
    HttpResponse<String> end = new TestBrowser().follow(url("/oauth2/authorization/away"));
    assertThat(end.uri().getPath()).isEqualTo("/sign-in");
    assertThat(end.uri().getQuery()).contains("error=");
    assertThat(nobody().get("/api/v1/sign-in-options").status()).isEqualTo(200);
  }

  @Test
  void providerEndsAllSessionsOfAPersonOrOne() {
    TestBrowser first = signedIn("s-6", "jack", List.of("llm"));
    TestBrowser second = signedIn("s-6", "jack", List.of("llm"));
    TestBrowser other = signedIn("s-7", "kate", List.of());
    try (OpenStream stream = stream("/api/v1/events", first)) {
      assertThat(logOut(claims -> claims.subject("s-6"))).isEqualTo(200);
      assertThat(stream.awaitEnd()).doesNotContain("heartbeat", "broken");
    }
    assertThat(first.get(url("/api/v1/me")).statusCode()).isEqualTo(401);
    assertThat(second.get(url("/api/v1/me")).statusCode()).isEqualTo(401);
    assertThat(other.get(url("/api/v1/me")).statusCode()).isEqualTo(200);
    assertThat(admin().get("/api/v1/audit?actor=jack").text()).contains("session.delete");
    assertThat(logOut(claims -> claims.subject(null).claim("sid", "sid-s-7"))).isEqualTo(200);
    assertThat(other.get(url("/api/v1/me")).statusCode()).isEqualTo(401);
  }

  private OpenStream stream(String path, TestBrowser of) {
    String cookie = "GPUAAS_SESSION=" + of.cookie("GPUAAS_SESSION").orElseThrow().getValue();
    OpenStream stream = new OpenStream(url(path), "Cookie", cookie);
    assertThat(stream.status()).isEqualTo(200);
    return stream;
  }

  /// What a logout token must not be: see OpenID Connect Back-Channel Logout, section 2.6.
  static List<UnaryOperator<JWTClaimsSet.Builder>> forged() {
    return List.of(
        claims -> claims.audience("another"),
        claims -> claims.issuer("https://evil.example"),
        claims -> claims.claim("nonce", "n-1"),
        claims -> claims.claim("events", null),
        claims -> claims.subject(null),
        claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(600))));
  }

  @ParameterizedTest
  @MethodSource("forged")
  void forgedLogoutEndsNothing(UnaryOperator<JWTClaimsSet.Builder> change) {
    TestBrowser browser = signedIn("s-8", "liam", List.of());
    assertThat(logOut(claims -> change.apply(claims.subject("s-8")))).isEqualTo(400);
    assertThat(browser.get(url("/api/v1/me")).statusCode()).isEqualTo(200);
  }

  private int logOut(UnaryOperator<JWTClaimsSet.Builder> change) {
    Map<String, Object> event =
        Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of());
    String token = PROVIDER.token(it -> change.apply(it.audience("portal").claim("events", event)));
    return new TestBrowser()
        .form(url("/logout/connect/back-channel/corporate"), Map.of("logout_token", token))
        .statusCode();
  }
}
