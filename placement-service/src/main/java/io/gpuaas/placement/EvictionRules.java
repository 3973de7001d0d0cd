package io.gpuaas.placement;

/// What protects running jobs from preemption, and the claims of those they made room for.
///
/// @param minRuntimeMillis so long nobody is preempted after it got its room
/// @param noticeMillis so long a preempted job has at least between being told and being stopped
/// @param claimMillis so long after the last victim's room is free it is kept for the claimant
/// @param evictionsInARow after so many preemptions without progress in between a job is left alone
///   for a while, longer each time; 0 = never
public record EvictionRules(
    long minRuntimeMillis, long noticeMillis, long claimMillis, int evictionsInARow) {
  public static final EvictionRules DEFAULT = new EvictionRules(0, 0, 30 * 60_000L, 1);

  public EvictionRules {
    if (minRuntimeMillis < 0 || noticeMillis < 0 || claimMillis < 0 || evictionsInARow < 0) {
      throw new IllegalArgumentException(
          ("minRuntimeMillis (%d), noticeMillis (%d), claimMillis (%d) and evictionsInARow (%d)"
                  + " must not be negative.")
              .formatted(minRuntimeMillis, noticeMillis, claimMillis, evictionsInARow));
    }
  }
}
