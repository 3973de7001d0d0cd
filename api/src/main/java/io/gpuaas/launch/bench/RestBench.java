package io.gpuaas.launch.bench;

import io.gpuaas.launch.LaunchFault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What many callers of the REST API at once find: submits per second that really run, their
/// latency at half of that, the way from submit to admission, open event streams, and a long list.
final class RestBench {
  private static final int CONNECTIONS = 32;
  private static final double RATE_TARGET = 500;
  private static final double SUBMIT_TARGET = 250;
  private static final double ADMITTED_TARGET = 100;
  private static final double STREAMS_TARGET = 1_024;
  private static final double LIST_TARGET = 100;
  private static final int LIST_REPEATS = 40;

  static final List<String> PARTS = List.of("submits", "abuse", "streams", "lists");
  static final List<String> TARGETS =
      List.of(
          "rest\trest/submits >= 500 jobs/s, from the first submit until all run",
          "rest\trest/submit-p99 <= 250 ms at 250 submits/s",
          "rest\trest/admitted <= 100 ms from submit to admission, nothing else to do (max of 40)",
          "rest\trest/streams/N <= 1,024 MiB resident with N open event streams",
          "rest\trest/list/N/FILTER <= 100 ms (p95) over N jobs");

  /// How much load.
  ///
  /// @param seconds of load at each rate
  /// @param streams open at once
  /// @param jobs in the list
  record Size(int seconds, int streams, int jobs) {}

  private final ServerUnderLoad server;
  private final LoadClient client;
  private final Size size;
  private final Consumer<Figure> report;
  private final AtomicInteger names = new AtomicInteger();

  RestBench(ServerUnderLoad server, LoadClient client, Size size, Consumer<Figure> report) {
    this.server = server;
    this.client = client;
    this.size = size;
    this.report = report;
  }

  /// @param parts of [#PARTS], in that order
  void run(List<String> parts) throws Exception {
    if (!PARTS.containsAll(parts)) {
      throw new LaunchFault("The parts are %s, not %s.".formatted(PARTS, parts));
    }
    new RestSite(client).make();
    warmUp();
    for (String part : PARTS) {
      if (parts.contains(part)) {
        run(part);
      }
    }
  }

  private void run(String part) throws Exception {
    switch (part) {
      case "submits" -> {
        admitted();
        paced();
        sustained();
      }
      case "abuse" -> new AbuseBench(server, client, report).run();
      case "streams" -> streams();
      default -> lists();
    }
  }

  private void warmUp() throws Exception {
    awaitRunning(submit(CONNECTIONS, 2_000, "1s"));
  }

  private ObjectNode job(String runFor) {
    return RestSite.job(RestSite.RUNS, "load-" + names.incrementAndGet(), runFor);
  }

  // ---- submitting ----

  private void admitted() {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String id = client.post("/api/v1/jobs", job("1s")).path("id").asString();
      JsonNode job = client.get("/api/v1/jobs/" + id + "?waitFor=RUNNING&timeout=30s");
      while (job.path("admittedAt").isNull()) {
        job = client.get("/api/v1/jobs/" + id);
      }
      millis.add(between(job, "submittedAt", "admittedAt"));
    }
    Sample sample = new Sample(millis);
    report.accept(
        Figure.lower("rest/admitted", sample.max(), "ms", ADMITTED_TARGET)
            .with(true, Map.of("median", sample.percentile(50), "jobs", sample.size())));
  }

  private static double between(JsonNode job, String from, String to) {
    Instant start = Instant.parse(job.path(from).asString());
    return Duration.between(start, Instant.parse(job.path(to).asString())).toNanos() / 1e6;
  }

  /// Submits at even intervals; a late answer does not delay the next submit.
  private void paced() throws Exception {
    int rate = (int) RATE_TARGET / 2;
    int count = rate * size.seconds();
    ConcurrentLinkedQueue<Double> millis = new ConcurrentLinkedQueue<>();
    List<Future<?>> submits = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long begun = System.nanoTime();
      for (int i = 0; i < count; i++) {
        long due = begun + i * 1_000_000_000L / rate;
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        submits.add(
            threads.submit(
                () -> {
                  client.post("/api/v1/jobs", job("2s"));
                  millis.add((System.nanoTime() - due) / 1e6);
                }));
      }
    }
    for (Future<?> submit : submits) {
      submit.get();
    }
    Sample sample = new Sample(List.copyOf(millis));
    report.accept(
        Figure.lower("rest/submit-p99", sample.percentile(99), "ms", SUBMIT_TARGET)
            .with(
                sample.size() == count,
                Map.of("median", sample.percentile(50), "max", sample.max(), "submits", count)));
  }

  private void sustained() throws Exception {
    int count = ((int) RATE_TARGET) * size.seconds();
    Instant begun = Instant.now();
    long start = System.nanoTime();
    List<String> ids = submit(CONNECTIONS, count, "5s");
    double submitted = (System.nanoTime() - start) / 1e9;
    Instant lastStart = awaitRunning(ids);
    double seconds = Duration.between(begun, lastStart).toNanos() / 1e9;
    report.accept(
        Figure.higher("rest/submits", count / seconds, "jobs/s", RATE_TARGET)
            .with(
                ids.size() == count,
                Map.of(
                    "jobs", count,
                    "secondsToSubmit", submitted,
                    "secondsUntilAllRan", seconds,
                    "residentMiB", server.residentMiB())));
  }

  /// From so many connections, each one after the other.
  private List<String> submit(int connections, int count, String runFor) throws Exception {
    ConcurrentLinkedQueue<String> ids = new ConcurrentLinkedQueue<>();
    AtomicInteger left = new AtomicInteger(count);
    List<Future<?>> loads = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < connections; i++) {
        loads.add(
            threads.submit(
                () -> {
                  while (left.getAndDecrement() > 0) {
                    ids.add(client.post("/api/v1/jobs", job(runFor)).path("id").asString());
                  }
                }));
      }
    }
    for (Future<?> load : loads) {
      load.get();
    }
    return List.copyOf(ids);
  }

  /// Returns when the last of them has started, and when that was.
  private Instant awaitRunning(List<String> ids) {
    Instant last = Instant.MIN;
    for (String id : ids) {
      JsonNode job = client.get("/api/v1/jobs/" + id);
      while (job.path("startedAt").isNull()) {
        job = client.get("/api/v1/jobs/" + id + "?waitFor=RUNNING&timeout=30s");
      }
      Instant started = Instant.parse(job.path("startedAt").asString());
      last = started.isAfter(last) ? started : last;
    }
    return last;
  }

  // ---- streams ----

  private void streams() throws Exception {
    long before = server.residentMiB();
    try (EventStreams streams = EventStreams.open(server.url(), server.token(), size.streams())) {
      streams.count();
      long start = System.nanoTime();
      client.post("/api/v1/jobs", job("1s"));
      int reached = streams.awaitAll(Duration.ofMinutes(1));
      double seconds = (System.nanoTime() - start) / 1e9;
      report.accept(
          Figure.lower(
                  "rest/streams/" + size.streams(),
                  (double) server.residentMiB(),
                  "MiB",
                  STREAMS_TARGET)
              .with(
                  reached == size.streams(),
                  Map.of(
                      "residentMiBBefore", before,
                      "streamsReachedByAnEvent", reached,
                      "secondsUntilAllReached", seconds)));
    }
  }

  // ---- lists ----

  private void lists() {
    fill();
    SortedMap<String, String> filters = new TreeMap<>();
    filters.put("newest", "");
    filters.put("project", "project=archive");
    filters.put("phase", "phase=SUCCEEDED");
    filters.put("user", "user=admin");
    filters.put("part-of-name", "q=held-00777");
    filters.put("part-of-id", "filter=" + encoded("id ~ 7Z7"));
    filters.put("started", "filter=" + encoded("startedAt > 2020-01-01T00:00:00Z"));
    filters.put("exit-code", "filter=" + encoded("exitCode = 3"));
    filters.put("reason", "filter=" + encoded("reason = NOTHING"));
    filters.put("not", "filter=" + encoded("not phase in (QUEUED, RUNNING) and attempt >= 1"));
    filters.put("label", "filter=" + encoded("label.batch = 77"));
    filters.put("image-and-gpus", "filter=" + encoded("image ~ train and gpus > 0"));
    filters.put("nothing-found", "filter=" + encoded("name = nothing"));
    filters.put("oldest", "sort=submittedAt");
    filters.forEach(this::list);
  }

  private static String encoded(String filter) {
    return java.net.URLEncoder.encode(filter, java.nio.charset.StandardCharsets.UTF_8);
  }

  private void fill() {
    int inBatch = 500;
    int held = 0;
    for (int left = size.jobs() - names.get(); left > 0; left -= inBatch) {
      ObjectNode body = LoadClient.JSON.createObjectNode();
      ArrayNode jobs = body.putArray("jobs");
      String batch = Integer.toString(held / inBatch);
      for (int i = 0; i < Math.min(left, inBatch); i++) {
        ObjectNode job = RestSite.job(RestSite.HELD, "held-%06d".formatted(held++), "1s");
        job.putObject("labels").put("batch", batch);
        jobs.add(job);
      }
      client.post("/api/v1/jobs:batch", body);
    }
  }

  private void list(String name, String query) {
    List<Double> millis = new ArrayList<>();
    int found = 0;
    for (int i = 0; i < LIST_REPEATS; i++) {
      long start = System.nanoTime();
      JsonNode page = client.get("/api/v1/jobs?limit=50&" + query);
      millis.add((System.nanoTime() - start) / 1e6);
      found = page.path("items").size();
    }
    Sample sample = new Sample(millis);
    report.accept(
        Figure.lower(
                "rest/list/%d/%s".formatted(size.jobs(), name),
                sample.percentile(95),
                "ms",
                LIST_TARGET)
            .with(true, Map.of("median", sample.percentile(50), "onThePage", found)));
  }
}
