package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.jobs.JobDocument.EnvDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.PodSetDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.SecretKeyDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.SpecDocument;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.World;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.QuotaAdmin;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Collects the fields of a job's effective spec, each with what gave it.
final class EffectiveFields {
  private static final String DEFAULT_PRIORITY = "normal";
  private final List<FieldDocument> fields = new ArrayList<>();
  private final SpecDocument spec;
  private final Job job;
  private final World world;
  private final QuotaAdmin quota;

  EffectiveFields(SpecDocument spec, Job job, World world, QuotaAdmin quota) {
    this.spec = spec;
    this.job = job;
    this.world = world;
    this.quota = quota;
  }

  /// What gave a field its value.
  @Schema(name = "EffectiveSource")
  enum Source {
    /// The submission.
    SUBMITTED,
    /// The manifest that the job was submitted as.
    MANIFEST,
    /// Nobody: it is the usual.
    DEFAULT,
    /// A priority class.
    PRIORITY_CLASS,
    /// A data source of its project, as it was when the job was submitted.
    DATA_SOURCE,
    /// The flavor of its run.
    FLAVOR,
    /// The scheduling policy.
    POLICY,
    /// A setting of its run's cluster.
    CLUSTER
  }

  /// One field.
  ///
  /// @param pointer into the spec; below `/cluster` are settings of its cluster
  /// @param asked what the submission or its manifest said; null where it said nothing
  /// @param from name of the class, flavor or setting; null where the source has no name
  @Schema(name = "EffectiveField")
  record FieldDocument(
      @Schema(example = "/spec/maxAttempts") String pointer,
      String value,
      @Nullable String asked,
      Source source,
      @Nullable String from) {}

  List<FieldDocument> all() {
    return List.copyOf(fields);
  }

  private Source wish() {
    return spec.manifest() == null ? Source.SUBMITTED : Source.MANIFEST;
  }

  private void asked(String field, @Nullable Object value, Source source) {
    if (value != null) {
      String text = value.toString();
      fields.add(new FieldDocument("/spec/" + field, text, text, source, null));
    }
  }

  /// A value that is the usual one, or was asked for.
  private void usual(String field, Object value, Object usual) {
    boolean isUsual = value.equals(usual);
    String text = value.toString();
    fields.add(
        new FieldDocument(
            "/spec/" + field,
            text,
            isUsual ? null : text,
            isUsual ? Source.DEFAULT : Source.SUBMITTED,
            null));
  }

  void addSpec() {
    boolean batch = spec.type() == JobSpec.Type.BATCH;
    usual("type", spec.type(), JobSpec.Type.BATCH);
    asked("image", spec.image(), wish());
    asked("command", spec.command().isEmpty() ? null : spec.command(), Source.SUBMITTED);
    asked("args", spec.args().isEmpty() ? null : spec.args(), Source.SUBMITTED);
    spec.env().forEach(this::addVariable);
    addData();
    for (int i = 0; i < spec.podSets().size(); i++) {
      addPodSet("podSets/" + i, spec.podSets().get(i));
    }
    asked("gpuModel", spec.gpuModel(), Source.SUBMITTED);
    asked("tensorBoard", spec.tensorBoard(), Source.SUBMITTED);
    asked("metricsPort", spec.metricsPort(), Source.SUBMITTED);
    usual("priority", spec.priority(), DEFAULT_PRIORITY);
    fields.add(
        new FieldDocument(
            "/spec/priority/value",
            Integer.toString(job.priority()),
            null,
            Source.PRIORITY_CLASS,
            spec.priority()));
    usual("preemptible", spec.preemptible(), batch);
    usual("spanClusters", spec.spanClusters(), false);
    addPlacement(null);
    if (spec.maxRuntime() != null) {
      usual("maxRuntime", spec.maxRuntime(), batch ? "" : JobReader.NOTEBOOK_LIFE);
    }
    asked("checkpointEvery", spec.checkpointEvery(), Source.SUBMITTED);
    usual("maxAttempts", spec.maxAttempts(), JobReader.ATTEMPTS);
    usual("graceSeconds", spec.graceSeconds(), (long) JobReader.GRACE_SECONDS);
    asked("backend", spec.backend(), Source.SUBMITTED);
  }

  private void addVariable(EnvDocument variable) {
    SecretKeyDocument secret = variable.secretRef();
    String at = "env/" + variable.name();
    asked(at, variable.value(), Source.SUBMITTED);
    if (secret != null) {
      asked(at + "/secretRef", secret.name() + "/" + secret.key(), Source.SUBMITTED);
    }
  }

  /// What the job asked for, and what its project's data sources made of it.
  private void addData() {
    List<DataUse> uses =
        job.spec().companions() == null ? List.of() : job.spec().companions().data();
    for (int i = 0; i < uses.size(); i++) {
      DataUse use = uses.get(i);
      String at = "data/" + i;
      asked(at + "/source", use.source(), Source.SUBMITTED);
      asked(at + "/mountPath", use.mountPath().isEmpty() ? null : use.mountPath(), wish());
      String place = use.kind() + " " + use.place();
      fields.add(
          new FieldDocument(
              "/spec/" + at + "/place", place, null, Source.DATA_SOURCE, use.source()));
    }
  }

  private void addPodSet(String at, PodSetDocument podSet) {
    asked(at + "/name", podSet.name(), wish());
    asked(at + "/count", podSet.count(), wish());
    usualOf(at + "/minCount", podSet.minCount(), podSet.count());
    asked(at + "/gpusPerPod", podSet.gpusPerPod(), wish());
    asked(at + "/cpuPerPod", podSet.cpuPerPod(), wish());
    asked(at + "/memoryPerPod", podSet.memoryPerPod(), wish());
    asked(at + "/gpuFraction", podSet.gpuFraction(), Source.SUBMITTED);
    podSet
        .nodeSelector()
        .forEach((key, value) -> asked(at + "/nodeSelector/" + key, value, wish()));
    if (podSet.topology() != null) {
      asked(at + "/topology/mode", podSet.topology().mode(), Source.SUBMITTED);
      asked(at + "/topology/level", podSet.topology().level(), Source.SUBMITTED);
    }
  }

  private void usualOf(String field, int value, int usual) {
    usual(field, value, usual);
  }

  /// How its nodes are filled: as the job says, else its flavor, else the policy.
  private void addPlacement(@Nullable Flavor flavor) {
    String pointer = "/spec/placement";
    fields.removeIf(it -> it.pointer().equals(pointer));
    PlacementStrategy own = spec.placement();
    if (own != null) {
      asked("placement", own, Source.SUBMITTED);
    } else if (flavor != null && flavor.placement() != null) {
      String text = flavor.placement().toString();
      fields.add(new FieldDocument(pointer, text, null, Source.FLAVOR, flavor.name()));
    } else {
      String text = world.policy().placement().toString();
      fields.add(new FieldDocument(pointer, text, null, Source.POLICY, null));
    }
  }

  /// What the flavors of a run add: labels that its nodes have, taints that its pods bear.
  void addFlavors(List<PodSetAssignment> assignments) {
    for (int i = 0; i < assignments.size(); i++) {
      for (String name : new TreeSet<>(assignments.get(i).flavors().values())) {
        Flavor flavor = flavor(name);
        if (flavor != null) {
          addFlavor("/spec/podSets/" + i, flavor);
        }
      }
    }
  }

  private void addFlavor(String at, Flavor flavor) {
    addPlacement(flavor);
    flavor
        .nodeLabels()
        .forEach(
            (key, value) -> {
              String pointer = at + "/nodeSelector/" + key;
              fields.add(new FieldDocument(pointer, value, null, Source.FLAVOR, flavor.name()));
            });
    flavor
        .tolerations()
        .forEach(
            it -> {
              String pointer = at + "/tolerations/" + it.key();
              String text = "%s %s %s".formatted(it.operator(), it.value(), it.effect()).strip();
              fields.add(new FieldDocument(pointer, text, null, Source.FLAVOR, flavor.name()));
            });
  }

  private @Nullable Flavor flavor(String name) {
    return quota.flavors().find(name).map(Versioned::value).map(it -> it.flavor()).orElse(null);
  }

  /// The settings of its cluster, by which its objects are made. Where keys and tokens lie is left
  /// out.
  void addCluster(Cluster cluster) {
    if (spec.backend() == null) {
      String name = cluster.name();
      fields.add(new FieldDocument("/spec/backend", cluster.backend(), null, Source.CLUSTER, name));
    }
    cluster
        .settings()
        .forEach(
            (key, value) -> {
              boolean access =
                  List.of("kubeconfig", "context", "tokenFile", "url", "user").contains(key);
              if (!access) {
                fields.add(new FieldDocument("/cluster/" + key, value, null, Source.CLUSTER, key));
              }
            });
  }
}
