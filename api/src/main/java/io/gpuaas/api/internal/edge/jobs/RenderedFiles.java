package io.gpuaas.api.internal.edge.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds in the objects that a run is made of where its files are.
final class RenderedFiles {
  private static final String CHECKPOINTS = "GPUAAS_CHECKPOINTS";
  private static final String TENSORBOARD = "/tensorboard";

  private RenderedFiles() {}

  /// The address of the run's TensorBoard within its cluster.
  static Optional<String> tensorBoard(List<? extends Map<String, Object>> objects) {
    return objects.stream()
        .filter(it -> "Service".equals(it.get("kind")) && isTensorBoard(at(it, "spec", "selector")))
        .map(RenderedFiles::address)
        .findFirst();
  }

  private static boolean isTensorBoard(Object selector) {
    return selector instanceof Map<?, ?> labels
        && labels.keySet().stream().anyMatch(it -> it.toString().endsWith(TENSORBOARD));
  }

  private static String address(Map<String, Object> service) {
    Object port =
        at(service, "spec", "ports") instanceof List<?> ports ? at(ports.getFirst(), "port") : "80";
    return "http://%s.%s.svc:%s"
        .formatted(at(service, "metadata", "name"), at(service, "metadata", "namespace"), port);
  }

  /// What the run's pods are told of where their checkpoints go.
  static Optional<String> checkpoints(Object tree) {
    return switch (tree) {
      case Map<?, ?> map when CHECKPOINTS.equals(map.get("name")) ->
          Optional.ofNullable(map.get("value")).map(Object::toString);
      case Map<?, ?> map -> first(List.copyOf(map.values()));
      case List<?> list -> first(list);
      default -> Optional.empty();
    };
  }

  private static Optional<String> first(List<?> parts) {
    return parts.stream().flatMap(it -> checkpoints(it).stream()).findFirst();
  }

  private static Object at(Object tree, String... path) {
    Object here = tree;
    for (String name : path) {
      Object next = here instanceof Map<?, ?> map ? map.get(name) : null;
      here = next == null ? "" : next;
    }
    return here;
  }
}
