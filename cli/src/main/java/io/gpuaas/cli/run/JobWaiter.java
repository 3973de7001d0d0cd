package io.gpuaas.cli.run;

import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Api;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Waits for a job and says on standard error what becomes of it. The server holds each request
/// until something happens, for less time than proxies allow.
public final class JobWaiter {
  private static final long LONG_POLL_SECONDS = 30;

  private final Api api;
  private final Surroundings here;
  private String said = "";

  public JobWaiter(Api api, Surroundings here) {
    this.api = api;
    this.here = here;
  }

  /// The job when it has got to `goal` (`ADMITTED`, `RUNNING`, `TERMINAL`) or has ended, or as it
  /// is after `longest`.
  ///
  /// @param longest null means for ever
  public JsonNode await(String id, String goal, @Nullable Duration longest) {
    Instant begun = here.clock().instant();
    JsonNode job = api.get("/jobs/" + id);
    say(job);
    while (!isReached(job, goal)) {
      long seconds = LONG_POLL_SECONDS;
      if (longest != null) {
        Duration left = longest.minus(Duration.between(begun, here.clock().instant()));
        if (left.isNegative() || left.isZero()) {
          return job;
        }
        seconds = Math.clamp(left.toSeconds(), 1, LONG_POLL_SECONDS);
      }
      job = api.get("/jobs/%s?waitFor=%s&timeout=%ds".formatted(id, nextStop(job, goal), seconds));
      say(job);
    }
    return job;
  }

  /// Each phase on the way is worth a word.
  private static String nextStop(JsonNode job, String goal) {
    if (!goal.equals("TERMINAL")) {
      return goal;
    }
    return switch (Verdict.phase(job)) {
      case "QUEUED" -> "ADMITTED";
      case "ADMITTED" -> "RUNNING";
      default -> goal;
    };
  }

  private static boolean isReached(JsonNode job, String goal) {
    if (Verdict.isEnded(job)) {
      return true;
    }
    return switch (goal) {
      case "ADMITTED" -> !Verdict.phase(job).equals("QUEUED");
      case "RUNNING" -> Verdict.phase(job).equals("RUNNING");
      default -> false;
    };
  }

  private void say(JsonNode job) {
    String now = sentence(job);
    if (!now.equals(said)) {
      here.say("%s  %s".formatted(job.path("id").asString(""), now));
      said = now;
    }
  }

  static String sentence(JsonNode job) {
    String phase = Verdict.phase(job);
    JsonNode why = job.at("/waiting/reasons/0/message");
    String reason = job.path("message").asString("");
    String more = why.isMissingNode() ? reason : why.asString("");
    return more.isEmpty() ? phase : phase + ": " + more;
  }
}
