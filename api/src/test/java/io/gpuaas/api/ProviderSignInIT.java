package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

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

  /// A browser: keeps cookies, follows redirects one by one.
  private static final class Browser {
    private final CookieManager cookies = new CookieManager();
    private String last = "";
    private final HttpClient http = HttpClient.newBuilder().cookieHandler(cookies).build();

    HttpResponse<String> get(String address) {
      try {
        return http.send(
            HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    int post(String address, String body) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(address))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body));
      cookies.getCookieStore().getCookies().stream()
          .filter(it -> it.getName().equals("XSRF-TOKEN"))
          .forEach(it -> request.header("X-XSRF-TOKEN", it.getValue()));
      try {
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        last = answer.body();
        return answer.statusCode();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /// The address after all redirects, as far as they go.
    HttpResponse<String> follow(String address) {
      HttpResponse<String> answer = get(address);
      while (answer.statusCode() == 302) {
        String target = answer.headers().firstValue("Location").orElseThrow();
        answer = get(answer.uri().resolve(target).toString());
      }
      return answer;
    }
  }

  private Browser signedIn(String subject, String login, List<String> groups) {
    PROVIDER.person(subject, login, groups);
    Browser browser = new Browser();
    HttpResponse<String> end = browser.follow(url("/oauth2/authorization/corporate"));
    assertThat(end.uri().getPath()).as(end.uri().toString()).isEqualTo("/");
    return browser;
  }

  private String me(Browser browser) {
    return browser.get(url("/api/v1/me")).body();
  }

  @Test
  void personGetsASessionAndTheRolesOfTheirGroups() {
    assertThat(nobody().get("/api/v1/sign-in-options").text())
        .contains("\"href\":\"/oauth2/authorization/corporate\"")
        .contains("\"localAccounts\":true");
    Browser browser = signedIn("s-1", "grace", List.of("llm", "other"));
    assertThat(me(browser)).contains("\"login\":\"grace\"").contains("data-scientist");
    Browser later = signedIn("s-1", "renamed", List.of());
    assertThat(me(later)).contains("\"login\":\"grace\"").doesNotContain("data-scientist");
    Answer audit = admin().get("/api/v1/audit?actor=grace");
    assertThat(audit.text()).contains("\"authMethod\":\"oidc\"");
  }

  @Test
  void loginOfSomebodyElseIsNotTakenOver() {
    String body = "{\"displayName\":\"Local\",\"password\":\"a long enough password\"}";
    admin().create("/api/v1/users/local", body);
    PROVIDER.person("s-2", "local", List.of());
    Browser browser = new Browser();
    HttpResponse<String> end = browser.follow(url("/oauth2/authorization/corporate"));
    assertThat(end.uri().getPath()).isEqualTo("/sign-in");
    assertThat(end.uri().getQuery()).contains("taken+by+another+account");
    assertThat(browser.get(url("/api/v1/me")).statusCode()).isEqualTo(401);
  }

  @Test
  void answerThatNobodyAskedForIsRefused() {
    Browser browser = new Browser();
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
    HttpResponse<String> end = new Browser().follow(url("/oauth2/authorization/corporate"));
    assertThat(end.uri().getQuery()).contains("switched+off");
  }

  @Test
  void rightsAreChangedShortlyAfterASignInOnly() {
    Browser browser = new Browser();
    FirstSignIn.Credentials first = firstAccount();
    String credentials =
        "{\"login\":\"%s\",\"password\":\"%s\"}".formatted(first.login(), first.password());
    assertThat(browser.post(url("/api/v1/session"), credentials)).isEqualTo(204);
    String binding =
        """
        {"login":"%s","role":"viewer","scope":{"kind":"PROJECT","name":"%s"}}\
        """
            .formatted(first.login(), JobBodies.PROJECT);
    assertThat(browser.post(url("/api/v1/role-bindings"), binding)).isEqualTo(403);
    assertThat(browser.last).contains("STEP_UP");
    assertThat(browser.post(url("/api/v1/jobs:plan"), JobBodies.job("x"))).isEqualTo(200);
    assertThat(admin().post("/api/v1/role-bindings", binding).status()).isEqualTo(201);
  }
}
