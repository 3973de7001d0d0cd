package io.gpuaas.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A server that answers what it was told to, in order for each address, the last answer again and
/// again. It notes what it was asked.
final class FakeServer implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Deque<Reply>> replies = new TreeMap<>();
  private final List<Asked> asked = new ArrayList<>();

  /// @param cut whether the connection breaks behind the body
  record Reply(int status, String type, String body, String etag, boolean cut) {}

  record Asked(
      String method,
      String path,
      String key,
      String last,
      String match,
      String authorization,
      String body) {}

  FakeServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  FakeServer json(String call, int status, String body) {
    return reply(call, new Reply(status, "application/json", body, "\"1\"", false));
  }

  FakeServer stream(String call, boolean cut, String body) {
    return reply(call, new Reply(200, "text/event-stream", body, "", cut));
  }

  private synchronized FakeServer reply(String call, Reply reply) {
    replies.computeIfAbsent(call, _ -> new ArrayDeque<>()).addLast(reply);
    return this;
  }

  synchronized List<Asked> asked(String method) {
    return asked.stream().filter(it -> it.method().equals(method)).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString().replaceFirst("^/api/v1", "");
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Reply reply = next(exchange, path, body);
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", reply.type());
    if (!reply.etag().isEmpty()) {
      exchange.getResponseHeaders().set("ETag", reply.etag());
    }
    exchange.sendResponseHeaders(reply.status(), length(reply, bytes.length));
    OutputStream out = exchange.getResponseBody();
    out.write(bytes);
    out.flush();
    // With less than was announced this breaks the connection.
    exchange.close();
  }

  /// More than will come, for a connection that breaks.
  private static long length(Reply reply, int bytes) {
    return reply.cut() ? bytes + 1000L : bytes == 0 ? -1 : 0;
  }

  private synchronized Reply next(HttpExchange exchange, String path, String body) {
    String method = exchange.getRequestMethod();
    asked.add(
        new Asked(
            method,
            path,
            header(exchange, "Idempotency-Key"),
            header(exchange, "Last-Event-ID"),
            header(exchange, "If-Match") + header(exchange, "If-None-Match"),
            header(exchange, "Authorization"),
            body));
    Deque<Reply> queue = replies.get(method + " " + path);
    if (queue == null) {
      return new Reply(404, "application/problem+json", "{\"title\":\"Nothing\"}", "", false);
    }
    return queue.size() > 1 ? queue.removeFirst() : queue.getFirst();
  }

  private static String header(HttpExchange exchange, String name) {
    @Nullable String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
