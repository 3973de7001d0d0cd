package io.gpuaas.cluster.internal.template;

import io.gpuaas.cluster.ManifestTemplates.Reading;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.PodSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Reads a user's manifest as a job: its pod sets, and how long it may run. All faults at once.
public final class ManifestReader {
  private static final int PODS_MAX = 100_000;
  private final Tree manifest;
  private final String at;
  private final FaultCollector faults = new FaultCollector();

  private ManifestReader(Tree manifest, String at) {
    this.manifest = manifest;
    this.at = at;
  }

  /// The job that it is, or all that is wrong.
  ///
  /// @param at JSON Pointer to the manifest, before those of its faults
  public static Reading read(Tree manifest, String at) {
    TemplateKind kind = TemplateKind.of(manifest).orElse(null);
    if (kind == null) {
      String given = manifest.text("apiVersion") + " " + manifest.text("kind");
      String detail = "A manifest is one of %s.".formatted(TemplateKind.all());
      return new Reading.Refused(
          List.of(new Fault(at + "/kind", "NOT_ALLOWED", detail, Fault.shown(given, 80), null)));
    }
    return new ManifestReader(manifest, at).read(kind);
  }

  private Reading read(TemplateKind kind) {
    List<Fault> found = new ArrayList<>(ManifestRules.faults(kind, manifest, at));
    List<PodSet> podSets = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    for (TemplateKind.Part part : kind.parts(manifest)) {
      String place = at + part.at();
      found.addAll(PodRules.faults(part.template(), place));
      checkShape(kind, part, place, names);
      PodSet podSet = new PodReader(part, place, kind, faults).read();
      if (podSet != null) {
        podSets.add(podSet);
      }
    }
    found.addAll(faults.faults());
    if (podSets.isEmpty() && found.isEmpty()) {
      found.add(Fault.of(at + "/spec", "REQUIRED", "It has no pods."));
    }
    return found.isEmpty() ? job(kind, podSets) : new Reading.Refused(found);
  }

  private void checkShape(
      TemplateKind kind, TemplateKind.Part part, String place, Set<String> names) {
    faults.dnsLabel(place + "/../name", part.podSet());
    if (!names.add(part.podSet())) {
      faults.add(
          place, "DUPLICATE", "Pod sets of a job have different names.", part.podSet(), null);
    }
    faults.range(place, part.count(), 1, PODS_MAX);
    List<Tree> containers = part.template().trees("spec", "containers");
    if (containers.isEmpty()) {
      faults.add(place + "/spec/containers", "REQUIRED", "A pod has a container.", null, null);
    }
    for (int i = 0; i < containers.size(); i++) {
      if (containers.get(i).text("image").isEmpty()) {
        String image =
            kind == TemplateKind.TRAIN_JOB
                ? place + "/image"
                : "%s/spec/containers/%d/image".formatted(place, i);
        faults.add(image, "REQUIRED", "A container has an image.", null, null);
      }
    }
  }

  private Reading job(TemplateKind kind, List<PodSet> podSets) {
    Tree first = kind.parts(manifest).getFirst().template().tree("spec");
    Tree spec = manifest.tree("spec");
    long deadline =
        Math.max(
            spec.number("activeDeadlineSeconds"),
            spec.tree("runPolicy").number("activeDeadlineSeconds"));
    boolean endless = kind == TemplateKind.LEADER_WORKER_SET || kind == TemplateKind.RAY_CLUSTER;
    return new Reading.Job(
        kind.kindName(),
        manifest.text("metadata", "name"),
        first.trees("containers").getFirst().text("image"),
        podSets,
        deadline,
        first.has("terminationGracePeriodSeconds")
            ? Long.valueOf(first.number("terminationGracePeriodSeconds"))
            : null,
        endless);
  }
}
