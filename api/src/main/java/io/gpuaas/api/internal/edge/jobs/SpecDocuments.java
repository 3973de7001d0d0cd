package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.jobs.JobDocument.DataDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.EnvDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.PodSetDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.SecretKeyDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.SimulationDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.SliceDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.SpecDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.TolerationDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.TopologyDocument;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.core.Durations;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Toleration;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.JobTemplate;
import io.gpuaas.placement.SecretUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes a job's spec as it would be sent.
final class SpecDocuments {
  private SpecDocuments() {}

  static SpecDocument of(JobSpec spec, GpuModels models) {
    List<NodeAffinityTerm> terms =
        spec.podSets().isEmpty() ? List.of() : spec.podSets().getFirst().nodeAffinity();
    return new SpecDocument(
        spec.type(),
        spec.image(),
        spec.command(),
        spec.args(),
        environment(spec),
        data(spec.companions()),
        spec.podSets().stream().map(SpecDocuments::podSet).toList(),
        manifest(spec.template()),
        logs(spec.companions()),
        port(spec.companions()),
        spec.flavorOrder().isEmpty() ? models.model(terms).orElse(null) : null,
        models.modelsOf(spec.flavorOrder()),
        spec.priorityClass(),
        spec.preemptible(),
        spec.spanClusters(),
        spec.placement(),
        duration(spec.maxRuntimeMillis()),
        duration(spec.checkpointEveryMillis()),
        spec.maxAttempts(),
        spec.graceSeconds(),
        spec.backend().isEmpty() ? null : spec.backend(),
        simulation(spec.simulation()));
  }

  private static List<EnvDocument> environment(JobSpec spec) {
    List<EnvDocument> env = new ArrayList<>();
    spec.env().forEach((name, value) -> env.add(new EnvDocument(name, value, null)));
    if (spec.companions() != null) {
      for (SecretUse use : spec.companions().secrets()) {
        SecretKeyDocument secret = new SecretKeyDocument(use.secret(), use.key());
        env.add(new EnvDocument(use.variable(), null, secret));
      }
    }
    return env;
  }

  private static List<DataDocument> data(JobSpec.@Nullable Companions it) {
    return it == null
        ? List.of()
        : it.data().stream()
            .map(
                use ->
                    new DataDocument(
                        use.source(),
                        use.mountPath().isEmpty() ? null : use.mountPath(),
                        use.readOnly()))
            .toList();
  }

  @SuppressWarnings("unchecked")
  private static @Nullable SortedMap<String, Object> manifest(@Nullable JobTemplate template) {
    return template == null
        ? null
        : new TreeMap<>(ApiJson.READER.readValue(template.manifest(), TreeMap.class));
  }

  private static @Nullable String logs(JobSpec.@Nullable Companions it) {
    return it == null || it.tensorBoardLogs().isEmpty() ? null : it.tensorBoardLogs();
  }

  private static @Nullable Integer port(JobSpec.@Nullable Companions it) {
    return it == null || it.metricsPort() == 0 ? null : Integer.valueOf(it.metricsPort());
  }

  private static @Nullable String duration(long millis) {
    return millis == 0 ? null : Durations.format(Duration.ofMillis(millis));
  }

  private static PodSetDocument podSet(PodSet podSet) {
    int fraction = podSet.device().milliGpu();
    long memory = podSet.device().memoryBytes();
    return new PodSetDocument(
        podSet.name(),
        podSet.count(),
        podSet.minCount(),
        podSet.requests().of(Resources.GPU),
        quantity(podSet, Resources.CPU),
        quantity(podSet, Resources.MEMORY),
        fraction == 0 ? null : Fields.decimal(fraction),
        memory == 0 ? null : Quantity.format(Resources.MEMORY, memory),
        podSet.device().migProfile().isEmpty() ? null : podSet.device().migProfile(),
        podSet.numa(),
        podSet.group().isEmpty() ? null : podSet.group(),
        podSet.nodeSelector(),
        podSet.tolerations().stream().map(SpecDocuments::toleration).toList(),
        topology(podSet.topology()));
  }

  private static @Nullable String quantity(PodSet podSet, String resource) {
    long amount = podSet.requests().of(resource);
    return amount == 0 ? null : Quantity.format(resource, amount);
  }

  private static @Nullable TopologyDocument topology(@Nullable TopologyRequest request) {
    return request == null
        ? null
        : new TopologyDocument(
            request.mode(),
            request.level().isEmpty() ? null : request.level(),
            duration(request.patienceMillis()),
            request.slices().stream()
                .map(slice -> new SliceDocument(slice.level(), slice.size()))
                .toList());
  }

  private static TolerationDocument toleration(Toleration it) {
    return new TolerationDocument(
        it.key().isEmpty() ? null : it.key(),
        it.operator().equals("Exists") ? null : it.value(),
        it.effect().isEmpty() ? null : it.effect());
  }

  private static @Nullable SimulationDocument simulation(JobSpec.@Nullable Simulation it) {
    return it == null
        ? null
        : new SimulationDocument(
            Durations.format(Duration.ofMillis(it.runMillis())),
            Durations.format(Duration.ofMillis(it.startDelayMillis())),
            Durations.format(Duration.ofMillis(it.stopDelayMillis())),
            it.exitCode(),
            it.busyMillis() == null ? null : Durations.format(Duration.ofMillis(it.busyMillis())));
  }
}
