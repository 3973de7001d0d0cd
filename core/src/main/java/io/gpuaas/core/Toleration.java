package io.gpuaas.core;

/// A pod's toleration, with the matching rule of Kubernetes: an empty key with `Exists` tolerates
/// everything, an empty effect all effects.
public record Toleration(String key, String operator, String value, String effect) {
  public boolean tolerates(Taint taint) {
    boolean effectMatches = effect.isEmpty() || effect.equals(taint.effect());
    boolean keyMatches = key.isEmpty() || key.equals(taint.key());
    boolean exists = operator.equals("Exists");
    boolean valueMatches = exists || (!key.isEmpty() && value.equals(taint.value()));
    return effectMatches && keyMatches && valueMatches;
  }
}
