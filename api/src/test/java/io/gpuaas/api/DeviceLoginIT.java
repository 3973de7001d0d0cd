package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.cli.Cli;
import io.gpuaas.cli.Stopper;
import io.gpuaas.cli.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `gpuaas login` by a browser, RFC 8628: over HTTP as any client would, and as the command does.
class DeviceLoginIT extends HttpIT {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";
  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private TestBrowser signedIn() {
    TestBrowser browser = new TestBrowser();
    String credentials =
        "{\"login\":\"%s\",\"password\":\"%s\"}"
            .formatted(firstAccount().login(), firstAccount().password());
    assertThat(browser.post(url("/api/v1/session"), credentials).statusCode()).isEqualTo(204);
    return browser;
  }

  private JsonNode begin(String machine) {
    HttpResponse<String> begun =
        new TestBrowser()
            .form(url("/api/v1/auth/device"), Map.of("client_id", "any", "machine", machine));
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
    assertThat(begun.headers().firstValue("Cache-Control")).contains("no-store");
    JsonNode json = TestJson.read(begun.body());
    SecretSearch.used(json.path("device_code").asString());
    return json;
  }

  private JsonNode poll(JsonNode begun) {
    HttpResponse<String> answer =
        new TestBrowser()
            .form(
                url("/api/v1/auth/token"),
                Map.of("grant_type", GRANT, "device_code", begun.path("device_code").asString()));
    JsonNode json = TestJson.read(answer.body());
    boolean refused = json.path("error").isString();
    assertThat(answer.statusCode()).isEqualTo(refused ? 400 : 200);
    return json;
  }

  private HttpResponse<String> decide(TestBrowser browser, JsonNode begun, String decision) {
    String code = begun.path("user_code").asString();
    return browser.post(
        url("/api/v1/device-logins/%s/decision".formatted(code)),
        "{\"decision\":\"%s\"}".formatted(decision));
  }

  @Test
  void personLetsACommandLineInOnce() {
    JsonNode begun = begin("workstation-7 <script>");
    String code = begun.path("user_code").asString();
    assertThat(code).matches("[B-Z]{4}-[B-Z]{4}");
    assertThat(begun.path("verification_uri_complete").asString())
        .isEqualTo(url("/device?code=" + code));
    assertThat(poll(begun).path("error").asString()).isEqualTo("authorization_pending");
    assertThat(poll(begun).path("error").asString()).isEqualTo("slow_down");
    TestBrowser browser = signedIn();
    String typed = code.toLowerCase(java.util.Locale.ROOT).replace("-", " ").strip();
    HttpResponse<String> seen =
        browser.get(url("/api/v1/device-logins/" + typed.replace(" ", "%20")));
    assertThat(seen.body()).contains("\"machine\":\"workstation-7 script\"", "\"127.0.0.1\"");
    assertThat(decide(browser, begun, "ALLOW").statusCode()).isEqualTo(204);
    assertThat(decide(browser, begun, "DENY").statusCode()).isEqualTo(404);
    JsonNode given = poll(begun);
    String token = given.path("access_token").asString();
    assertThat(given.path("token_type").asString()).isEqualTo("Bearer");
    assertThat(nobody().bearer(token).get("/api/v1/me").json().path("login").asString())
        .isEqualTo(firstAccount().login());
    assertThat(poll(begun).path("error").asString()).isEqualTo("expired_token");
    assertThat(admin().get("/api/v1/audit?limit=50").text())
        .contains("device.decide", "device/workstation-7 script");
  }

  @Test
  void deniedAndUnknownCodesGetNothing() {
    JsonNode begun = begin("m");
    assertThat(decide(signedIn(), begun, "DENY").statusCode()).isEqualTo(204);
    assertThat(poll(begun).path("error").asString()).isEqualTo("access_denied");
    assertThat(poll(begun).path("error").asString()).isEqualTo("expired_token");
    TestBrowser browser = signedIn();
    assertThat(browser.get(url("/api/v1/device-logins/BBBB-BBBB")).statusCode()).isEqualTo(404);
    assertThat(browser.get(url("/api/v1/device-logins/x")).statusCode()).isEqualTo(404);
  }

  @Test
  void strangersAndTokensDecideNothing() {
    JsonNode begun = begin("m");
    assertThat(decide(new TestBrowser(), begun, "ALLOW").statusCode()).isIn(401, 403);
    String path = "/api/v1/device-logins/%s/decision".formatted(begun.path("user_code").asString());
    Answer byToken = admin().post(path, "{\"decision\":\"ALLOW\"}");
    assertThat(byToken.status()).isEqualTo(403);
    assertThat(poll(begun).path("error").asString()).isEqualTo("authorization_pending");
  }

  /// What a command says to its person, line by line, while it runs.
  private static final class Lines extends PrintStream {
    private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();

    Lines() {
      super(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    }

    @Override
    public void println(String line) {
      said.add(line);
    }
  }

  @Test
  void commandShowsACodeAndKeepsATokenForItsOwnerOnly() throws Exception {
    TreeMap<String, String> environment = new TreeMap<>();
    environment.put("GPUAAS_CONFIG", "cli.json");
    environment.put("HOSTNAME", "laptop");
    Lines err = new Lines();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Surroundings here =
        new Surroundings(
            environment,
            folder,
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            err,
            false,
            InstantSource.system(),
            () -> UUID.randomUUID().toString(),
            new Stopper());
    CompletableFuture<Integer> login =
        CompletableFuture.supplyAsync(() -> Cli.run(here, "login", "--url", url("")));
    String line = String.valueOf(err.said.poll(30, TimeUnit.SECONDS));
    Matcher shown = Pattern.compile("Open (\\S+/device) and type (\\S+)").matcher(line);
    assertThat(shown.find()).as(line).isTrue();
    String path = "/api/v1/device-logins/%s/decision".formatted(shown.group(2));
    assertThat(signedIn().post(url(path), "{\"decision\":\"ALLOW\"}").statusCode()).isEqualTo(204);
    assertThat(login.get(30, TimeUnit.SECONDS)).as(String.join("\n", err.said)).isZero();
    assertThat(String.join("\n", err.said)).contains("You are " + firstAccount().login());
    Path kept = folder.resolve("cli.json");
    assertThat(Files.getPosixFilePermissions(kept)).hasSize(2);
    assertThat(token(kept)).startsWith("gaas_st_");
    assertThat(admin().get("/api/v1/tokens?limit=200").text()).contains("gpuaas login on laptop");
  }

  private static String token(Path kept) throws IOException {
    return TestJson.read(Files.readString(kept)).path("token").asString();
  }
}
