package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.internal.engine.Assignment.Obstacle;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/// Small reasons, and which obstacles are for ever.
final class Reasons {
  private Reasons() {}

  /// Whether no change of usage could ever remove the obstacles.
  static boolean isForEver(Assignment assignment) {
    return assignment.mode == Mode.NO_FIT
        && assignment.obstacles.stream().allMatch(it -> isForEver(it.kind()));
  }

  private static boolean isForEver(Obstacle.Kind kind) {
    return switch (kind) {
      case UNCOVERED, MISMATCH, EXCEEDS_MAX, HARDWARE -> true;
      case PATIENCE, QUOTA, NODES -> false;
    };
  }

  /// The reason with the changes in its detail, and the smallest of them as the next step.
  static WaitReason with(WaitReason reason, SequencedMap<String, String> changes) {
    SortedMap<String, String> detail = new TreeMap<>(reason.detail());
    detail.putAll(changes);
    String step = Remedies.sentence(changes);
    return new WaitReason(
        reason.code(), reason.message(), detail, step.isEmpty() ? reason.nextStep() : step);
  }

  /// Enough GPUs are free for the pods, but not together.
  static WaitReason numa(
      SortedMap<String, String> detail, PodSet set, long perPod, Capacity capacity) {
    String message =
        ("Pod set %s needs %s of %s on as few NUMA nodes as can hold them:"
                + " %d fit, %d if it did not matter.")
            .formatted(
                set.name(),
                Counted.pods(set.count()),
                Counted.gpus(perPod),
                capacity.pods(),
                capacity.byAmounts());
    return new WaitReason("NumaAlignmentFailed", message, detail, "");
  }

  static WaitReason plain(String code, String message) {
    return new WaitReason(code, message, Collections.emptySortedMap(), "");
  }

  static List<WaitReason> only(String code, String message) {
    return List.of(plain(code, message));
  }
}
