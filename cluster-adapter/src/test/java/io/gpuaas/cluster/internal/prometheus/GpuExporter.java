package io.gpuaas.cluster.internal.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentSkipListMap;

/// Shows what NVIDIA's DCGM exporter would of pods and their GPUs: use in percent, and memory in
/// MiB, of which three quarters are taken.
final class GpuExporter implements AutoCloseable {
  private static final int OK = 200;
  private final HttpServer server;
  private final ConcurrentSkipListMap<String, String> byPod = new ConcurrentSkipListMap<>();

  GpuExporter() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/metrics", this::answer);
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /// @param percents of each of its GPUs
  void show(String namespace, String pod, int... percents) {
    StringBuilder text = new StringBuilder();
    for (int gpu = 0; gpu < percents.length; gpu++) {
      String labels =
          "{gpu=\"%d\",modelName=\"NVIDIA H200\",namespace=\"%s\",pod=\"%s\",container=\"main\"}"
              .formatted(gpu, namespace, pod);
      text.append("DCGM_FI_DEV_GPU_UTIL").append(labels).append(' ').append(percents[gpu]);
      text.append("\nDCGM_FI_DEV_FB_USED").append(labels).append(" 107828");
      text.append("\nDCGM_FI_DEV_FB_FREE").append(labels).append(" 35943\n");
    }
    byPod.put(pod + " " + namespace, text.toString());
  }

  void hide(String pod) {
    byPod.keySet().removeIf(key -> key.startsWith(pod + " "));
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] text = String.join("", byPod.values()).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
    exchange.sendResponseHeaders(OK, text.length == 0 ? -1 : text.length);
    try (exchange) {
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
