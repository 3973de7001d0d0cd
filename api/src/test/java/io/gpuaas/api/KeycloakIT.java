package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpuaas.launch.Keycloak;
import java.io.IOException;
import java.net.HttpCookie;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/// Sign-in of people at a real provider, with cookies as behind TLS: Keycloak with the realms of
/// `api/keycloak`, through its own pages.
@Tag("real-peer")
@DirtiesContext
@ActiveProfiles("https")
class KeycloakIT extends HttpIT {
  private static final int PORT = freePort();
  private static final int KEYCLOAK_PORT = freePort();
  private static final AtomicReference<@Nullable Keycloak> STARTED = new AtomicReference<>();
  private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  static void requireKeycloak() {
    assumeTrue(!System.getProperty("gpuaas.home", "").isEmpty(), "The profile testbed is off.");
    assumeTrue(Keycloak.prepare(), "Keycloak cannot be had from Maven here.");
  }

  /// It starts while the application does.
  @DynamicPropertySource
  static void realms(DynamicPropertyRegistry registry) {
    String product = "http://127.0.0.1:" + PORT;
    Keycloak keycloak =
        Keycloak.start(Path.of("target/keycloak").toAbsolutePath(), KEYCLOAK_PORT, product);
    STARTED.set(keycloak);
    registry.add("server.port", () -> PORT);
    for (String argument : keycloak.signInArguments()) {
      String[] parts = argument.substring(2).split("=", 2);
      registry.add(parts[0], () -> parts[1]);
    }
  }

  @BeforeEach
  void bothAreThere() {
    sampleOrganisation();
    keycloak().await();
  }

  @AfterAll
  static void stop() {
    Keycloak keycloak = STARTED.get();
    if (keycloak != null) {
      keycloak.close();
    }
  }

  private static Keycloak keycloak() {
    Keycloak keycloak = STARTED.get();
    if (keycloak == null) {
      throw new IllegalStateException("Keycloak was not started.");
    }
    return keycloak;
  }

  /// Sends the form of a page as its person would.
  private static HttpResponse<String> submit(
      TestBrowser browser, HttpResponse<String> page, Map<String, String> fields) {
    Matcher form = FORM.matcher(page.body());
    assertThat(form.find()).as("A form at %s: %s", page.uri(), page.body()).isTrue();
    String action = form.group(1).replace("&amp;", "&");
    return browser.followed(browser.form(page.uri().resolve(action).toString(), fields));
  }

  private static HttpResponse<String> typePassword(
      TestBrowser browser, HttpResponse<String> page, String login) {
    return submit(browser, page, Map.of("username", login, "password", keycloak().password()));
  }

  private TestBrowser signedIn(String realm, String login) {
    TestBrowser browser = new TestBrowser();
    HttpResponse<String> page = browser.follow(url("/oauth2/authorization/" + realm));
    HttpResponse<String> end = typePassword(browser, page, login);
    assertThat(end.uri()).as(end.body()).hasToString(url("/"));
    return browser;
  }

  private JsonNode session(TestBrowser browser) {
    HttpResponse<String> answer = browser.get(url("/api/v1/session"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return TestJson.read(answer.body());
  }

  private int meStatus(TestBrowser browser) {
    return browser.get(url("/api/v1/me")).statusCode();
  }

  @Test
  void peopleOfSeveralIssuersGetTheRolesOfTheirGroupsAndASessionBoundToTheHost() {
    TestBrowser ada = signedIn("staff", "ada.operator");
    assertThat(ada.get(url("/api/v1/me")).body())
        .contains("\"login\":\"ada.operator\"", "Ada Operator", "org-admin");
    HttpCookie session = ada.cookie("__Host-GPUAAS").orElseThrow();
    assertThat(session.getSecure()).isTrue();
    assertThat(session.isHttpOnly()).isTrue();
    assertThat(session.getPath()).isEqualTo("/");
    assertThat(session.getDomain()).isNull();
    assertThat(signedIn("staff", "fay.finance").get(url("/api/v1/me")).body())
        .contains("finance-admin");
    assertThat(signedIn("partners", "pat.partner").get(url("/api/v1/me")).body())
        .contains("viewer")
        .doesNotContain("org-admin");
  }

  @Test
  void loginOfAnotherIssuersPersonIsNotTakenOver() {
    signedIn("staff", "ada.operator");
    TestBrowser browser = new TestBrowser();
    HttpResponse<String> page = browser.follow(url("/oauth2/authorization/partners"));
    HttpResponse<String> end = typePassword(browser, page, "ada.operator");
    assertThat(end.uri().getPath()).isEqualTo("/sign-in");
    assertThat(end.uri().getQuery()).contains("taken+by+another+account");
    assertThat(meStatus(browser)).isEqualTo(401);
  }

  @Test
  void wrongPasswordStaysAtTheProviderAndAnOldCodeIsNothing() {
    TestBrowser browser = new TestBrowser();
    HttpResponse<String> page = browser.follow(url("/oauth2/authorization/staff"));
    assertThat(page.uri().getQuery()).contains("code_challenge_method=S256");
    Map<String, String> wrong = Map.of("username", "ada.operator", "password", "wrong");
    HttpResponse<String> again = submit(browser, page, wrong);
    assertThat(again.uri().getPort()).isEqualTo(KEYCLOAK_PORT);
    assertThat(meStatus(browser)).isEqualTo(401);
    String code = url("/login/oauth2/code/staff?state=guessed&code=stolen");
    assertThat(browser.follow(code).uri().getPath()).isEqualTo("/sign-in");
    assertThat(meStatus(browser)).isEqualTo(401);
  }

  @Test
  void signingOutHereIsNotSigningOutThere() {
    TestBrowser browser = signedIn("staff", "sam.scientist");
    JsonNode first = session(browser);
    assertThat(browser.delete(url("/api/v1/session")).statusCode()).isEqualTo(204);
    assertThat(meStatus(browser)).isEqualTo(401);
    HttpResponse<String> back = browser.follow(url("/oauth2/authorization/staff"));
    assertThat(back.uri()).as("without a password").hasToString(url("/"));
    assertThat(session(browser).path("provedAt").asString())
        .as("the old proof gets no younger")
        .isEqualTo(first.path("provedAt").asString());
    assertThat(browser.delete(url("/api/v1/session")).statusCode()).isEqualTo(204);
    HttpResponse<String> question = browser.follow(first.path("signOut").asString());
    HttpResponse<String> out = submit(browser, question, hidden(question, "session_code"));
    assertThat(out.uri()).hasToString(url("/sign-in"));
    HttpResponse<String> page = browser.follow(url("/oauth2/authorization/staff"));
    assertThat(page.uri().getPort()).as("asks again").isEqualTo(KEYCLOAK_PORT);
  }

  @Test
  void providerEndsTheSessionsOfOneOfItsOwn() {
    TestBrowser laptop = signedIn("staff", "sam.scientist");
    TestBrowser desktop = signedIn("staff", "sam.scientist");
    assertThat(meStatus(laptop)).isEqualTo(200);
    HttpResponse<String> question = laptop.follow(session(laptop).path("signOut").asString());
    submit(laptop, question, hidden(question, "session_code"));
    assertThat(meStatus(laptop)).isEqualTo(401);
    assertThat(meStatus(desktop)).isEqualTo(200);
    assertThat(admin().get("/api/v1/audit?actor=sam.scientist").text())
        .contains("The provider has ended it.");
  }

  /// Changes that need a second factor, each of another kind.
  private static final Map<String, String> GRAVE =
      Map.of(
          "/api/v1/role-bindings",
          """
          {"login":"ada.operator","role":"viewer",
           "scope":{"kind":"PROJECT","name":"protein-folding"}}\
          """,
          "/api/v1/periods/2020-01/close",
          "{}",
          "/api/v1/rate-cards/standard/proposals/1/approve",
          "{}");

  @Test
  void gravestChangesNeedTheSecondFactor() {
    TestBrowser ada = signedIn("staff", "ada.operator");
    assertThat(session(ada).path("mayChangeRights").asBoolean()).isFalse();
    GRAVE.forEach(
        (path, body) -> assertThat(ada.post(url(path), body).body()).as(path).contains("STEP_UP"));
    String stepUp = session(ada).path("stepUp").asString() + "&next=/people";
    HttpResponse<String> asked = ada.follow(url(stepUp));
    HttpResponse<String> factor = typePassword(ada, asked, "ada.operator");
    Map<String, String> secret = hidden(factor, "totpSecret");
    HttpResponse<String> end =
        submit(
            ada,
            factor,
            Map.of(
                "totp",
                OneTimePassword.now(secret.getOrDefault("totpSecret", "")),
                "totpSecret",
                secret.getOrDefault("totpSecret", ""),
                "userLabel",
                "phone"));
    assertThat(end.uri()).as(end.body()).hasToString(url("/people"));
    assertThat(session(ada).path("mayChangeRights").asBoolean()).isTrue();
    GRAVE.forEach(
        (path, body) ->
            assertThat(ada.post(url(path), body).body()).as(path).doesNotContain("STEP_UP"));
    assertThat(admin().get("/api/v1/role-bindings?login=ada.operator").text()).contains("viewer");
  }

  private static Map<String, String> hidden(HttpResponse<String> page, String name) {
    Matcher input =
        Pattern.compile("name=\"" + name + "\"[^>]* value=\"([^\"]*)\"").matcher(page.body());
    assertThat(input.find()).as("%s of %s: %s", name, page.uri(), page.body()).isTrue();
    return Map.of(name, input.group(1));
  }
}
