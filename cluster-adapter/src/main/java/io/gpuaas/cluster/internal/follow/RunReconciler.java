package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.follow.RunPicture.Said;
import io.gpuaas.cluster.internal.manifest.Backend.Rendering;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.MainState;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.placement.Observation;
import io.gpuaas.placement.Observation.RunOutcome;
import io.gpuaas.placement.RunCommand.EnsureRun;
import io.gpuaas.placement.RunCommand.RemoveRun;
import io.gpuaas.placement.RunCommand.StopRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides about one run by how it is, not by what happened: a missed event costs nothing, and
/// deciding again on the same picture changes nothing.
///
/// | command | objects | what is done and said |
/// |---|---|---|
/// | ensure | never made | make them |
/// | ensure | all there | release them, tell each pod its node, say that it started |
/// | ensure | a pod that can never start | say that it ended, in the cluster's words |
/// | ensure | an end is reported | say that it ended; keep the evidence until that is recorded |
/// | ensure | held back again by another party | say that it ended, in that party's words |
/// | ensure | made, now missing | say that it ended, by what was last seen of its pods |
/// | stop, remove | there | delete with grace |
/// | stop, remove | none, and no pods | say that it ended if that was not said, and is gone |
///
/// What is concluded from absence is concluded from a fresh look only.
public final class RunReconciler {
  private static final Duration ABORT_MARGIN = Duration.ofSeconds(30);

  private final RunPicture picture;
  private final Verdicts verdicts;
  private final List<Action> actions = new ArrayList<>();
  private final List<Observation> observations = new ArrayList<>();
  private Said said;
  private boolean needsFreshLook;
  private boolean awaitsEvidence;

  private RunReconciler(RunPicture picture) {
    this.picture = picture;
    this.verdicts = new Verdicts(picture);
    this.said = picture.said();
  }

  /// What comes of a picture.
  ///
  /// @param needsFreshLook the picture has to be taken anew from the cluster before more can be
  ///   said
  /// @param awaitsEvidence it failed, and nothing was heard yet of why: look again in a moment
  public record Next(
      List<Action> actions,
      List<Observation> observations,
      Said said,
      boolean needsFreshLook,
      boolean awaitsEvidence) {
    public Next {
      actions = List.copyOf(actions);
      observations = List.copyOf(observations);
    }
  }

  public static Next next(RunPicture picture) {
    RunReconciler reconciler = new RunReconciler(picture);
    if (!picture.said().gone()) {
      switch (picture.command()) {
        case EnsureRun ensure -> reconciler.ensure(ensure);
        case StopRun _ -> reconciler.stop();
        case RemoveRun _ -> reconciler.cleanUp();
      }
    }
    return new Next(
        reconciler.actions,
        reconciler.observations,
        reconciler.said,
        reconciler.needsFreshLook,
        reconciler.awaitsEvidence);
  }

  private void ensure(EnsureRun command) {
    Rendering rendering = picture.rendering();
    if (rendering == null) {
      throw new IllegalStateException("%s was not rendered.".formatted(command.run()));
    }
    if (said.ended()) {
      return;
    }
    Tree foreign = foreign();
    if (foreign != null) {
      sayEnded(verdicts.conflict(foreign.text("kind"), foreign.text("metadata", "name")));
    } else if (picture.mains().size() < rendering.mains().size()) {
      makeOrMourn(command, rendering);
    } else {
      said = said.withMade();
      follow(rendering);
    }
  }

  private @Nullable Tree foreign() {
    String run = picture.command().run().value();
    return picture.mains().stream()
        .filter(main -> !main.text("metadata", "labels", RunShape.RUN).equals(run))
        .findFirst()
        .orElse(null);
  }

  private void makeOrMourn(EnsureRun command, Rendering rendering) {
    boolean wasThere = said.made() || command.started();
    if (!wasThere) {
      actions.add(new Action.Make(rendering));
    } else if (!picture.fresh()) {
      needsFreshLook = true;
    } else {
      sayEnded(verdicts.vanished());
    }
  }

  private void follow(Rendering rendering) {
    Observation.RunEnded end = verdicts.endByObjects();
    if (end != null && end.outcome() != RunOutcome.SUCCEEDED && !verdicts.isExplained()) {
      needsFreshLook = !picture.fresh();
      awaitsEvidence = !picture.evidenceIsDue();
    }
    if (end != null && end.outcome() == RunOutcome.SUCCEEDED && !allEndsAreKnown(rendering)) {
      needsFreshLook = !picture.fresh();
    }
    if (needsFreshLook || awaitsEvidence) {
      return;
    }
    if (end != null) {
      sayStartedIfItWas(rendering);
      sayEnded(end);
      return;
    }
    if (picture.backend().isGoverned() && verdicts.isTakenBack()) {
      sayEnded(verdicts.takenBack());
      return;
    }
    boolean held = release();
    if (held && picture.backend().isReleasedByOthers() && hasStarted()) {
      mournWhatWasTakenBack();
      return;
    }
    if (!held) {
      tellNodes(rendering);
    }
    sayStartedIfItIs(rendering);
    Observation.RunEnded never = hasStarted() ? null : StartTrouble.ofPods(picture);
    if (never != null) {
      sayEnded(never);
    }
  }

  private boolean hasStarted() {
    return said.started() || (picture.command() instanceof EnsureRun ensure && ensure.started());
  }

  /// Whoever released it holds it back again: its pods are ended. It is not waited for until it is
  /// released once more, since the room is wanted by others; the next run is placed anew.
  private void mournWhatWasTakenBack() {
    if (picture.fresh()) {
      sayEnded(verdicts.takenBack());
    } else {
      needsFreshLook = true;
    }
  }

  /// True while main objects are held back.
  private boolean release() {
    boolean held = false;
    for (Tree main : picture.mains()) {
      if (picture.backend().state(main) instanceof MainState.Suspended) {
        held = true;
        if (!picture.backend().isReleasedByOthers()) {
          String path = "/" + String.join("/", picture.backend().suspendPath());
          actions.add(
              new Action.Patch(
                  picture.backend().mainKind(),
                  main.text("metadata", "namespace"),
                  main.text("metadata", "name"),
                  List.of(
                      uidIs(main.text("metadata", "uid")),
                      operation("test", path, true),
                      operation("replace", path, false))));
        }
      }
    }
    return held;
  }

  private static Tree uidIs(String uid) {
    return operation("test", "/metadata/uid", uid);
  }

  static Tree operation(String op, String path, Object value) {
    return Tree.of("op", op, "path", path).with("value", value);
  }

  /// Pods are released when all of them are there: the barrier that keeps the gang together.
  private void tellNodes(Rendering rendering) {
    List<PodFacts> gated = picture.pods().values().stream().filter(it -> it.gateAt() >= 0).toList();
    long alive = picture.pods().values().stream().filter(it -> !it.deleting()).count();
    if (gated.isEmpty() || alive < rendering.shape().pods()) {
      return;
    }
    for (PodFacts pod : gated) {
      String node = nodeOf(rendering.shape(), pod);
      if (!node.isEmpty()) {
        actions.add(Ungating.patch(pod, node));
      }
    }
  }

  private static String nodeOf(RunShape shape, PodFacts pod) {
    for (RunShape.Group group : shape.groups()) {
      boolean has = pod.index() >= 0 && pod.index() < group.nodes().size();
      if (has && group.podSet().name().equals(pod.podSet())) {
        return group.nodes().get(pod.index());
      }
    }
    return "";
  }

  private void sayStartedIfItIs(Rendering rendering) {
    List<PodFacts> ready = picture.pods().values().stream().filter(PodFacts::isReady).toList();
    if (!said.started() && ready.size() >= rendering.shape().pods()) {
      sayStarted(Verdicts.latest(ready, PodFacts::readyAt, picture.now()));
    }
  }

  /// Whether each pod was seen to end: the last end is the run's.
  private boolean allEndsAreKnown(Rendering rendering) {
    long ended = picture.pods().values().stream().filter(pod -> pod.finishedAt() != null).count();
    return ended >= rendering.shape().pods();
  }

  /// A run may be over before it was seen running.
  private void sayStartedIfItWas(Rendering rendering) {
    List<PodFacts> over =
        picture.pods().values().stream().filter(pod -> pod.finishedAt() != null).toList();
    if (!said.started() && over.size() >= rendering.shape().pods()) {
      sayStarted(verdicts.startOfFinished(over));
    }
  }

  private void sayStarted(Instant at) {
    observations.add(new Observation.RunStarted(picture.command().run(), at));
    said = said.withStarted();
  }

  private void sayEnded(Observation.RunEnded end) {
    observations.add(end);
    said = said.withEnded();
  }

  private void stop() {
    if (!said.ended() && foreign() == null) {
      Observation.RunEnded end = verdicts.endByObjects();
      if (end != null && end.outcome() == RunOutcome.SUCCEEDED) {
        sayEnded(end);
      }
    }
    cleanUp();
  }

  /// Deletes what is there; what is said at last needs nothing to be there.
  private void cleanUp() {
    Manifest.Kind kind = picture.backend().mainKind();
    String run = picture.command().run().value();
    List<Tree> own =
        picture.mains().stream()
            .filter(main -> main.text("metadata", "labels", RunShape.RUN).equals(run))
            .toList();
    for (Tree main : own) {
      if (!main.tree("metadata").has("deletionTimestamp") && !endsFirst(main)) {
        actions.add(
            new Action.Delete(
                kind,
                main.text("metadata", "namespace"),
                main.text("metadata", "name"),
                main.text("metadata", "uid")));
      }
    }
    if (!own.isEmpty() || !picture.pods().isEmpty()) {
      deleteLeftPods(own.isEmpty());
      return;
    }
    if (!picture.fresh()) {
      needsFreshLook = true;
      return;
    }
    if (!said.ended() && picture.command() instanceof StopRun) {
      sayEnded(verdicts.stopped());
    }
    picture.backend().gangKinds().forEach(it -> actions.add(new Action.DeleteAll(it, run)));
    observations.add(new Observation.RunGone(picture.command().run(), picture.now()));
    said = said.withGone();
  }

  /// Whether the cluster's controller ends the pods of a run that is stopped before its object
  /// goes; not for ever, since that controller may be dead.
  private boolean endsFirst(Tree main) {
    if (!(picture.command() instanceof StopRun stop) || said.ended()) {
      return false;
    }
    Instant latest = stop.issuedAt().plusSeconds(stop.graceSeconds()).plus(ABORT_MARGIN);
    Manifest abort = picture.backend().abort(main);
    if (picture.now().isAfter(latest) || (abort == null && !picture.backend().isEnding(main))) {
      return false;
    }
    if (abort != null) {
      actions.add(new Action.Tell(abort));
    }
    return true;
  }

  /// Pods that nobody will remove. One that has an owner goes with it: deleted by us, it would be
  /// made again by a controller that has not heard yet.
  private void deleteLeftPods(boolean mainsGone) {
    for (PodFacts pod : picture.pods().values()) {
      if (mainsGone && !pod.owned() && !pod.deleting()) {
        actions.add(new Action.Delete(Kinds.POD, pod.namespace(), pod.name(), pod.uid()));
      }
    }
  }
}
