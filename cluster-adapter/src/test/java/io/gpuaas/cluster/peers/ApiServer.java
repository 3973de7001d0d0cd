package io.gpuaas.cluster.peers;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What our client needs of a Kubernetes API server: lists and watches by label, creation that is
/// strict about fields, server-side apply, JSON patches, deletion; and bad days of all kinds. No
/// admission, no versions of kinds, no rights.
final class ApiServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
  private static final int WATCH_MILLIS = 200;
  private static final int GONE = 410;
  private final ServerSocket server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final KubernetesSerialization json = new KubernetesSerialization();
  private final ObjectStore store;
  private final Schemas schemas;
  private final BadDays badDays = new BadDays();
  private final ConcurrentSkipListMap<String, List<String>> versions =
      new ConcurrentSkipListMap<>();
  private volatile long oldest;
  private volatile boolean closed;

  ApiServer(ObjectStore store, Schemas schemas) {
    this.store = store;
    this.schemas = schemas;
    try {
      server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::listen);
  }

  BadDays badDays() {
    return badDays;
  }

  /// Whoever watched from an earlier version than now has to read all anew.
  void forgetThePast() {
    oldest = store.version();
    badDays.cutWatches();
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  private void listen() {
    while (!closed) {
      try {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /// A client that goes away ends its connection, and nothing else.
  private void serve(Socket socket) {
    try (socket) {
      Wire wire = new Wire(socket);
      for (Wire.Request request = wire.read(); request != null; request = wire.read()) {
        Exchange exchange = new Exchange(wire, request);
        if (request.uri().getPath().matches("/apis/[^/?]+")) {
          tellVersions(exchange);
          continue;
        }
        Address address = Address.of(request.uri());
        Fault fault = badDays.meet(ApiRequest.of(request, address));
        if (fault != null) {
          fail(exchange, address, fault);
        } else if (address.isWatch()) {
          wire.openWatch(request);
          watch(wire, address);
          return;
        } else {
          handle(exchange, address);
        }
      }
    } catch (IOException _) {
      LOG.debug("a client has gone");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// The versions of a group, which a client asks for when it misses a kind.
  private void tellVersions(Exchange exchange) throws IOException {
    String group = exchange.request().uri().getPath().substring("/apis/".length());
    List<Tree> served =
        versions.getOrDefault(group, List.of()).stream()
            .map(it -> Tree.of("groupVersion", group + "/" + it, "version", it))
            .toList();
    answer(
        exchange,
        served.isEmpty() ? 404 : 200,
        served.isEmpty()
            ? status(404, "")
            : Tree.of("kind", "APIGroup", "name", group, "versions", served));
  }

  /// A group is served in these versions.
  void serves(String group, List<String> in) {
    versions.put(group, in);
  }

  /// A request and where its answer goes.
  private record Exchange(Wire wire, Wire.Request request) {}

  /// Status 0 is no answer: the connection ends.
  private void fail(Exchange exchange, Address address, Fault fault)
      throws IOException, InterruptedException {
    if (fault.afterMillis() > 0) {
      // Nobody ever counts it down.
      var _ = new CountDownLatch(1).await(fault.afterMillis(), TimeUnit.MILLISECONDS);
    }
    if (fault.afterwards()) {
      handle(new Exchange(Wire.unheard(), exchange.request()), address);
    }
    if (fault.status() == 0) {
      throw new IOException("cut");
    }
    Tree status = status(fault.status(), fault.message()).with("reason", fault.reason());
    Tree details = Tree.of("retryAfterSeconds", fault.retryAfterSeconds());
    answer(
        exchange,
        fault.status(),
        fault.retryAfterSeconds() == 0 ? status : status.with("details", details));
  }

  private void handle(Exchange exchange, Address address) throws IOException {
    switch (exchange.request().method()) {
      case "GET" -> get(exchange, address);
      case "POST" -> post(exchange, address);
      case "PATCH" -> patch(exchange, address);
      case "DELETE" -> delete(exchange, address);
      default -> answer(exchange, 405, Tree.EMPTY);
    }
  }

  private void get(Exchange exchange, Address address) throws IOException {
    if (!address.name().isEmpty()) {
      Tree found = store.find(address.key());
      answer(exchange, found == null ? 404 : 200, found == null ? status(404, "") : found);
      return;
    }
    long version = store.version();
    List<Tree> items =
        store.list(address.resource(), address.namespace()).stream()
            .filter(address::matches)
            .toList();
    Tree metadata = Tree.of("resourceVersion", Long.toString(version));
    answer(
        exchange,
        200,
        Tree.of("kind", "List", "apiVersion", "v1", "metadata", metadata).with("items", items));
  }

  private void watch(Wire wire, Address address) throws IOException, InterruptedException {
    long seen = address.since();
    if (seen < oldest) {
      tell(wire, "ERROR", status(GONE, "too old resource version: " + seen));
      return;
    }
    int generation = badDays.generationOfWatches();
    while (!closed && generation == badDays.generationOfWatches()) {
      for (ObjectStore.Event event : store.after(seen, WATCH_MILLIS)) {
        seen = event.version();
        boolean meant =
            event.resource().equals(address.resource()) && address.matches(event.object());
        if (meant) {
          tell(wire, event.type(), event.object());
        }
      }
    }
  }

  private void tell(Wire wire, String type, Tree object) throws IOException {
    wire.send(text(Tree.of("type", type, "object", object)));
  }

  /// In ASCII: the client's HTTP watch, which falls in where WebSockets do not get through, adds
  /// zeros to a line that has anything else.
  private String text(Tree tree) {
    StringBuilder ascii = new StringBuilder();
    for (char c : json.asJson(tree.plain()).toCharArray()) {
      ascii.append(c < 128 ? Character.toString(c) : "\\u%04x".formatted((int) c));
    }
    return ascii.toString();
  }

  private Tree body(Exchange exchange) {
    return Tree.read(json.unmarshal(exchange.request().body(), Map.class));
  }

  private void post(Exchange exchange, Address address) throws IOException {
    Tree object = body(exchange);
    List<String> wrong = schemas.faults(object);
    if (!wrong.isEmpty()) {
      answer(exchange, 400, status(400, "strict decoding error: " + String.join("; ", wrong)));
      return;
    }
    boolean made = store.create(address.resource(), object);
    ObjectKey key = ObjectKey.of(address.resource(), object);
    Tree there = store.find(key);
    answer(
        exchange,
        made ? 201 : 409,
        made && there != null ? there : status(409, key.name() + " already exists"));
  }

  private void patch(Exchange exchange, Address address) throws IOException {
    if (exchange.request().contentType().startsWith("application/json-patch")) {
      List<Tree> operations = new ArrayList<>();
      List<?> all = json.unmarshal(exchange.request().body(), List.class);
      all.forEach(operation -> operations.add(Tree.read((Map<?, ?>) operation)));
      JsonPatch patch = new JsonPatch(operations);
      store.change(address.key(), patch::apply);
      Tree after = store.find(address.key());
      int code = after == null ? 404 : patch.failed() ? 422 : 200;
      answer(exchange, code, code == 200 && after != null ? after : status(code, "patch"));
      return;
    }
    Tree object = body(exchange);
    List<String> wrong = schemas.faults(object);
    if (!wrong.isEmpty()) {
      answer(exchange, 400, status(400, String.join("; ", wrong)));
      return;
    }
    Tree before = store.find(address.key());
    String manager = address.query().getOrDefault("fieldManager", "");
    boolean forced = address.query().getOrDefault("force", "").equals("true");
    Tree owned = Applied.by(manager, object);
    if (before != null && !forced && Applied.isOthers(before, owned)) {
      String other = Applied.manager(before);
      answer(exchange, 409, status(409, "conflict with \"%s\"".formatted(other)));
      return;
    }
    if (address.query().getOrDefault("dryRun", "").equals("All")) {
      answer(exchange, 200, before == null ? owned : Applied.over(before, owned));
      return;
    }
    if (!store.create(address.resource(), owned)) {
      store.change(address.key(), it -> Applied.over(it, owned));
    }
    Tree after = store.find(address.key());
    answer(exchange, 200, after == null ? owned : after);
  }

  private void delete(Exchange exchange, Address address) throws IOException {
    Tree found = store.find(address.key());
    if (found == null) {
      answer(exchange, 404, status(404, "not found"));
      return;
    }
    store.delete(address.key());
    answer(exchange, 200, found);
  }

  private static Tree status(int code, String message) {
    return Tree.of(
        "kind", "Status",
        "apiVersion", "v1",
        "status", "Failure",
        "code", code,
        "message", message);
  }

  private void answer(Exchange exchange, int code, Tree body) throws IOException {
    exchange.wire().answer(code, text(body));
  }

  @Override
  public void close() {
    closed = true;
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
