package io.gpuaas.cluster.apimodel;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.gpuaas.cluster.apimodel.ObjectStore.Event;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/// An API server on a port of this machine, with a player of Jobs behind it.
public final class ApiServerModel implements AutoCloseable {
  /// In ASCII: the client's HTTP watch, which falls in where WebSockets do not get through, adds
  /// zeros to a line that has anything else.
  private static final JsonMapper JSON =
      JsonMapper.builder(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build())
          .build();

  private static final int GONE = 410;

  private final ObjectStore store = new ObjectStore();
  private final Verbs verbs = new Verbs(store);
  private final JobsPlayer player = new JobsPlayer(store);
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Standing> faults = new CopyOnWriteArrayList<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger generationOfWatches = new AtomicInteger();
  private volatile long oldest;
  private volatile boolean closed;

  /// A request that came.
  ///
  /// @param what like `POST batch/jobs`
  public record Asked(Instant at, String what) {}

  /// A fault and how many requests it still meets.
  private record Standing(Fault fault, AtomicInteger left) {}

  private ApiServerModel(HttpServer server) {
    this.server = server;
  }

  public static ApiServerModel start() {
    try {
      InetAddress here = InetAddress.getLoopbackAddress();
      HttpServer http = HttpServer.create(new InetSocketAddress(here, 0), 0);
      ApiServerModel model = new ApiServerModel(http);
      http.setExecutor(model.threads);
      http.createContext("/", model::answer);
      http.start();
      var _ = model.threads.submit(model::play);
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void play() {
    try {
      while (!closed) {
        long before = store.version();
        player.step();
        if (store.version() == before) {
          var _ = store.after(before, 20);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public ObjectStore store() {
    return store;
  }

  /// For a client of it: HTTP watches, and no retries of its own.
  public Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
        .withOnlyHttpWatches(true)
        .withRequestRetryBackoffLimit(0)
        .withRequestTimeout(2_000)
        .withWatchReconnectInterval(50)
        .build();
  }

  /// The next so many requests that it means get it.
  public void fail(Fault fault, int times) {
    faults.add(new Standing(fault, new AtomicInteger(times)));
  }

  /// Until [#heal].
  public void fail(Fault fault) {
    fail(fault, Integer.MAX_VALUE);
  }

  public void heal() {
    faults.clear();
  }

  /// When so was asked.
  public List<Instant> asked(String what) {
    return asked.stream().filter(it -> it.what().equals(what)).map(Asked::at).toList();
  }

  /// Whether pods that are told to end stay, as with a kubelet that is not heard of.
  public void holdEndingPods(boolean hold) {
    player.holdEnding = hold;
    store.wake();
  }

  /// Ends all watches, as a connection that breaks does.
  public void cutWatches() {
    generationOfWatches.incrementAndGet();
    store.wake();
  }

  /// Forgets what has happened up to now: whoever watched from an earlier version has to read all
  /// anew.
  public void forgetThePast() {
    oldest = store.version();
    cutWatches();
  }

  private void answer(HttpExchange exchange) {
    try (exchange) {
      ApiRequest request = ApiRequest.of(exchange);
      asked.add(new Asked(Instant.now(), request.what()));
      Fault fault = fault(request);
      if (fault != null && fault.afterwards()) {
        var _ = verbs.answer(request);
      }
      if (fault != null) {
        refuse(exchange, fault);
      } else if (request.isWatch()) {
        watch(exchange, request);
      } else {
        Verbs.Answer answer = verbs.answer(request);
        write(exchange, answer.status(), answer.body());
      }
    } catch (IOException e) {
      // Whoever asked has gone.
      exchange.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Fault fault(ApiRequest request) {
    for (Standing standing : faults) {
      boolean meets = standing.fault().where().test(request);
      if (meets && standing.left().getAndDecrement() > 0) {
        return standing.fault();
      }
    }
    return null;
  }

  private static void refuse(HttpExchange exchange, Fault fault) throws IOException {
    if (fault.status() == 0) {
      throw new IOException("cut");
    }
    Tree status = Verbs.status(fault.status(), fault.reason(), fault.message());
    Tree details = Tree.of("retryAfterSeconds", fault.retryAfterSeconds());
    write(
        exchange,
        fault.status(),
        fault.retryAfterSeconds() == 0 ? status : status.with("details", details));
  }

  private static void write(HttpExchange exchange, int status, Tree body) throws IOException {
    byte[] bytes = bytes(body);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static byte[] bytes(Tree tree) {
    return JSON.writeValueAsString(tree.plain()).getBytes(StandardCharsets.UTF_8);
  }

  private void watch(HttpExchange exchange, ApiRequest request)
      throws IOException, InterruptedException {
    int generation = generationOfWatches.get();
    String from = request.query().getOrDefault("resourceVersion", "");
    long seen = from.isEmpty() ? store.version() : Long.parseLong(from);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    if (seen < oldest) {
      tell(out, "ERROR", Verbs.status(GONE, "Expired", "too old resource version: " + seen));
      return;
    }
    while (!closed && generation == generationOfWatches.get()) {
      long before = seen;
      boolean told = false;
      for (Event event : store.after(seen, 500)) {
        seen = event.version();
        if (verbs.concerns(request, event.key(), event.object())) {
          tell(out, event.type(), event.object());
          told = true;
        }
      }
      if (seen > before && !told && request.query().containsKey("allowWatchBookmarks")) {
        tell(out, "BOOKMARK", Verbs.bookmark(request, seen));
      }
    }
  }

  private static void tell(OutputStream out, String type, Tree object) throws IOException {
    out.write(bytes(Tree.of("type", type, "object", object)));
    out.write('\n');
    out.flush();
  }

  /// Makes a node with GPUs.
  public void addNode(String name, int gpus) {
    Tree metadata =
        Tree.of("name", name, "labels", Tree.of("nvidia.com/gpu.product", "NVIDIA-H200"));
    Tree status =
        Tree.of(
            "allocatable",
            Tree.texts(new java.util.TreeMap<>(Map.of("nvidia.com/gpu", "" + gpus))),
            "conditions",
            List.of(Tree.of("type", "Ready", "status", "True")));
    store.put(
        new ObjectStore.Key("/nodes", "", name),
        Tree.of("apiVersion", "v1", "kind", "Node", "metadata", metadata, "status", status));
  }

  /// Objects of a kind that carry a label.
  public List<Tree> labelled(String kind, String label, String value) {
    List<Tree> found = new ArrayList<>();
    for (Tree object : store.all(kind)) {
      if (object.text("metadata", "labels", label).equals(value)) {
        found.add(object);
      }
    }
    return found;
  }

  @Override
  public void close() {
    closed = true;
    store.wake();
    server.stop(0);
    threads.shutdownNow();
  }
}
