package io.gpuaas.api.internal.edge.access;

import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;

/// A place in the tree organisation > department > team > project.
@Schema(name = "Scope")
public record ScopeDocument(
    Scope.Kind kind, @Schema(example = "llm-pretraining") @Size(min = 1, max = 63) String name) {
  public static ScopeDocument of(Scope scope) {
    return new ScopeDocument(scope.kind(), scope.name());
  }

  public Scope scope() {
    return new Scope(kind, name);
  }
}
