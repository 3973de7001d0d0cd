package io.gpuaas.core;

/// Identity of a job, for example `job_01JD3Z…`. Orders like its text, which makes it a total last
/// key for every tie.
public record JobId(String value) implements Comparable<JobId> {
  public JobId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("A job id must not be blank.");
    }
  }

  @Override
  public int compareTo(JobId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
