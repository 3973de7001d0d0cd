package io.gpuaas.cluster.internal.prometheus;

import io.gpuaas.cluster.contract.Heard;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A real Prometheus of the machine's, which asks one exporter every second.
final class PrometheusServer implements AutoCloseable {
  private static final String PROGRAM = "prometheus";
  private static final int OK = 200;

  private final Process process;
  private final String url;

  private PrometheusServer(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  static boolean isInstalled() {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, PROGRAM)));
  }

  static PrometheusServer start(Path folder, String exporter) throws IOException {
    Path config = folder.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 1s, scrape_timeout: 1s}
        scrape_configs:
        - job_name: dcgm
          honor_labels: true
          static_configs: [{targets: ['%s']}]
        """
            .formatted(exporter));
    int port = freePort();
    Process process =
        new ProcessBuilder(
                PROGRAM,
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=error")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    PrometheusServer server = new PrometheusServer(process, "http://127.0.0.1:" + port);
    Heard.until("Prometheus is ready", server::isReady);
    return server;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean isReady() {
    if (!process.isAlive()) {
      throw new AssertionError("Prometheus ended with " + process.exitValue());
    }
    try {
      HttpURLConnection asked =
          (HttpURLConnection) URI.create(url + "/-/ready").toURL().openConnection();
      return asked.getResponseCode() == OK;
    } catch (java.net.ConnectException _) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return url;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
