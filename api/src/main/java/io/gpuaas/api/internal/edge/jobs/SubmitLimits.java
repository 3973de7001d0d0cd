package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.TokenBuckets;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/// How many jobs may be submitted to a project in a minute, by all its callers together: a loop in
/// one pipeline must not fill the queue of its colleagues.
@Component
final class SubmitLimits {
  private final TokenBuckets<String> buckets;
  private final int perMinute;

  /// @param perMinute jobs per project; 0 is none. On virtual time, where a minute is over at once,
  ///   there is none
  SubmitLimits(
      @Value("${gpuaas.rate-limit.submit-per-minute:6000}") int perMinute,
      @Value("${gpuaas.time:system}") String time,
      InstantSource clock) {
    this.perMinute = time.equals("system") ? perMinute : 0;
    this.buckets = new TokenBuckets<>(clock);
  }

  /// Counts one submission.
  ///
  /// @throws ProblemException 429 when it was one too many
  void count(String project) {
    if (perMinute == 0) {
      return;
    }
    TokenBuckets.Taken taken = buckets.take(project, perMinute);
    if (!taken.taken()) {
      String detail =
          "At most %d jobs may be submitted to project %s in a minute."
              .formatted(perMinute, project);
      throw new ProblemException(ProblemCode.TOO_MANY_REQUESTS, detail)
          .with("Retry-After", Long.toString(taken.secondsToEnough()));
    }
  }
}
