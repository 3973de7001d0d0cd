package io.gpuaas.launch.bench;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// One measured figure, printed as one line of JSON.
///
/// @param better `lower` or `higher`
/// @param target null when there is nothing to reach
/// @param met also false when what was measured gave a wrong result
record Figure(
    String name,
    double value,
    String unit,
    String better,
    @Nullable Double target,
    boolean met,
    Map<String, Object> detail) {

  static Figure lower(String name, double value, String unit, @Nullable Double target) {
    return new Figure(
        name, value, unit, "lower", target, target == null || value <= target, Map.of());
  }

  static Figure higher(String name, double value, String unit, @Nullable Double target) {
    return new Figure(
        name, value, unit, "higher", target, target == null || value >= target, Map.of());
  }

  /// With what was found; the target counts as missed unless `right`.
  Figure with(boolean right, Map<String, Object> facts) {
    return new Figure(name, value, unit, better, target, met && right, facts);
  }

  String toJson() {
    return JsonMapper.shared().writeValueAsString(this);
  }
}
