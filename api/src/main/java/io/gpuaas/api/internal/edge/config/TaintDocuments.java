package io.gpuaas.api.internal.edge.config;

import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Taints and tolerations as Kubernetes writes them.
final class TaintDocuments {
  private TaintDocuments() {}

  /// A node taint.
  @Schema(name = "Taint")
  record TaintDocument(
      @Size(min = 1, max = 317) String key,
      @Schema(defaultValue = "") @Size(max = 63) @Nullable String value,
      @Schema(allowableValues = {"NoSchedule", "PreferNoSchedule", "NoExecute"}) @Size(max = 32)
          String effect) {
    static TaintDocument of(Taint it) {
      return new TaintDocument(it.key(), it.value(), it.effect());
    }

    Taint taint() {
      return new Taint(key, Objects.requireNonNullElse(value, ""), effect);
    }
  }

  /// A toleration.
  @Schema(name = "Toleration")
  record TolerationDocument(
      @Schema(defaultValue = "") @Size(max = 317) @Nullable String key,
      @Schema(
              defaultValue = "Equal",
              allowableValues = {"Equal", "Exists"})
          @Size(max = 32)
          @Nullable String operator,
      @Schema(defaultValue = "") @Size(max = 63) @Nullable String value,
      @Schema(defaultValue = "") @Size(max = 32) @Nullable String effect) {
    static TolerationDocument of(Toleration it) {
      return new TolerationDocument(it.key(), it.operator(), it.value(), it.effect());
    }

    Toleration toleration() {
      return new Toleration(
          Objects.requireNonNullElse(key, ""),
          Objects.requireNonNullElse(operator, "Equal"),
          Objects.requireNonNullElse(value, ""),
          Objects.requireNonNullElse(effect, ""));
    }
  }

  static List<Taint> taints(@Nullable List<TaintDocument> documents) {
    return documents == null ? List.of() : documents.stream().map(TaintDocument::taint).toList();
  }

  static List<Toleration> tolerations(@Nullable List<TolerationDocument> documents) {
    return documents == null
        ? List.of()
        : documents.stream().map(TolerationDocument::toleration).toList();
  }
}
