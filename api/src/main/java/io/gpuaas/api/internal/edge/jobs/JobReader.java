package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.jobs.JobInput.EnvInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.PodSetInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.SimulationInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.SpecInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.TopologyInput;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Durations;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SubmitJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes a [SubmitJob] of a bound body, with the defaults of what was left out.
final class JobReader {
  private static final String NOTEBOOK_LIFE = "8h";
  private static final int ATTEMPTS = 3;
  private static final int GRACE_SECONDS = 30;

  private final GpuModels models;
  private final Fields fields = new Fields();

  JobReader(GpuModels models) {
    this.models = models;
  }

  /// The wish of `user`; faults of texts are thrown together.
  SubmitJob read(JobInput input, String user) {
    SortedMap<String, String> labels =
        Objects.requireNonNullElse(input.labels(), Collections.emptySortedMap());
    JobSpec spec = spec(input.spec());
    fields.check();
    return new SubmitJob(input.project(), input.name(), user, labels, spec);
  }

  private JobSpec spec(SpecInput input) {
    JobSpec.Type type = Objects.requireNonNullElse(input.type(), JobSpec.Type.BATCH);
    boolean batch = type == JobSpec.Type.BATCH;
    if (batch && input.maxRuntime() == null) {
      fields.add("/spec/maxRuntime", "REQUIRED", "A BATCH job says how long it may run.", null);
    }
    String life = input.maxRuntime() == null && !batch ? NOTEBOOK_LIFE : input.maxRuntime();
    return new JobSpec(
        type,
        input.image(),
        Objects.requireNonNullElse(input.command(), List.of()),
        Objects.requireNonNullElse(input.args(), List.of()),
        environment(input.env()),
        podSets(input),
        Objects.requireNonNullElse(input.priority(), "normal"),
        Objects.requireNonNullElse(input.preemptible(), batch),
        Objects.requireNonNullElse(input.spanClusters(), false),
        input.placement(),
        positive("/spec/maxRuntime", life),
        fields.millis("/spec/checkpointEvery", input.checkpointEvery(), 0),
        Objects.requireNonNullElse(input.maxAttempts(), ATTEMPTS),
        Objects.requireNonNullElse(input.graceSeconds(), GRACE_SECONDS),
        simulation(input.simulation()));
  }

  private long positive(String pointer, @Nullable String text) {
    if (text == null) {
      return 0;
    }
    long millis = fields.millis(pointer, text, 0);
    if (Durations.parse(text).filter(Duration::isZero).isPresent()) {
      fields.add(pointer, "TOO_SMALL", "Must be longer than 0.", text);
    }
    return millis;
  }

  private SortedMap<String, String> environment(@Nullable List<EnvInput> inputs) {
    SortedMap<String, String> environment = new TreeMap<>();
    List<EnvInput> all = Objects.requireNonNullElse(inputs, List.of());
    for (int i = 0; i < all.size(); i++) {
      if (environment.put(all.get(i).name(), all.get(i).value()) != null) {
        String pointer = "/spec/env/%d/name".formatted(i);
        fields.add(pointer, "DUPLICATE", "Each name may be given once.", all.get(i).name());
      }
    }
    return environment;
  }

  private List<PodSet> podSets(SpecInput input) {
    List<NodeAffinityTerm> model = List.of();
    if (input.gpuModel() != null) {
      model = models.terms(input.gpuModel()).orElse(List.of());
      if (!models.termsByModel().containsKey(input.gpuModel())) {
        String known = String.join(", ", models.termsByModel().keySet());
        fields.add("/spec/gpuModel", "NOT_ALLOWED", "Known are: " + known + ".", input.gpuModel());
      }
    }
    List<PodSet> podSets = new ArrayList<>();
    for (int i = 0; i < input.podSets().size(); i++) {
      podSets.add(podSet("/spec/podSets/" + i, input.podSets().get(i), model));
    }
    return podSets;
  }

  private PodSet podSet(String at, PodSetInput input, List<NodeAffinityTerm> model) {
    int least = Objects.requireNonNullElse(input.minCount(), input.count());
    if (least > input.count()) {
      fields.add(at + "/minCount", "TOO_LARGE", "Must be at most count.", "" + least);
    }
    return new PodSet(
        input.name(),
        input.count(),
        Math.min(least, input.count()),
        requests(at, input),
        device(at, input),
        Objects.requireNonNullElse(input.nodeSelector(), Collections.emptySortedMap()),
        model,
        List.of(),
        topology(at + "/topology", input.topology()),
        "");
  }

  private ResourceAmounts requests(String at, PodSetInput input) {
    TreeMap<String, Long> amounts = new TreeMap<>();
    if (input.gpusPerPod() > 0) {
      amounts.put(Resources.GPU, (long) input.gpusPerPod());
    }
    if (input.cpuPerPod() != null) {
      String pointer = at + "/cpuPerPod";
      amounts.put(Resources.CPU, fields.quantity(pointer, Resources.CPU, input.cpuPerPod()));
    }
    if (input.memoryPerPod() != null) {
      String pointer = at + "/memoryPerPod";
      amounts.put(
          Resources.MEMORY, fields.quantity(pointer, Resources.MEMORY, input.memoryPerPod()));
    }
    if (input.gpusPerPod() == 0 && input.gpuFraction() == null && input.cpuPerPod() == null) {
      fields.add(
          at + "/gpusPerPod",
          "TOO_SMALL",
          "Must be 1 or more, unless cpuPerPod makes it a pod without GPUs.",
          "0");
    }
    return new ResourceAmounts(amounts);
  }

  private DeviceShare device(String at, PodSetInput input) {
    if (input.gpuFraction() == null) {
      return DeviceShare.WHOLE;
    }
    if (input.gpusPerPod() > 0) {
      fields.add(at + "/gpuFraction", "CONFLICT", "Needs gpusPerPod 0.", input.gpuFraction());
    }
    long milli = fields.milli(at + "/gpuFraction", input.gpuFraction(), "1");
    if (milli == 0) {
      fields.add(at + "/gpuFraction", "TOO_SMALL", "Must be 0.001 or more.", input.gpuFraction());
      return DeviceShare.WHOLE;
    }
    return new DeviceShare(Math.toIntExact(milli), 0, "");
  }

  private @Nullable TopologyRequest topology(String at, @Nullable TopologyInput input) {
    if (input == null) {
      return null;
    }
    String level = Objects.requireNonNullElse(input.level(), "");
    boolean unconstrained = input.mode() == TopologyRequest.Mode.UNCONSTRAINED;
    if (unconstrained != level.isEmpty()) {
      String detail = unconstrained ? "Not with mode UNCONSTRAINED." : "The mode needs a level.";
      fields.add(at + "/level", unconstrained ? "CONFLICT" : "REQUIRED", detail, level);
    }
    return new TopologyRequest(input.mode(), level, List.of(), patience(at, input));
  }

  private long patience(String at, TopologyInput input) {
    long millis = fields.millis(at + "/patience", input.patience(), 0);
    boolean hasChoice =
        input.mode() == TopologyRequest.Mode.PREFERRED
            || input.mode() == TopologyRequest.Mode.BALANCED;
    if (millis > 0 && !hasChoice) {
      String detail = "Only with mode PREFERRED or BALANCED.";
      fields.add(at + "/patience", "CONFLICT", detail, input.patience());
      return 0;
    }
    return millis;
  }

  private JobSpec.@Nullable Simulation simulation(@Nullable SimulationInput input) {
    return input == null
        ? null
        : new JobSpec.Simulation(
            fields.millis("/spec/simulation/runFor", input.runFor(), 0),
            fields.millis("/spec/simulation/startDelay", input.startDelay(), 0),
            fields.millis("/spec/simulation/stopDelay", input.stopDelay(), 0),
            Objects.requireNonNullElse(input.exitCode(), 0));
  }
}
