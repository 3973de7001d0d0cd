package io.gpuaas.core;

import java.util.List;

/// One required condition on a node's labels; all terms of a pod set must hold.
public record NodeAffinityTerm(String key, Operator operator, List<String> values) {
  /// As in Kubernetes' node selector requirements.
  public enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST,
    GT,
    LT
  }

  public NodeAffinityTerm {
    values = List.copyOf(values);
  }
}
