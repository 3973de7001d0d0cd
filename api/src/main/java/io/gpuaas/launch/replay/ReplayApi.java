package io.gpuaas.launch.replay;

import io.gpuaas.launch.LaunchFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The public API, as any client sees it: a token, one connection, JSON. Each request says at which
/// virtual time it is made. That time outlives tokens, so a new one is taken before the old one
/// ends.
final class ReplayApi implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration TOKEN_LIFE = Duration.ofDays(360);
  private static final Duration TOKEN_USE = Duration.ofDays(60);

  private static final String VIRTUAL_TIME = "/api/v1/virtual-time";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Recovery recovery;
  private String url;
  private @Nullable Instant clock;
  private String token;
  private Instant renewAt = Instant.MIN;
  private final AtomicLong requests = new AtomicLong();

  /// What to do when the server does not answer: bring it back and say where it is now.
  interface Recovery {
    String recovered(IOException cause);
  }

  ReplayApi(String url, String token, Recovery recovery) {
    this.url = url;
    this.token = token;
    this.recovery = recovery;
  }

  long requests() {
    return requests.get();
  }

  JsonNode get(String path) {
    return send("GET", path, "", "", 200);
  }

  JsonNode post(String path, JsonNode body, int status) {
    return send("POST", path, JSON.writeValueAsString(body), "", status);
  }

  /// Creates what is not there; a second try finds it and is content.
  void create(String path, ObjectNode body) {
    HttpResponse<String> answer =
        exchange("PUT", path, JSON.writeValueAsString(body), "If-None-Match", "*");
    if (answer.statusCode() != 201 && answer.statusCode() != 412) {
      throw refused("PUT", path, answer);
    }
  }

  /// Replaces what is there in the version it has. A try that was cut off may have counted: then it
  /// is made once more.
  void replace(String path, ObjectNode body) {
    HttpResponse<String> answer = replaceOnce(path, body);
    if (answer.statusCode() == 412) {
      answer = replaceOnce(path, body);
    }
    if (answer.statusCode() != 200) {
      throw refused("PUT", path, answer);
    }
  }

  private HttpResponse<String> replaceOnce(String path, ObjectNode body) {
    long version = get(path).path("version").asLong();
    String text = JSON.writeValueAsString(body);
    return exchange("PUT", path, text, "If-Match", "\"" + version + "\"");
  }

  /// Lets the virtual clock go to `instant`; when something would happen by itself next, null when
  /// nothing will.
  @Nullable Instant advanceTo(Instant instant) {
    nowIs(instant);
    ObjectNode body = JSON.createObjectNode().put("advanceTo", instant.toString());
    JsonNode next = post(VIRTUAL_TIME, body, 200).path("nextEventAt");
    return next.isNull() || next.isMissingNode() ? null : Instant.parse(next.asString());
  }

  /// From now on requests are made at `instant`.
  void nowIs(Instant instant) {
    clock = instant;
    if (instant.isAfter(renewAt)) {
      renewToken(instant);
    }
  }

  private void renewToken(Instant now) {
    ObjectNode body = JSON.createObjectNode().put("name", "replay");
    body.putArray("scopes").add("*");
    body.put("expiresAt", now.plus(TOKEN_LIFE).toString());
    token = post("/api/v1/tokens", body, 201).path("token").asString();
    renewAt = now.plus(TOKEN_USE);
  }

  /// Returns when the ledger has booked all that has happened.
  void awaitBooks() {
    post(VIRTUAL_TIME + "/books", JSON.createObjectNode(), 200);
  }

  private JsonNode send(String method, String path, String body, String header, int status) {
    HttpResponse<String> answer = exchange(method, path, body, header, "");
    boolean repeated = method.equals("POST") && answer.statusCode() == 200;
    if (answer.statusCode() != status && !repeated) {
      throw refused(method, path, answer);
    }
    return JSON.readTree(answer.body());
  }

  private static LaunchFault refused(String method, String path, HttpResponse<String> answer) {
    return new LaunchFault(
        "%s %s was answered with %d: %s"
            .formatted(method, path, answer.statusCode(), answer.body()));
  }

  /// One request, sent again to a recovered server when the connection breaks: each request here
  /// may be repeated.
  private HttpResponse<String> exchange(
      String method, String path, String body, String header, String value) {
    while (true) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url + path))
              .timeout(LONGEST)
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .method(
                  method,
                  body.isEmpty()
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body));
      if (!header.isEmpty()) {
        request.header(header, value);
      }
      if (clock != null) {
        request.header("Virtual-Time", clock.toString());
      }
      try {
        requests.incrementAndGet();
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      } catch (IOException e) {
        url = recovery.recovered(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LaunchFault("The replay was interrupted.", e);
      }
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
