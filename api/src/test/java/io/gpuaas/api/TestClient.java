package io.gpuaas.api;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Calls the application over HTTP, as `headers` say who calls. Immutable.
record TestClient(HttpClient http, String base, List<String> headers) {
  private static final JsonMapper JSON = new JsonMapper();

  /// An answer with its body as text and, where it is JSON, as a tree.
  record Answer(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String text() {
      return response.body();
    }

    JsonNode json() {
      return JSON.readTree(response.body());
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    String code() {
      return json().path("code").asString("");
    }

    /// Pointers of the faults, in order.
    List<String> pointers() {
      List<String> pointers = new ArrayList<>();
      json().path("errors").forEach(it -> pointers.add(it.path("pointer").asString("")));
      return pointers;
    }
  }

  TestClient with(String name, String value) {
    List<String> more = new ArrayList<>(headers);
    more.add(name);
    more.add(value);
    return new TestClient(http, base, List.copyOf(more));
  }

  TestClient bearer(String token) {
    SecretSearch.used(token);
    return with("Authorization", "Bearer " + token);
  }

  Answer get(String path) {
    return send("GET", path, null);
  }

  Answer post(String path, String body) {
    return send("POST", path, body);
  }

  Answer put(String path, String body) {
    return send("PUT", path, body);
  }

  Answer delete(String path) {
    return send("DELETE", path, null);
  }

  /// Creates by PUT; the name must be free.
  Answer create(String path, String body) {
    return with("If-None-Match", "*").put(path, body);
  }

  Answer send(String method, String path, @org.jspecify.annotations.Nullable String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60));
    if (body == null) {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    } else {
      SecretSearch.passed(body);
      request.method(method, HttpRequest.BodyPublishers.ofString(body));
      if (!headers.contains("Content-Type")) {
        request.header("Content-Type", "application/json");
      }
    }
    for (int i = 0; i < headers.size(); i += 2) {
      request.header(headers.get(i), headers.get(i + 1));
    }
    try {
      return noted(new Answer(http.send(request.build(), BodyHandlers.ofString())));
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path + " got no answer.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Answer noted(Answer answer) {
    if (answer.status() >= 400) {
      SecretSearch.refused(answer.text());
    } else {
      SecretSearch.passed(answer.text());
    }
    return answer;
  }
}
