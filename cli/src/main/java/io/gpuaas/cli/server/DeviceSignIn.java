package io.gpuaas.cli.server;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import io.gpuaas.cli.Stopper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Signs a person in by their browser (RFC 8628): shows a code, and asks the server again and again
/// whether its person has let this command line in. No password comes near it.
public final class DeviceSignIn {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration SLOWER = Duration.ofSeconds(5);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LONGEST).build();
  private final String url;
  private final Stopper stopper;

  public DeviceSignIn(String url, Stopper stopper) {
    this.url = url;
    this.stopper = stopper;
  }

  /// A token of whoever lets it in.
  ///
  /// @param machine shown to the person
  /// @param say tells the person what to do
  /// @throws CliFault when it is denied, nobody decides in time, or the command is to end
  public String token(String machine, Consumer<String> say) {
    Answer begun = post("/auth/device", Map.of("client_id", "gpuaas-cli", "machine", machine));
    JsonNode asked = begun.require();
    say.accept(
        "Open %s and type %s"
            .formatted(
                asked.path("verification_uri").asString(""), asked.path("user_code").asString("")));
    say.accept(
        "or open %s; waiting for %d minutes."
            .formatted(
                asked.path("verification_uri_complete").asString(""),
                asked.path("expires_in").asLong(0) / 60));
    Map<String, String> question =
        Map.of("grant_type", GRANT, "device_code", asked.path("device_code").asString(""));
    Duration pause = Duration.ofSeconds(Math.max(1, asked.path("interval").asLong(5)));
    while (stopper.pause(pause)) {
      Answer answer = post("/auth/token", question);
      String error = answer.json().path("error").asString("");
      switch (error) {
        case "authorization_pending" -> {}
        case "slow_down" -> pause = pause.plus(SLOWER);
        case "access_denied" ->
            throw new CliFault(ExitStatus.NOT_ALLOWED, "The sign-in was denied.");
        case "expired_token" ->
            throw new CliFault(
                ExitStatus.NOT_ALLOWED, "Nobody has decided in time: call `gpuaas login` again.");
        default -> {
          return answer.require().path("access_token").asString("");
        }
      }
    }
    throw new CliFault(ExitStatus.CANCELLED, "Interrupted.");
  }

  private Answer post(String path, Map<String, String> fields) {
    SortedMap<String, String> ordered = new TreeMap<>(fields);
    String form =
        ordered.entrySet().stream()
            .map(it -> it.getKey() + "=" + Api.encoded(it.getValue()))
            .collect(Collectors.joining("&"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
            .timeout(LONGEST)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      return new Answer(answer.statusCode(), "", answer.body(), 0);
    } catch (IOException e) {
      throw new CliFault(
          ExitStatus.UNAVAILABLE, "The server at %s cannot be reached: %s.".formatted(url, e), e);
    } catch (InterruptedException e) {
      throw new CliFault(ExitStatus.CANCELLED, "Interrupted.", e);
    }
  }
}
