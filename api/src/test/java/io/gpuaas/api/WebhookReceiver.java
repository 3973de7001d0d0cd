package io.gpuaas.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Somebody who is told what happens to jobs, and checks signatures by the text of the Standard
/// Webhooks, with no code of ours.
final class WebhookReceiver implements AutoCloseable {
  private final HttpServer server;
  private final BlockingQueue<Received> news = new LinkedBlockingQueue<>();
  private final List<Received> all = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile @Nullable String target;
  private volatile boolean endless;

  WebhookReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::receive);
    server.start();
  }

  /// A message as it came.
  record Received(
      String path, String id, String time, String signatures, String authorization, String body) {
    JsonNode json() {
      return TestJson.read(body);
    }

    String kind() {
      return json().at("/data/kind").asString(json().path("type").asString(""));
    }

    String job() {
      return json().at("/data/job").asString("");
    }

    long seq() {
      return json().at("/data/seq").asLong(-1);
    }

    boolean isSignedBy(String secret) {
      if (!secret.startsWith("whsec_")) {
        return false;
      }
      try {
        Mac mac = Mac.getInstance("HmacSHA256");
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        String content = id + "." + time + "." + body;
        byte[] signature = mac.doFinal(content.getBytes(StandardCharsets.UTF_8));
        String wanted = "v1," + Base64.getEncoder().encodeToString(signature);
        return List.of(signatures.split(" ", -1)).contains(wanted);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// The next messages are answered with 503.
  void refuse(int count) {
    refusals.set(count);
  }

  void redirectTo(String address) {
    target = address;
  }

  /// From now on answers are 200 and do not end.
  void answerForEver() {
    target = null;
    endless = true;
  }

  private void receive(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Received received =
        new Received(
            exchange.getRequestURI().getPath(),
            header(exchange, "webhook-id"),
            header(exchange, "webhook-timestamp"),
            header(exchange, "webhook-signature"),
            header(exchange, "Authorization"),
            body);
    all.add(received);
    news.add(received);
    String elsewhere = target;
    if (elsewhere != null) {
      exchange.getResponseHeaders().set("Location", elsewhere);
      exchange.sendResponseHeaders(307, -1);
    } else if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      exchange.sendResponseHeaders(503, -1);
    } else if (endless) {
      writeForEver(exchange);
    } else {
      exchange.sendResponseHeaders(204, -1);
    }
    exchange.close();
  }

  private static void writeForEver(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    byte[] piece = new byte[8192];
    try (OutputStream out = exchange.getResponseBody()) {
      while (true) {
        out.write(piece);
      }
    } catch (IOException _) {
      // The other side has heard enough.
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }

  List<Received> all() {
    return List.copyOf(all);
  }

  /// Messages about the job, as they came, until one of this kind.
  List<Received> until(String job, String kind) {
    List<Received> about = new ArrayList<>();
    Received one = next(it -> it.job().equals(job));
    about.add(one);
    while (!one.kind().equals(kind)) {
      one = next(it -> it.job().equals(job));
      about.add(one);
    }
    return about;
  }

  Received next(String type) {
    return next(it -> it.kind().equals(type));
  }

  /// The next message whose body has this text.
  Received nextWith(String text) {
    return next(it -> it.body().contains(text));
  }

  private Received next(Predicate<Received> wanted) {
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      Received received = news.poll(30, TimeUnit.SECONDS);
      while (received != null && !wanted.test(received)) {
        received = news.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
      if (received == null) {
        throw new AssertionError("No such message came; those that did: " + all);
      }
      return received;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
