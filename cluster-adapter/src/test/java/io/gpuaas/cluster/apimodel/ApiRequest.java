package io.gpuaas.cluster.apimodel;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A request, taken apart.
///
/// @param kind group and plural, like `batch/jobs`
/// @param namespace empty for all, and for what has none
/// @param name empty for lists
public record ApiRequest(
    String method,
    String kind,
    String namespace,
    String name,
    SortedMap<String, String> query,
    String contentType,
    String body) {

  static ApiRequest of(HttpExchange exchange) throws IOException {
    List<String> parts =
        new ArrayList<>(List.of(exchange.getRequestURI().getPath().substring(1).split("/")));
    String group = parts.removeFirst().equals("apis") ? parts.removeFirst() : "";
    parts.removeFirst(); // the version
    String namespace = "";
    if (parts.getFirst().equals("namespaces") && parts.size() > 2) {
      parts.removeFirst();
      namespace = parts.removeFirst();
    }
    String plural = parts.removeFirst();
    String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
    return new ApiRequest(
        exchange.getRequestMethod(),
        group + "/" + plural,
        namespace,
        parts.isEmpty() ? "" : parts.removeFirst(),
        query(exchange.getRequestURI().getRawQuery()),
        contentType == null ? "" : contentType,
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
  }

  private static SortedMap<String, String> query(@org.jspecify.annotations.Nullable String raw) {
    TreeMap<String, String> query = new TreeMap<>();
    for (String pair : (raw == null ? "" : raw).split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        query.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return query;
  }

  public boolean isWatch() {
    return query.getOrDefault("watch", "false").equals("true");
  }

  /// Like `POST batch/jobs`.
  public String what() {
    return (isWatch() ? "WATCH" : method) + " " + kind;
  }
}
