package io.gpuaas.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.launch.postgres.EmbeddedDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The password of the database is in nothing that the product says or leaves behind: not when the
/// database refuses it, not when it stands in an address that is wrong, not in a log at the finest
/// level, and not when the process crashes.
class DatabasePasswordIT {
  private static final String PASSWORD = "TESTPW-1-of-the-database";

  @TempDir Path folder = Path.of("");

  /// A database whose password is known, and the product that is to be started on it.
  private record Bed(Path data, EmbeddedDatabase server, LaunchedProduct product)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      product.close();
      EmbeddedDatabase.stopLeftBehind(data);
    }
  }

  private Bed bed(String password) throws Exception {
    Path data = Files.createDirectory(folder.resolve("server"));
    EmbeddedDatabase server = EmbeddedDatabase.start(data);
    try (Connection connection =
            DriverManager.getConnection(server.url(), server.user(), server.password());
        Statement statement = connection.createStatement()) {
      statement.execute("alter role gpuaas password '%s'".formatted(PASSWORD));
    }
    LaunchedProduct product =
        new LaunchedProduct(
                Files.createDirectory(folder.resolve("data")),
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("crash.log"))
            .with("GPUAAS_DATABASE_USER", server.user())
            .with("GPUAAS_DATABASE_PASSWORD", password);
    return new Bed(data, server, product);
  }

  @Test
  void refusedPasswordIsNotTold() throws Exception {
    String wrong = PASSWORD + "-wrong";
    try (Bed bed = bed(wrong)) {
      String url = bed.server().url();
      String host = url.replaceAll(".*//(.*)/.*", "$1");
      LaunchedProduct product = bed.product();
      refuses(product, url, "does not let us in");
      refuses(product, url + "?user=gpuaas&password=" + wrong, "does not let us in");
      refuses(product, url + "?password=%zz" + wrong + "&user=gpuaas", "does not let us in");
      refuses(product, "jdbc:postgresql://h:port/p?password=" + wrong, "does not let us in");
      refuses(product, "jdbc:postgresql://127.0.0.1:1?password=" + wrong, "does not let us in");
      refuses(product, "jdbc:postgresql://a:%s@%s/p".formatted(wrong, host), "must look like");
      refuses(product, "postgresql://a:%s@%s/p".formatted(wrong, host), "must look like");
    }
  }

  private void refuses(LaunchedProduct product, String address, String why) throws Exception {
    Files.deleteIfExists(product.said());
    String port = Integer.toString(LaunchedProduct.freePort());
    assertThat(product.exitStatus("up", "--port", port, "--database", address)).isEqualTo(2);
    assertThat(product.said()).content().contains(why).doesNotContain("Exception");
    nothingIsTold();
  }

  @Test
  void crashLeavesItNowhere() throws Exception {
    try (Bed bed = bed(PASSWORD)) {
      LaunchedProduct product = bed.product();
      for (String logger : List.of("COM_ZAXXER", "ORG_POSTGRESQL", "ORG_SPRINGFRAMEWORK")) {
        product.with("LOGGING_LEVEL_" + logger, "TRACE");
      }
      int port = LaunchedProduct.freePort();
      Process running = product.up(port, "--empty", "--database", bed.server().url());
      assertThat(product.send("GET", "/api/v1/me", null).statusCode()).isEqualTo(200);
      bed.server().close();
      HttpResponse<String> answer = product.send("GET", "/api/v1/projects", null);
      assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(500);
      assertThat(answer.body()).doesNotContain(PASSWORD);

      // As a fault in native code: the virtual machine writes down all that it knows of itself.
      new ProcessBuilder("kill", "-SEGV", Long.toString(running.pid())).start().waitFor();
      assertThat(running.waitFor()).isNotZero();
      assertThat(folder.resolve("crash.log"))
          .content()
          .contains("SIGSEGV", "Environment Variables");
      assertThat(nothingIsTold()).contains("HikariConfig", "TRACE");
    }
  }

  /// In no file that the product wrote, neither as it is nor encoded. Gives all that is there.
  private String nothingIsTold() throws IOException {
    byte[] bytes = PASSWORD.getBytes(StandardCharsets.UTF_8);
    String encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes);
    StringBuilder all = new StringBuilder();
    try (var files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.startsWith(folder.resolve("server"))) {
          String text = text(file);
          assertThat(text.contains(PASSWORD) || text.contains(encoded)).as("%s", file).isFalse();
          all.append(text);
        }
      }
    }
    return all.toString();
  }

  /// Logs that were full are compressed.
  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      return new String(plain.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
