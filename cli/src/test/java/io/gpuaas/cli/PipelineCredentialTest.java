package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A pipeline without a stored secret.
class PipelineCredentialTest {
  private static final String GIVEN = "{\"access_token\":\"gaas_st_short\",\"expires_in\":900}";

  @Test
  void identityOfTheRunnerIsExchangedOnceForAllRequests() {
    try (FakeServer server = new FakeServer()) {
      server.json("POST /auth/token", 200, GIVEN);
      server.json("GET /token?v=2&audience=" + encoded(server), 200, "{\"value\":\"identity\"}");
      server.json("GET /me", 200, "{\"login\":\"ci\"}");
      Map<String, String> runner =
          Map.of(
              "GPUAAS_URL",
              server.url(),
              "GPUAAS_PROJECT",
              "vision",
              "ACTIONS_ID_TOKEN_REQUEST_URL",
              server.url() + "/token?v=2",
              "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
              "runner");
      Call call = Call.of(Path.of(""), runner, "", "whoami", "-o", "json");
      assertThat(call.status()).as(call.err()).isZero();
      assertThat(server.asked("POST").getFirst().body())
          .contains("subject_token=identity")
          .contains("audience=vision")
          .contains("token-exchange");
      assertThat(server.asked("GET").getLast().path()).isEqualTo("/me");
      assertThat(server.asked("GET").getLast().authorization()).isEqualTo("Bearer gaas_st_short");
    }
  }

  private static String encoded(FakeServer server) {
    return server.url().replace(":", "%3A").replace("/", "%2F");
  }

  @Test
  void refusalOfTheServerIsSaidAndEndsWithItsStatus() {
    try (FakeServer server = new FakeServer()) {
      server.json("POST /auth/token", 400, "{\"error_description\":\"No trust rule fits.\"}");
      Map<String, String> runner =
          Map.of("GPUAAS_URL", server.url(), "GPUAAS_ID_TOKEN", "identity");
      Call call = Call.of(Path.of(""), runner, "", "whoami");
      assertThat(call.status()).isEqualTo(3);
      assertThat(call.err()).contains("No trust rule fits.").doesNotContain("identity=");
    }
  }
}
