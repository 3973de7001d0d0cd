package io.gpuaas.cluster.internal.gpuuse;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// A question about the use of a run's GPUs as PromQL over a range, with the names of NVIDIA's DCGM
/// exporter. Bounded: it names its pods, and has at most a thousand steps.
///
/// @param pods regular expression of their names
public record GpuUseQuery(GpuMetrics metrics, String namespace, String pods, Span span) {
  private static final long STEPS_MAX = 1_000;

  /// Whole steps from `from` on that end until `to`.
  public record Span(Instant from, Instant to, Duration step) {
    /// Prometheus tells of the time before a moment: the end of the first step.
    public Instant firstEnd() {
      return from.plus(step);
    }

    /// The end of the last step.
    public Instant lastEnd() {
      long steps = Duration.between(from, to).dividedBy(step);
      return from.plus(step.multipliedBy(Math.min(STEPS_MAX, steps)));
    }

    public boolean isEmpty() {
      return lastEnd().isBefore(firstEnd());
    }
  }

  /// These pods and no others.
  public static String named(List<String> pods) {
    return String.join("|", pods.stream().map(GpuUseQuery::quoted).toList());
  }

  /// All pods of a run whose objects are called so.
  public static String ofRun(String objects) {
    return quoted(objects) + "-.+";
  }

  /// Names of pods have letters, digits, dashes and dots.
  private static String quoted(String name) {
    return name.replace(".", "\\\\.");
  }

  /// Percent of the time that kernels ran, mean of a pod's GPUs.
  public String utilisation() {
    return "avg by (%s) (avg_over_time(%s%s))"
        .formatted(metrics.podLabel(), "DCGM_FI_DEV_GPU_UTIL", over());
  }

  /// Percent of their memory that is taken.
  public String memory() {
    String used = "avg_over_time(DCGM_FI_DEV_FB_USED%s)".formatted(over());
    String free = "avg_over_time(DCGM_FI_DEV_FB_FREE%s)".formatted(over());
    return "avg by (%s) (100 * %s / (%s + %s))".formatted(metrics.podLabel(), used, used, free);
  }

  /// A step without a scrape in it borrows from the one before.
  private String over() {
    long millis = Math.max(span.step().toMillis(), 2_000L * metrics.scrapeSeconds());
    return String.format(
        Locale.ROOT,
        "{%s=\"%s\",%s=~\"%s\"}[%dms]",
        metrics.namespaceLabel(),
        namespace,
        metrics.podLabel(),
        pods,
        millis);
  }
}
