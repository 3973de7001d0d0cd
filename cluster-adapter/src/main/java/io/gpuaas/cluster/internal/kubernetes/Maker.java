package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.internal.follow.ApiAnswer;
import io.gpuaas.cluster.internal.manifest.Backend.Rendering;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunOutcome;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Makes all objects of a run in order. Each step may be done again; what costs devices, the
/// release of the main objects, is not done here.
final class Maker {
  private static final int NOT_FOUND = 404;
  private final ObjectApi api;

  /// Kinds that keep gangs whose versions were seen to be those that we speak.
  private final List<Kind> known = new CopyOnWriteArrayList<>();

  Maker(ObjectApi api) {
    this.api = api;
  }

  /// Why gangs cannot be made: their kinds are there, but in other versions; empty when they can.
  /// Nothing watches these kinds, so they are asked for before the first run is made.
  String lacking(List<Kind> gangKinds) {
    for (Kind kind : gangKinds) {
      if (known.contains(kind)) {
        continue;
      }
      List<String> served = api.versions(kind);
      if (!served.isEmpty() && !served.contains(kind.version())) {
        return new ApiAnswer(NOT_FOUND, "", 0).sentence(kind, served);
      }
      known.add(kind);
    }
    return "";
  }

  /// Null when all is there, else why it cannot be: the cluster understood and refused.
  @Nullable Observation make(RunId run, Rendering rendering, Instant now) {
    try {
      rendering.lasting().forEach(api::make);
      rendering.gang().forEach(api::make);
      Tree owner = null;
      for (Manifest main : rendering.mains()) {
        Tree made = api.make(main);
        if (!made.text("metadata", "labels", RunShape.RUN).equals(run.value())) {
          return refusal(run, now, "A %s of this name is not ours.".formatted(kind(main)));
        }
        if (!decisionOf(made).equals(decisionOf(main.tree()))) {
          return refusal(run, now, "A %s of this name was placed otherwise.".formatted(kind(main)));
        }
        owner = owner == null ? made : owner;
      }
      for (Manifest around : rendering.around()) {
        api.make(owned(around, owner));
      }
      return null;
    } catch (KubernetesClientException e) {
      return refusalOf(run, now, e);
    }
  }

  private static String decisionOf(Tree main) {
    return main.text("metadata", "annotations", RunShape.DECISION);
  }

  private static String kind(Manifest manifest) {
    return Kinds.of(manifest.tree()).kind();
  }

  private static Manifest owned(Manifest manifest, @Nullable Tree owner) {
    if (owner == null) {
      return manifest;
    }
    Tree reference =
        Tree.of(
            "apiVersion", owner.text("apiVersion"),
            "kind", owner.text("kind"),
            "name", owner.text("metadata", "name"),
            "uid", owner.text("metadata", "uid"));
    Tree tree = manifest.tree().withAt(List.of("metadata", "ownerReferences"), List.of(reference));
    return new Manifest(tree, manifest.write());
  }

  /// What may be otherwise next time is thrown again.
  private static Observation refusalOf(RunId run, Instant now, KubernetesClientException e) {
    ApiAnswer answer = ObjectApi.answer(e);
    if (answer.verdict() != ApiAnswer.Verdict.REFUSED) {
      throw e;
    }
    return refusal(run, now, "The cluster refused it: " + answer.sentence());
  }

  private static Observation refusal(RunId run, Instant now, String message) {
    return new Observation.RunEnded(run, now, RunOutcome.FAILED, -1, message);
  }
}
