package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.jobs.JobInput.SpecInput;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.cluster.ManifestTemplates;
import io.gpuaas.cluster.ManifestTemplates.Reading;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.JobTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// What a job's manifest says, where it was given as one. What the manifest says is not said twice:
/// beside it, a pod set may only be told where its pods lie. A job may be sent back as it was read.
///
/// @param job null without a manifest, or with one that cannot be accepted
record ManifestSpec(@Nullable JobTemplate template, Reading.@Nullable Job job) {
  private static final String AT = "/spec/manifest";
  private static final int CHARACTERS_MAX = 256 * 1024;

  static ManifestSpec read(SpecInput input, ManifestTemplates manifests, Fields fields) {
    SortedMap<String, Object> manifest = input.manifest();
    if (manifest == null) {
      needed("/spec/image", input.image(), fields);
      needed("/spec/podSets", input.podSets(), fields);
      return new ManifestSpec(null, null);
    }
    String json = ApiJson.write(manifest);
    if (json.length() > CHARACTERS_MAX) {
      fields.add(AT, "TOO_LARGE", "At most %d characters.".formatted(CHARACTERS_MAX), null);
      return new ManifestSpec(null, null);
    }
    return switch (manifests.read(manifest, AT)) {
      case Reading.Refused(List<Fault> faults) -> {
        faults.forEach(it -> fields.add(it.pointer(), it.code(), it.detail(), it.value()));
        yield new ManifestSpec(null, null);
      }
      case Reading.Job job -> {
        notTwice(input, job, fields);
        yield new ManifestSpec(new JobTemplate(job.kind(), json), job);
      }
    };
  }

  private static void needed(String pointer, @Nullable Object given, Fields fields) {
    if (given == null) {
      fields.add(pointer, "REQUIRED", "This field is required.", null);
    }
  }

  private static void notTwice(SpecInput input, Reading.Job job, Fields fields) {
    if (input.image() != null && !input.image().equals(job.image())) {
      conflict("/spec/image", input.image(), fields);
    }
    if (input.command() != null && !input.command().isEmpty()) {
      conflict("/spec/command", null, fields);
    }
    if (input.args() != null && !input.args().isEmpty()) {
      conflict("/spec/args", null, fields);
    }
    if (input.env() != null && !input.env().isEmpty()) {
      conflict("/spec/env", null, fields);
    }
  }

  private static void conflict(String pointer, @Nullable String value, Fields fields) {
    fields.add(pointer, "CONFLICT", "The manifest says it: leave it out here.", value);
  }

  /// False where a manifest was given and cannot be accepted, so that nothing is known of it.
  boolean isWellFormed(SpecInput input) {
    return input.manifest() == null || job != null;
  }

  String image() {
    return job == null ? "" : job.image();
  }

  boolean endless() {
    return job != null && job.endless();
  }

  @Nullable String maxRuntime() {
    return job == null || job.maxRuntimeSeconds() == 0 ? null : job.maxRuntimeSeconds() + "s";
  }

  @Nullable Long graceSeconds() {
    return job == null ? null : job.graceSeconds();
  }

  /// Those of the manifest, with what was said beside it of where their pods lie.
  ///
  /// @param beside the pod sets of the submission; all of them without a manifest
  List<PodSet> podSets(List<PodSet> beside, Fields fields) {
    if (job == null) {
      return beside;
    }
    List<PodSet> podSets = new ArrayList<>(job.podSets());
    for (int i = 0; i < beside.size(); i++) {
      PodSet given = beside.get(i);
      String at = "/spec/podSets/" + i;
      int place = place(podSets, given.name());
      if (place < 0) {
        String names = String.join(", ", podSets.stream().map(PodSet::name).toList());
        fields.add(at + "/name", "NOT_ALLOWED", "The manifest has: " + names + ".", given.name());
      } else if (!isSame(podSets.get(place), given)) {
        conflict(at, given.name(), fields);
      } else {
        podSets.set(place, placed(podSets.get(place), given));
      }
    }
    return podSets;
  }

  private static int place(List<PodSet> podSets, String name) {
    for (int i = 0; i < podSets.size(); i++) {
      if (podSets.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isSame(PodSet read, PodSet given) {
    return read.count() == given.count()
        && read.minCount() == given.minCount()
        && read.milliGpusPerPod() == given.milliGpusPerPod();
  }

  /// The manifest's pods, where the submission wants them.
  private static PodSet placed(PodSet read, PodSet given) {
    List<NodeAffinityTerm> terms = new ArrayList<>(read.nodeAffinity());
    given.nodeAffinity().stream().filter(it -> !terms.contains(it)).forEach(terms::add);
    return new PodSet(
        read.name(),
        read.count(),
        read.minCount(),
        read.requests(),
        read.device(),
        read.nodeSelector(),
        terms,
        read.tolerations(),
        given.topology(),
        given.group(),
        given.numa());
  }
}
