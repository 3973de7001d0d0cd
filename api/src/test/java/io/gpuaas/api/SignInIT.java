package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

class SignInIT extends HttpIT {
  @Autowired
  @Qualifier("requestMappingHandlerMapping")
  private RequestMappingHandlerMapping mappings;

  @Test
  void healthAnswersWithoutSignIn() {
    Answer answer = nobody().get("/actuator/health");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).contains("\"UP\"");
    assertThat(nobody().get("/actuator/prometheus").status()).isEqualTo(401);
    assertThat(nobody().get("/actuator/env").status()).isEqualTo(401);
  }

  @Test
  void noMappingAnswersWithoutSignIn() {
    SortedSet<String> open = new TreeSet<>();
    SortedSet<String> walked = new TreeSet<>();
    mappings
        .getHandlerMethods()
        .forEach(
            (info, _) -> {
              for (String pattern : info.getPatternValues()) {
                for (var method : info.getMethodsCondition().getMethods()) {
                  String path = pattern.replaceAll("\\{[^}]*}", "x");
                  int status = nobody().send(method.name(), path, null).status();
                  walked.add(method + " " + pattern);
                  if (status != 401 && status != 403) {
                    open.add(method + " " + pattern);
                  }
                }
              }
            });
    assertThat(walked).contains("GET /api/v1/me");
    assertThat(open)
        .containsExactlyInAnyOrder(
            "GET /problems/{slug}",
            "GET /api/v1/sign-in-options",
            "POST /api/v1/session",
            "POST /api/v1/auth/device",
            "POST /api/v1/auth/token");
  }

  @Test
  void sessionOfABrowserLivesFromSignInToSignOut() {
    FirstSignIn.Credentials first = firstAccount();
    Answer signedIn =
        nobody()
            .post(
                "/api/v1/session",
                "{\"login\":\"%s\",\"password\":\"%s\"}"
                    .formatted(first.login(), first.password()));
    assertThat(signedIn.status()).isEqualTo(204);
    String session = cookie(signedIn, "GPUAAS_SESSION");
    assertThat(signedIn.response().headers().allValues("Set-Cookie"))
        .anySatisfy(it -> assertThat(it).contains("GPUAAS_SESSION", "HttpOnly", "SameSite=Lax"));
    String csrf = cookie(signedIn, "XSRF-TOKEN");
    TestClient browser =
        nobody().with("Cookie", "GPUAAS_SESSION=%s; XSRF-TOKEN=%s".formatted(session, csrf));

    Answer me = browser.get("/api/v1/me");
    assertThat(me.status()).isEqualTo(200);
    assertThat(me.json().path("login").asString()).isEqualTo("admin");
    assertThat(me.json().path("roles").get(0).path("role").asString()).isEqualTo("org-admin");

    Answer forged = browser.delete("/api/v1/session");
    assertThat(forged.status()).isEqualTo(403);
    assertThat(forged.code()).isEqualTo("CSRF");

    assertThat(browser.with("X-XSRF-TOKEN", csrf).delete("/api/v1/session").status())
        .isEqualTo(204);
    assertThat(browser.get("/api/v1/me").status()).isEqualTo(401);
  }

  @Test
  void wrongPasswordsAreRefusedAlikeAndThrottled() {
    String body = "{\"login\":\"ghost\",\"password\":\"TESTTOKEN-u-1\"}";
    for (int i = 0; i < 10; i++) {
      Answer refused = nobody().post("/api/v1/session", body);
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.code()).isEqualTo("BAD_CREDENTIALS");
      assertThat(refused.text()).doesNotContain("TESTTOKEN");
    }
    Answer throttled = nobody().post("/api/v1/session", body);
    assertThat(throttled.status()).isEqualTo(429);
    assertThat(Integer.parseInt(throttled.header("Retry-After"))).isBetween(1, 301);
  }

  @Test
  void inventedTokensAreRefused() {
    String real = firstAccount().token();
    for (String token :
        List.of(
            "x",
            "gaas_st_",
            real + "x",
            real.substring(0, real.length() - 1),
            new StringBuilder(real).reverse().toString())) {
      Answer answer = nobody().bearer(token).get("/api/v1/me");
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.code()).isEqualTo("UNAUTHENTICATED");
      assertThat(answer.text()).doesNotContain(real);
    }
    assertThat(nobody().with("Authorization", "Basic YTpi").get("/api/v1/me").status())
        .isEqualTo(401);
    assertThat(admin().get("/api/v1/me").status()).isEqualTo(200);
  }

  private static String cookie(Answer answer, String name) {
    return answer.response().headers().allValues("Set-Cookie").stream()
        .filter(it -> it.startsWith(name + "="))
        .map(it -> it.substring(name.length() + 1, it.indexOf(';')))
        .reduce((_, last) -> last)
        .orElseThrow();
  }
}
