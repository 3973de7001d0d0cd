package io.gpuaas.cluster.internal.prometheus;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.gpuuse.GpuUseAnswer;
import io.gpuaas.cluster.internal.gpuuse.GpuUseQuery;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.ClusterSilence;
import io.gpuaas.placement.RunUse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Asks one Prometheus. A question takes ten seconds and an answer 16 MiB at most.
public final class Prometheus implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int LARGEST = 16 << 20;
  private static final int SAID_MAX = 300;

  private final GpuMetrics metrics;
  private final KubernetesSerialization json = new KubernetesSerialization();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LONGEST).build();

  public Prometheus(GpuMetrics metrics) {
    this.metrics = metrics;
  }

  /// How busy GPUs were, by its answers.
  ///
  /// @param ranks of pods by name
  /// @throws ClusterSilence when it does not answer
  public RunUse use(GpuUseQuery query, SortedMap<String, Integer> ranks) {
    if (query.span().isEmpty()) {
      return new RunUse(true, List.of());
    }
    Tree busy = range(query.utilisation(), query.span());
    Tree memory = range(query.memory(), query.span());
    return new GpuUseAnswer(query.by(), query.span().step(), ranks).read(busy, memory);
  }

  private Tree range(String query, GpuUseQuery.Span span) {
    TreeMap<String, String> form = new TreeMap<>();
    form.put("query", query);
    form.put("start", span.firstEnd().toString());
    form.put("end", span.lastEnd().toString());
    form.put("step", span.step().toMillis() + "ms");
    form.put("timeout", LONGEST.toSeconds() + "s");
    StringBuilder body = new StringBuilder();
    form.forEach(
        (name, value) ->
            body.append(body.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return ask(body.toString());
  }

  private Tree ask(String form) {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(metrics.url() + "/api/v1/query_range"))
              .timeout(LONGEST)
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString(form));
      if (!metrics.tokenFile().isEmpty()) {
        String token = Files.readString(Path.of(metrics.tokenFile())).strip();
        request.header("Authorization", "Bearer " + token);
      }
      return read(http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
    } catch (IOException e) {
      throw new ClusterSilence("Prometheus at %s does not answer.".formatted(metrics.url()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterSilence("The question to Prometheus was interrupted.", e);
    }
  }

  /// Errors come as JSON of the same form, by a proxy as anything.
  private Tree read(HttpResponse<InputStream> response) throws IOException {
    try (InputStream body = response.body()) {
      byte[] bytes = body.readNBytes(LARGEST + 1);
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (bytes.length > LARGEST || !text.startsWith("{")) {
        throw silence("an answer of %d bytes that is none".formatted(bytes.length), response);
      }
      Tree answer = Tree.read(json.unmarshal(text, Map.class));
      if (!answer.text("status").equals("success")) {
        throw silence(answer.text("error"), response);
      }
      return answer;
    }
  }

  private ClusterSilence silence(String said, HttpResponse<InputStream> response) {
    String cut = said.substring(0, Math.min(SAID_MAX, said.length()));
    return new ClusterSilence(
        "Prometheus at %s answers %d: %s".formatted(metrics.url(), response.statusCode(), cut),
        null);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
