package io.gpuaas.launch.bench;

import io.gpuaas.launch.LaunchFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Requests of one caller over as many connections as it has threads.
final class LoadClient implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.shared();
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;
  private final String token;

  LoadClient(String url, String token) {
    this.url = url;
    this.token = token;
  }

  JsonNode get(String path) {
    return send(request(path).GET().build());
  }

  JsonNode post(String path, JsonNode body) {
    return send(
        request(path)
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build());
  }

  /// Creates what is not there yet.
  void create(String path, ObjectNode body) {
    put(path, body, "If-None-Match", "*");
  }

  /// Replaces what is there in the version it has.
  void replace(String path, ObjectNode body) {
    put(path, body, "If-Match", "\"" + get(path).path("version").asLong() + "\"");
  }

  private void put(String path, ObjectNode body, String header, String value) {
    send(
        request(path)
            .header(header, value)
            .PUT(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(LONGEST)
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json");
  }

  private JsonNode send(HttpRequest request) {
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new LaunchFault(
            "%s %s was answered with %d: %s"
                .formatted(request.method(), request.uri(), answer.statusCode(), answer.body()));
      }
      return answer.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new LaunchFault("The product does not answer any more.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("The benchmark was interrupted.", e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
