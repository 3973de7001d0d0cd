package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.internal.gpuuse.GpuMetrics;
import io.gpuaas.cluster.internal.gpuuse.GpuUseQuery;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.prometheus.Prometheus;
import io.gpuaas.placement.RunUse;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How busy the GPUs of a run's pods were, as the cluster's Prometheus tells.
final class UseOfPods implements AutoCloseable {
  private static final int MEASURED_PODS = 64;
  private final GpuMetrics metrics;
  private final Site site;
  private final @Nullable Prometheus prometheus;

  UseOfPods(GpuMetrics metrics, Site site) {
    this.metrics = metrics;
    this.site = site;
    this.prometheus = metrics.isMeasured() ? new Prometheus(metrics) : null;
  }

  /// By name of its pods while they are there, else of all pods that are named after the run.
  RunUse of(RunUse.Question question, List<RankedPod> pods) {
    if (prometheus == null) {
      return RunUse.NONE;
    }
    TreeMap<String, Integer> ranks = new TreeMap<>();
    pods.subList(0, Math.min(MEASURED_PODS, pods.size()))
        .forEach(one -> ranks.put(one.pod().name(), one.rank()));
    String named =
        ranks.isEmpty()
            ? GpuUseQuery.ofRun(RunShape.nameOf(question.run().id()))
            : GpuUseQuery.named(List.copyOf(ranks.keySet()));
    GpuUseQuery.Span span = GpuUseQuery.Span.of(question);
    String namespace = site.namespace(question.job().project());
    return prometheus.use(GpuUseQuery.ofPods(metrics, namespace, named, span), ranks);
  }

  @Override
  public void close() {
    if (prometheus != null) {
      prometheus.close();
    }
  }
}
