package io.gpuaas.core;

/// Identity of a run: one attempt of a job on a cluster. At most one run of a job holds capacity.
public record RunId(String value) implements Comparable<RunId> {
  public RunId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("A run id must not be blank.");
    }
  }

  @Override
  public int compareTo(RunId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
