package io.gpuaas.launch.bench;

import io.gpuaas.launch.LaunchFault;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;

/// How ordinary callers fare while others mean harm: their calls, made at even intervals, are what
/// is measured; that each harmful one was refused decides whether the figure counts.
final class AbuseBench {
  private static final double OTHERS_TARGET = 250;
  private static final int CONNECTIONS = 10_000;
  private static final int WRONG_PASSWORDS = 1_000;
  private static final int FORGED = 2_000;
  private static final int ENDLESS = 16;
  private static final long MOST_BYTES = 64L << 20;
  private static final int CALLS = 300;
  private static final long CALL_EVERY_NANOS = 20_000_000;
  private static final int ATTACKERS = 16;

  static final List<String> TARGETS =
      List.of(
          "rest\trest/abuse/connections/10000 <= 250 ms (p95 of others), idle and slow ones",
          "rest\trest/abuse/endless <= 250 ms (p95 of others), 16 bodies without end",
          "rest\trest/abuse/passwords <= 250 ms (p95 of others), 1,000 wrong ones",
          "rest\trest/abuse/forged <= 250 ms (p95 of others), 2,000 tokens and cursors");

  private final ServerUnderLoad server;
  private final LoadClient client;
  private final Consumer<Figure> report;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  AbuseBench(ServerUnderLoad server, LoadClient client, Consumer<Figure> report) {
    this.server = server;
    this.client = client;
    this.report = report;
  }

  void run() throws Exception {
    connections();
    endless();
    passwords();
    forged();
  }

  /// What others wait for their answers, in milliseconds; something happens after each call.
  private Sample others(Runnable meanwhile) {
    List<Double> millis = new ArrayList<>();
    long begun = System.nanoTime();
    for (int i = 0; i < CALLS; i++) {
      long due = begun + i * CALL_EVERY_NANOS;
      awaitTurn(due);
      if (i % 4 == 0) {
        client.post("/api/v1/jobs:plan", RestSite.job(RestSite.RUNS, "calm", "1s"));
      } else {
        client.get(i % 2 == 0 ? "/api/v1/me" : "/api/v1/jobs?limit=10");
      }
      millis.add((System.nanoTime() - due) / 1e6);
      meanwhile.run();
    }
    return new Sample(millis);
  }

  private static void awaitTurn(long due) {
    while (System.nanoTime() < due) {
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }

  private void say(String name, Sample others, boolean right, Map<String, Object> facts) {
    Map<String, Object> all = new java.util.TreeMap<>(facts);
    all.put("median", others.percentile(50));
    all.put("max", others.max());
    all.put("residentMiB", server.residentMiB());
    report.accept(
        Figure.lower("rest/abuse/" + name, others.percentile(95), "ms", OTHERS_TARGET)
            .with(right, all));
  }

  private void connections() throws IOException {
    try (HeldConnections held = HeldConnections.open(server.url(), server.token(), CONNECTIONS)) {
      int[] calls = {0};
      Sample others =
          others(
              () -> {
                if (++calls[0] % 100 == 0) {
                  held.drip();
                }
              });
      say(
          "connections/" + CONNECTIONS,
          others,
          others.size() == CALLS,
          Map.of("cutByTheServer", held.refused()));
    }
  }

  private void endless() throws Exception {
    AtomicLong longest = new AtomicLong();
    during(
        "endless",
        ENDLESS,
        i -> {
          longest.accumulateAndGet(sendUntilCut(), Math::max);
          return 413;
        },
        statuses -> longest.get() < MOST_BYTES,
        () -> Map.of("mostBytesTaken", longest.get()));
  }

  private long sendUntilCut() {
    byte[] piece = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    URI address = URI.create(server.url());
    long sent = 0;
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      OutputStream out = socket.getOutputStream();
      String head =
          """
          POST /api/v1/jobs HTTP/1.1\r
          Host: bench\r
          Authorization: Bearer %s\r
          Content-Type: application/json\r
          Transfer-Encoding: chunked\r
          \r
          """
              .formatted(server.token());
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      while (sent < MOST_BYTES) {
        out.write(piece);
        sent += piece.length;
      }
    } catch (IOException _) {
      // The server has heard enough.
    }
    return sent;
  }

  private void passwords() throws Exception {
    during(
        "passwords",
        WRONG_PASSWORDS,
        i -> {
          String body = "{\"login\":\"nobody-%d\",\"password\":\"wrong-%d\"}".formatted(i % 5, i);
          return status("/api/v1/session", "X-Bench", "1", body);
        },
        statuses -> statuses.keySet().equals(java.util.Set.of(401, 429)),
        Map::of);
  }

  private void forged() throws Exception {
    client.post("/api/v1/jobs", RestSite.job(RestSite.HELD, "cursor-1", "1s"));
    client.post("/api/v1/jobs", RestSite.job(RestSite.HELD, "cursor-2", "1s"));
    JsonNode page = client.get("/api/v1/jobs?limit=1");
    String cursor = page.path("nextCursor").asString();
    during(
        "forged",
        FORGED,
        i -> {
          String text = i % 2 == 0 ? server.token() : cursor;
          int at = i / 2 % (text.length() - 1);
          char other = text.charAt(at) == 'A' ? 'B' : 'A';
          String changed = text.substring(0, at) + other + text.substring(at + 1);
          return i % 2 == 0
              ? status("/api/v1/me", "Authorization", "Bearer " + changed, null)
              : status(
                  "/api/v1/jobs?limit=1&cursor=" + changed,
                  "Authorization",
                  "Bearer " + server.token(),
                  null);
        },
        statuses -> statuses.equals(Map.of(400, FORGED / 2L, 401, FORGED / 2L)),
        Map::of);
  }

  private int status(
      String path, String header, String value, @org.jspecify.annotations.Nullable String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path)).header(header, value);
    if (body != null) {
      request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    }
    try {
      return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new LaunchFault("The product does not answer any more.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchFault("The benchmark was interrupted.", e);
    }
  }

  /// Others call while so many attacks are made, spread evenly over that time, a few at once.
  private void during(
      String name,
      int count,
      IntFunction<Integer> attack,
      java.util.function.Predicate<Map<Integer, Long>> right,
      java.util.function.Supplier<Map<String, Object>> facts)
      throws Exception {
    ConcurrentSkipListMap<Integer, Long> statuses = new ConcurrentSkipListMap<>();
    AtomicLong next = new AtomicLong();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> attackers = new ArrayList<>();
      for (int a = 0; a < ATTACKERS; a++) {
        attackers.add(
            threads.submit(
                () -> {
                  for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    awaitTurn(start + i * CALLS * CALL_EVERY_NANOS / count);
                    statuses.merge(attack.apply((int) i), 1L, Long::sum);
                  }
                }));
      }
      Sample others = others(() -> {});
      for (Future<?> attacker : attackers) {
        attacker.get();
      }
      Map<String, Object> all = new java.util.TreeMap<>(facts.get());
      all.put("answers", statuses);
      say(name, others, right.test(statuses), all);
    }
  }
}
