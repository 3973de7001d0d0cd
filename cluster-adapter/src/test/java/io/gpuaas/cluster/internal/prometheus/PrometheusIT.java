package io.gpuaas.cluster.internal.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpuaas.cluster.contract.Heard;
import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.gpuuse.GpuUseQuery;
import io.gpuaas.placement.ClusterSilence;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The use of GPUs as a real Prometheus tells it, which scrapes what NVIDIA's exporter would show.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrometheusIT {
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final String NAMESPACE = "gpuaas-vision";

  @TempDir static Path folder = Path.of("");
  private final InstantSource clock = InstantSource.system();
  private GpuExporter exporter;
  private PrometheusServer server;

  @BeforeAll
  void start() throws IOException {
    assumeTrue(
        PrometheusServer.isInstalled(),
        "There is no prometheus here: install Debian's package of this name.");
    exporter = new GpuExporter();
    server = PrometheusServer.start(folder, exporter.address());
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
      exporter.close();
    }
  }

  private static SortedMap<String, String> settings(String url) {
    return new TreeMap<>(Map.of("prometheusUrl", url, "prometheusScrapeSeconds", "1"));
  }

  private RunUse ask(Instant from, String pods, Map<String, Integer> ranks) {
    GpuMetrics metrics = GpuMetrics.of(settings(server.url()));
    GpuUseQuery.Span span = new GpuUseQuery.Span(from, clock.instant(), STEP);
    try (Prometheus prometheus = new Prometheus(metrics)) {
      GpuUseQuery query = GpuUseQuery.ofPods(metrics, NAMESPACE, pods, span);
      return prometheus.use(query, new TreeMap<>(ranks));
    }
  }

  private RunUse ask(Instant from) {
    return ask(
        from,
        GpuUseQuery.named(List.of("run-1-0-aaaaa", "run-1-1-bbbbb")),
        Map.of("run-1-0-aaaaa", 0, "run-1-1-bbbbb", 1));
  }

  private static boolean newestIs(RunUse use, int rank, int percent) {
    return use.pods().stream()
        .filter(pod -> pod.rank() == rank && !pod.samples().isEmpty())
        .anyMatch(pod -> pod.samples().getLast().gpuPercent() == percent);
  }

  @Test
  void whatTheExporterShowsIsToldByPodAndStepAndHolesStayHoles() {
    exporter.show(NAMESPACE, "run-1-0-aaaaa", 80, 90);
    exporter.show(NAMESPACE, "run-1-1-bbbbb", 10, 0);
    exporter.show(NAMESPACE, "run-2-0-ccccc", 55);
    exporter.show("gpuaas-nlp", "run-1-0-aaaaa", 1);
    Instant from = clock.instant();
    Heard.until("both are measured", () -> ask(from).pods().size() == 2);

    RunUse use = ask(from);
    assertThat(use.measured()).isTrue();
    assertThat(use.pods())
        .extracting(PodUse::rank, PodUse::pod)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, "run-1-0-aaaaa"),
            org.assertj.core.groups.Tuple.tuple(1, "run-1-1-bbbbb"));
    assertThat(use.pods().getFirst().samples())
        .allSatisfy(it -> assertThat(it.gpuPercent()).isEqualTo(85))
        .allSatisfy(it -> assertThat(it.memoryPercent()).isEqualTo(75));
    assertThat(use.pods().getLast().samples()).extracting(Sample::gpuPercent).containsOnly(5);

    // The pods are gone: all that are named after the run.
    assertThat(ask(from, GpuUseQuery.ofRun("run-1"), Map.of()).pods()).isEqualTo(use.pods());
    assertThat(ask(from, GpuUseQuery.ofRun("run-3"), Map.of()).measured()).isFalse();

    exporter.show(NAMESPACE, "run-1-0-aaaaa", 0, 0);
    Heard.until("it is idle", () -> newestIs(ask(from), 0, 0));
    exporter.hide("run-1-0-aaaaa");
    Instant hidden = clock.instant().plusSeconds(3);
    Heard.until("nothing is measured", () -> clock.instant().isAfter(hidden.plusSeconds(2)));
    assertThat(ask(hidden).pods()).extracting(PodUse::rank).containsExactly(1);
  }

  @Test
  void aPrometheusThatDoesNotAnswerIsSaidSo() {
    GpuMetrics nobody = GpuMetrics.of(settings("http://127.0.0.1:9"));
    GpuUseQuery.Span span =
        new GpuUseQuery.Span(clock.instant().minusSeconds(5), clock.instant(), STEP);
    try (Prometheus prometheus = new Prometheus(nobody)) {
      GpuUseQuery query = GpuUseQuery.ofPods(nobody, NAMESPACE, "x", span);
      assertThatThrownBy(() -> prometheus.use(query, new TreeMap<>()))
          .isInstanceOf(ClusterSilence.class)
          .hasMessage("Prometheus at http://127.0.0.1:9 does not answer.");
    }
    GpuMetrics real = GpuMetrics.of(settings(server.url()));
    try (Prometheus prometheus = new Prometheus(real)) {
      GpuUseQuery query = GpuUseQuery.ofPods(real, NAMESPACE, "(", span);
      assertThatThrownBy(() -> prometheus.use(query, new TreeMap<>()))
          .isInstanceOf(ClusterSilence.class)
          .hasMessageContaining("answers 400")
          .hasMessageContaining("missing closing )");
    }
  }
}
