package io.gpuaas.cluster.internal.gpuuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.gpuuse.GpuUseQuery.Span;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.RunUse;
import io.gpuaas.placement.RunUse.PodUse;
import io.gpuaas.placement.RunUse.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Questions to Prometheus and what is read of its answers.
class GpuUseTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static GpuMetrics metrics(String... settings) {
    TreeMap<String, String> all = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return GpuMetrics.of(all);
  }

  private static Span span(int seconds, Duration step) {
    return new Span(NOON, NOON.plusSeconds(seconds), step);
  }

  @Test
  void theMeanOfAPodsGpusIsAskedOverEachStep() {
    GpuUseQuery query =
        GpuUseQuery.ofPods(
            metrics(),
            "gpuaas-vision",
            GpuUseQuery.named(List.of("run-1-0", "run-1.a")),
            span(600, MINUTE.multipliedBy(2)));
    String of = "{namespace=\"gpuaas-vision\",pod=~\"run-1-0|run-1\\\\.a\"}[120000ms]";
    assertThat(query.utilisation())
        .isEqualTo("avg by (pod) (avg_over_time(DCGM_FI_DEV_GPU_UTIL" + of + "))");
    String used = "avg_over_time(DCGM_FI_DEV_FB_USED" + of + ")";
    String free = "avg_over_time(DCGM_FI_DEV_FB_FREE" + of + ")";
    assertThat(query.memory())
        .isEqualTo("avg by (pod) (100 * %s / (%s + %s))".formatted(used, used, free));
  }

  @Test
  void aStepIsNoShorterThanTwoScrapesAndLabelsMayBeRenamed() {
    GpuUseQuery query =
        GpuUseQuery.ofPods(
            metrics("prometheusLabels", "exported", "prometheusScrapeSeconds", "15"),
            "ns",
            GpuUseQuery.ofRun("run-1"),
            span(60, Duration.ofSeconds(1)));
    assertThat(query.utilisation())
        .isEqualTo(
            "avg by (exported_pod) (avg_over_time(DCGM_FI_DEV_GPU_UTIL"
                + "{exported_namespace=\"ns\",exported_pod=~\"run-1-.+\"}[30000ms]))");
  }

  @Test
  void aJobOfSlurmIsAskedNodeByNode() {
    GpuUseQuery query =
        GpuUseQuery.ofSlurmJob(
            metrics("prometheusUrl", "http://host"), 42, span(60, Duration.ofSeconds(1)));
    assertThat(query.utilisation())
        .isEqualTo(
            "avg by (Hostname) (avg_over_time(DCGM_FI_DEV_GPU_UTIL{hpc_job=\"42\"}[60000ms]))");
  }

  @Test
  void stepsAreWholeAndAtMostAThousand() {
    assertThat(span(150, MINUTE).firstEnd()).isEqualTo(NOON.plusSeconds(60));
    assertThat(span(150, MINUTE).lastEnd()).isEqualTo(NOON.plusSeconds(120));
    assertThat(span(59, MINUTE).isEmpty()).isTrue();
    assertThat(span(60, MINUTE).isEmpty()).isFalse();
    assertThat(span(100_000, Duration.ofSeconds(1)).lastEnd()).isEqualTo(NOON.plusSeconds(1_000));
  }

  private static Tree matrix(Object... podsAndValues) {
    List<Tree> series = new ArrayList<>();
    for (int i = 0; i < podsAndValues.length; i += 2) {
      Tree metric = Tree.of("pod", podsAndValues[i]);
      series.add(Tree.of("metric", metric, "values", podsAndValues[i + 1]));
    }
    return Tree.of("data", Tree.of("result", series));
  }

  private static List<Object> at(int minute, String value) {
    return List.of(NOON.getEpochSecond() + 60.0 * minute, value);
  }

  private RunUse read(Map<String, Integer> ranks, Tree busy, Tree memory) {
    return new GpuUseAnswer("pod", MINUTE, new TreeMap<>(ranks)).read(busy, memory);
  }

  @Test
  void samplesBeginWithTheirSteps() {
    Tree busy =
        matrix(
            "b", List.of(at(1, "84.5"), at(2, "NaN"), at(3, "0")),
            "a", List.of(at(1, "120"), List.of("short"), "none"));
    Tree memory = matrix("b", List.of(at(1, "1e1"), at(3, "74.4")));
    assertThat(read(Map.of("a", 1, "b", 0), busy, memory))
        .isEqualTo(
            new RunUse(
                true,
                List.of(
                    new PodUse(
                        0,
                        "b",
                        List.of(
                            new Sample(NOON, 85, 10), new Sample(NOON.plusSeconds(120), 0, 74))),
                    new PodUse(1, "a", List.of(new Sample(NOON, 100, 0))))));
  }

  @Test
  void podsThatAreGoneAreInTheOrderOfTheirNames() {
    Tree busy = matrix("r-10-x", List.of(at(1, "1")), "r-9-x", List.of(at(1, "2")));
    assertThat(read(Map.of(), busy, Tree.EMPTY).pods())
        .extracting(PodUse::pod, PodUse::rank)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("r-9-x", 0),
            org.assertj.core.groups.Tuple.tuple("r-10-x", 1));
  }

  @Test
  void whatNobodyMeasuredIsNotMeasured() {
    assertThat(read(Map.of(), matrix(), matrix())).isEqualTo(new RunUse(false, List.of()));
    Object[] many = new Object[160];
    for (int i = 0; i < 80; i++) {
      many[2 * i] = "pod-" + i;
      many[2 * i + 1] = List.of(at(1, "1"));
    }
    assertThat(read(Map.of(), matrix(many), matrix()).pods()).hasSize(64);
  }

  @ParameterizedTest
  @CsvSource({
    "prometheusUrl, ftp://host",
    "prometheusUrl, 'http://'",
    "prometheusUrl, http://user:secret@host",
    "prometheusUrl, http://host?a=b",
    "prometheusUrl, 'not an address'",
    "prometheusTokenFile, token",
    "prometheusScrapeSeconds, 0",
    "prometheusLabels, other",
  })
  void aWrongSettingIsNamed(String key, String value) {
    assertThat(GpuMetrics.faults("/s", new TreeMap<>(Map.of(key, value))))
        .singleElement()
        .satisfies(it -> assertThat(it.pointer()).isEqualTo("/s/" + key));
  }

  @ParameterizedTest
  @CsvSource({
    "prometheusUrl, https://host:9090/prometheus/",
    "prometheusTokenFile, /etc/gpuaas/token",
    "prometheusScrapeSeconds, 15",
    "prometheusLabels, plain",
    "somethingElse, x",
  })
  void aGoodSettingHasNoFault(String key, String value) {
    assertThat(GpuMetrics.faults("/s", new TreeMap<>(Map.of(key, value)))).isEmpty();
  }

  @Test
  void withoutAnAddressNobodyMeasures() {
    assertThat(metrics().isMeasured()).isFalse();
    assertThat(metrics("prometheusUrl", "http://host/p//").url()).isEqualTo("http://host/p");
  }
}
