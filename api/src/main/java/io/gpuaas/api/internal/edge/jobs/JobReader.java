package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.jobs.JobInput.EnvInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.PodSetInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.SimulationInput;
import io.gpuaas.api.internal.edge.jobs.JobInput.SpecInput;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.cluster.ManifestTemplates;
import io.gpuaas.core.Durations;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SecretUse;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.quota.QuotaAdmin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Makes a [SubmitJob] of a bound body, with the defaults of what was left out.
final class JobReader {
  static final String NOTEBOOK_LIFE = "8h";
  static final int ATTEMPTS = 3;
  static final int GRACE_SECONDS = 30;

  private final GpuModels models;
  private final ManifestTemplates manifests;
  private final QuotaAdmin quota;
  private final Fields fields = new Fields();

  JobReader(GpuModels models, ManifestTemplates manifests, QuotaAdmin quota) {
    this.models = models;
    this.manifests = manifests;
    this.quota = quota;
  }

  /// The wish of `user`; faults of texts are thrown together.
  SubmitJob read(JobInput input, String user) {
    SortedMap<String, String> labels =
        Objects.requireNonNullElse(input.labels(), Collections.emptySortedMap());
    JobSpec spec = spec(input.spec(), input.project());
    fields.check();
    return new SubmitJob(input.project(), input.name(), user, labels, spec);
  }

  private JobSpec spec(SpecInput input, String project) {
    ManifestSpec manifest = ManifestSpec.read(input, manifests, fields);
    JobSpec.Type type = type(input, manifest);
    boolean batch = type == JobSpec.Type.BATCH;
    String asked = input.maxRuntime() == null ? manifest.maxRuntime() : input.maxRuntime();
    if (batch && asked == null && manifest.isWellFormed(input)) {
      fields.add("/spec/maxRuntime", "REQUIRED", "A BATCH job says how long it may run.", null);
    }
    List<String> wanted = models(input);
    String life = asked == null && !batch ? NOTEBOOK_LIFE : asked;
    JobSpec spec = spec(input, type, wanted, life, manifest);
    return spec.with(companions(input, project), manifest.template());
  }

  /// What never ends by itself is no batch job.
  private static JobSpec.Type type(SpecInput input, ManifestSpec manifest) {
    JobSpec.Type usual = manifest.endless() ? JobSpec.Type.NOTEBOOK : JobSpec.Type.BATCH;
    return Objects.requireNonNullElse(input.type(), usual);
  }

  private JobSpec.@Nullable Companions companions(SpecInput input, String project) {
    String logs = Objects.requireNonNullElse(input.tensorBoard(), "");
    int port = Objects.requireNonNullElse(input.metricsPort(), 0);
    ReferenceReader references = new ReferenceReader(quota, project, fields);
    List<DataUse> data = references.data(input.data());
    List<SecretUse> secrets = references.secrets(input.env());
    JobSpec.Companions wanted = new JobSpec.Companions(logs, port, data, secrets);
    return wanted.equals(JobSpec.Companions.NONE) ? null : wanted;
  }

  private JobSpec spec(
      SpecInput input,
      JobSpec.Type type,
      List<String> wanted,
      @Nullable String life,
      ManifestSpec manifest) {
    boolean batch = type == JobSpec.Type.BATCH;
    return new JobDraft(
            Objects.requireNonNullElse(input.image(), manifest.image()),
            manifest.podSets(podSets(input, wanted), fields))
        .type(type)
        .command(Objects.requireNonNullElse(input.command(), List.of()))
        .args(Objects.requireNonNullElse(input.args(), List.of()))
        .env(environment(input.env()))
        .priorityClass(Objects.requireNonNullElse(input.priority(), "normal"))
        .preemptible(Objects.requireNonNullElse(input.preemptible(), batch))
        .spanClusters(Objects.requireNonNullElse(input.spanClusters(), false))
        .placement(input.placement())
        .flavorOrder(wanted.size() > 1 ? models.flavorsOf(wanted) : List.of())
        .maxRuntimeMillis(positive("/spec/maxRuntime", life))
        .checkpointEveryMillis(fields.millis("/spec/checkpointEvery", input.checkpointEvery(), 0))
        .maxAttempts(Objects.requireNonNullElse(input.maxAttempts(), ATTEMPTS))
        .graceSeconds(
            input.graceSeconds() == null
                ? Objects.requireNonNullElse(manifest.graceSeconds(), (long) GRACE_SECONDS)
                : (long) input.graceSeconds())
        .backend(Objects.requireNonNullElse(input.backend(), ""))
        .simulation(simulation(input.simulation()))
        .spec();
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
    SortedSet<String> names = new TreeSet<>();
    List<EnvInput> all = Objects.requireNonNullElse(inputs, List.of());
    for (int i = 0; i < all.size(); i++) {
      EnvInput each = all.get(i);
      String at = "/spec/env/" + i;
      if (!names.add(each.name())) {
        fields.add(at + "/name", "DUPLICATE", "Each name may be given once.", each.name());
      }
      if ((each.value() == null) == (each.secretRef() == null)) {
        String code = each.value() == null ? "REQUIRED" : "CONFLICT";
        fields.add(at + "/value", code, "Give value or secretRef, one of them.", null);
      } else if (each.value() != null) {
        environment.put(each.name(), each.value());
      }
    }
    return environment;
  }

  private List<PodSet> podSets(SpecInput input, List<String> wanted) {
    List<NodeAffinityTerm> terms = wanted.isEmpty() ? List.of() : models.termsOfAny(wanted);
    PodSetReader reader = new PodSetReader(fields, terms);
    List<PodSet> podSets = new ArrayList<>();
    List<PodSetInput> inputs = Objects.requireNonNullElse(input.podSets(), List.of());
    for (int i = 0; i < inputs.size(); i++) {
      podSets.add(reader.read("/spec/podSets/" + i, inputs.get(i)));
    }
    return podSets;
  }

  /// The GPU models that will do, the best first; none when any will.
  private List<String> models(SpecInput input) {
    List<String> wanted = new ArrayList<>();
    if (input.gpuModel() != null) {
      checkModel("/spec/gpuModel", input.gpuModel(), wanted);
    }
    List<String> several = Objects.requireNonNullElse(input.gpuModels(), List.of());
    if (input.gpuModel() != null && !several.isEmpty()) {
      String value = String.join(", ", several);
      fields.add("/spec/gpuModels", "CONFLICT", "Give gpuModel or gpuModels, not both.", value);
      return List.of();
    }
    for (int i = 0; i < several.size(); i++) {
      checkModel("/spec/gpuModels/" + i, several.get(i), wanted);
    }
    return wanted;
  }

  private void checkModel(String pointer, String model, List<String> wanted) {
    if (!models.isKnown(model)) {
      String known = String.join(", ", models.names());
      fields.add(pointer, "NOT_ALLOWED", "Known are: " + known + ".", model);
    } else if (wanted.contains(model)) {
      fields.add(pointer, "DUPLICATE", "Each model may be given once.", model);
    } else {
      wanted.add(model);
    }
  }

  private JobSpec.@Nullable Simulation simulation(@Nullable SimulationInput input) {
    return input == null
        ? null
        : new JobSpec.Simulation(
            fields.millis("/spec/simulation/runFor", input.runFor(), 0),
            fields.millis("/spec/simulation/startDelay", input.startDelay(), 0),
            fields.millis("/spec/simulation/stopDelay", input.stopDelay(), 0),
            Objects.requireNonNullElse(input.exitCode(), 0),
            input.busyFor() == null
                ? null
                : fields.millis("/spec/simulation/busyFor", input.busyFor(), 0));
  }
}
