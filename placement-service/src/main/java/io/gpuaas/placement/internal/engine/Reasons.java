package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.internal.engine.Assignment.Obstacle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Puts the obstacles of an assignment into words, the dominant one first.
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
      case QUOTA, NODES, TOPOLOGY -> false;
    };
  }

  /// Never empty.
  static List<WaitReason> of(Catalog catalog, Waiter waiter, Assignment assignment) {
    List<WaitReason> result = new ArrayList<>();
    List<Obstacle> sorted = new ArrayList<>(assignment.obstacles);
    sorted.sort(Comparator.comparingInt((Obstacle it) -> weight(it.kind())));
    for (Obstacle obstacle : sorted) {
      WaitReason reason = of(catalog, waiter, obstacle);
      if (!result.contains(reason)) {
        result.add(reason);
      }
    }
    if (result.isEmpty()) {
      result.add(plain("WaitingForQuota", "Its turn has not come yet."));
    }
    return List.copyOf(result);
  }

  /// Obstacles that usage could remove come first: they tell what to wait for.
  private static int weight(Obstacle.Kind kind) {
    return switch (kind) {
      case QUOTA -> 0;
      case NODES -> 1;
      case TOPOLOGY -> 2;
      case HARDWARE -> 3;
      case EXCEEDS_MAX -> 4;
      case UNCOVERED -> 5;
      case MISMATCH -> 6;
    };
  }

  private static WaitReason of(Catalog catalog, Waiter waiter, Obstacle obstacle) {
    return switch (obstacle.kind()) {
      case UNCOVERED, MISMATCH -> plain("NoMatchingFlavor", flavor(catalog, obstacle));
      case EXCEEDS_MAX -> quota("ExceedsMaxQuota", waiter, obstacle);
      case QUOTA -> quota("WaitingForQuota", waiter, obstacle);
      case NODES, HARDWARE -> plain("WaitingForNodes", obstacle.text());
      case TOPOLOGY -> plain("TopologyPlacementFailed", obstacle.text());
    };
  }

  private static String flavor(Catalog catalog, Obstacle obstacle) {
    return obstacle.flavor() < 0
        ? obstacle.text()
        : "Flavor %s: %s.".formatted(catalog.flavor(obstacle.flavor()).name(), obstacle.text());
  }

  private static WaitReason quota(String code, Waiter waiter, Obstacle obstacle) {
    FlavorResource cell = obstacle.cell();
    String resource = cell == null ? "" : cell.resource();
    SortedMap<String, String> detail = new TreeMap<>();
    detail.put("resource", resource);
    detail.put("flavor", cell == null ? "" : cell.flavor());
    detail.put("asked", Quantity.format(resource, obstacle.asked()));
    detail.put("free", Quantity.format(resource, obstacle.free()));
    detail.put("limit", Quantity.format(resource, obstacle.limit()));
    String message =
        "Project %s asks for %s %s of %s: %s are available, at most %s can ever be."
            .formatted(
                waiter.workload().project(),
                detail.get("asked"),
                resource,
                detail.get("flavor"),
                detail.get("free"),
                detail.get("limit"));
    return new WaitReason(code, message, detail, "");
  }

  static WaitReason plain(String code, String message) {
    return new WaitReason(code, message, Collections.emptySortedMap(), "");
  }
}
