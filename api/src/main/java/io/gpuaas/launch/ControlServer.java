package io.gpuaas.launch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.LeaderView;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.simulator.Mask;
import io.gpuaas.simulator.Scenario;
import io.gpuaas.simulator.Simulation;
import io.gpuaas.simulator.Snapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/// Answers `gpuaas status`, `gpuaas audit` and `gpuaas snapshot` from inside the running product.
///
/// On a free loopback port, and only to those who know the secret in the data folder's
/// `instance.json`: who may read that file may ask, whatever accounts the product has.
final class ControlServer implements AutoCloseable {
  static final String SNAPSHOT = "/snapshot";
  static final String MASKED_SNAPSHOT = "/masked-snapshot";
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int SECRET_BYTES = 24;
  private static final Duration DATABASE_PATIENCE = Duration.ofSeconds(2);

  private final HttpServer server;
  private final String secret;
  private final ApplicationContext application;

  private ControlServer(HttpServer server, String secret, ApplicationContext application) {
    this.server = server;
    this.secret = secret;
    this.application = application;
  }

  /// What the product says of itself.
  ///
  /// @param leader whether this instance is the one that plans
  record Answer(boolean leader, boolean databaseOk, List<String> clusters) {}

  static ControlServer start(ApplicationContext application) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      byte[] drawn = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(drawn);
      ControlServer control =
          new ControlServer(server, HexFormat.of().formatHex(drawn), application);
      server.createContext("/status", exchange -> control.answer(exchange, control::status));
      server.createContext(
          "/audit", exchange -> control.answer(exchange, () -> Audit.of(application)));
      server.createContext(
          SNAPSHOT, exchange -> control.answer(exchange, () -> control.snapshot(false)));
      server.createContext(
          MASKED_SNAPSHOT, exchange -> control.answer(exchange, () -> control.snapshot(true)));
      server.start();
      return control;
    } catch (IOException e) {
      throw new LaunchFault("No free port for the control server on the loopback address.", e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  String secret() {
    return secret;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange, Supplier<?> answer) throws IOException {
    try (exchange) {
      if (!knowsSecret(exchange)) {
        exchange.sendResponseHeaders(FORBIDDEN, -1);
        return;
      }
      byte[] body = JsonMapper.shared().writeValueAsBytes(answer.get());
      exchange.sendResponseHeaders(OK, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private boolean knowsSecret(HttpExchange exchange) {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    return given != null
        && MessageDigest.isEqual(
            given.getBytes(StandardCharsets.UTF_8),
            ("Bearer " + secret).getBytes(StandardCharsets.UTF_8));
  }

  private SnapshotCommand.Answer snapshot(boolean masked) {
    World world = application.getBean(WorldView.class).world();
    Instant now = application.getBean(InstantSource.class).instant();
    Scenario scenario = Snapshot.of(world, now);
    return new SnapshotCommand.Answer(
        Simulation.toDocument(masked ? Mask.masked(scenario) : scenario));
  }

  private Answer status() {
    boolean leads = application.getBean(LeaderView.class).isLeading();
    boolean databaseOk = databaseOk();
    return new Answer(leads, databaseOk, databaseOk ? clusters() : List.of());
  }

  private List<String> clusters() {
    return application.getBean(InventoryAdmin.class).clusters().stream()
        .map(cluster -> cluster.value().name())
        .toList();
  }

  private boolean databaseOk() {
    try (Connection connection = application.getBean(DataSource.class).getConnection()) {
      return connection.isValid(Math.toIntExact(DATABASE_PATIENCE.toSeconds()));
    } catch (SQLException _) {
      return false;
    }
  }
}
