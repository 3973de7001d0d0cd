package io.gpuaas.cluster.internal.gpuuse;

import io.gpuaas.placement.RunUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// A question about the use of a run's GPUs as PromQL over a range, with the names of NVIDIA's DCGM
/// exporter. Bounded: it names what it asks of, and has at most a thousand steps.
///
/// @param by label that tells pods, or nodes, apart
/// @param selector matchers of the series
public record GpuUseQuery(GpuMetrics metrics, String by, String selector, Span span) {
  private static final long STEPS_MAX = 1_000;

  /// The exporter names the job of Slurm that has a GPU where the site's prolog tells it so.
  private static final String SLURM_JOB = "hpc_job";

  private static final String NODE = "Hostname";

  /// Pod by pod.
  ///
  /// @param pods regular expression of their names
  public static GpuUseQuery ofPods(GpuMetrics metrics, String namespace, String pods, Span span) {
    String selector =
        "%s=\"%s\",%s=~\"%s\""
            .formatted(metrics.namespaceLabel(), namespace, metrics.podLabel(), pods);
    return new GpuUseQuery(metrics, metrics.podLabel(), selector, span);
  }

  /// Node by node.
  public static GpuUseQuery ofSlurmJob(GpuMetrics metrics, long job, Span span) {
    return new GpuUseQuery(metrics, NODE, "%s=\"%d\"".formatted(SLURM_JOB, job), span);
  }

  /// Whole steps from `from` on that end until `to`.
  public record Span(Instant from, Instant to, Duration step) {
    public static Span of(RunUse.Question question) {
      return new Span(question.from(), question.to(), question.step());
    }

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
    return "avg by (%s) (avg_over_time(%s%s))".formatted(by, "DCGM_FI_DEV_GPU_UTIL", over());
  }

  /// Percent of their memory that is taken.
  public String memory() {
    String used = "avg_over_time(DCGM_FI_DEV_FB_USED%s)".formatted(over());
    String free = "avg_over_time(DCGM_FI_DEV_FB_FREE%s)".formatted(over());
    return "avg by (%s) (100 * %s / (%s + %s))".formatted(by, used, used, free);
  }

  /// A step without a scrape in it borrows from the one before.
  private String over() {
    long millis = Math.max(span.step().toMillis(), 2_000L * metrics.scrapeSeconds());
    return String.format(Locale.ROOT, "{%s}[%dms]", selector, millis);
  }
}
