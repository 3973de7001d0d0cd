package io.gpuaas.cli.run;

import io.gpuaas.cli.ExitStatus;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What the end of a job means for a pipeline: its own fault, ours, or nobody's.
public final class Verdict {
  private static final List<String> NOT_THE_JOBS_FAULT =
      List.of("NODE_FAILURE", "STOPPED_OUTSIDE", "IMAGE_PULL_FAILED", "PODS_READY_TIMEOUT");

  private Verdict() {}

  public static boolean isEnded(JsonNode job) {
    return switch (phase(job)) {
      case "SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT", "REJECTED" -> true;
      default -> false;
    };
  }

  static String phase(JsonNode job) {
    return job.path("phase").asString("");
  }

  /// Phases and reasons that this client does not know yet count as failed.
  public static ExitStatus of(JsonNode job) {
    String reason = job.path("reason").asString("");
    return switch (phase(job)) {
      case "SUCCEEDED" -> ExitStatus.OK;
      case "CANCELLED" -> ExitStatus.CANCELLED;
      case "TIMED_OUT" -> ExitStatus.TIMED_OUT;
      case "REJECTED" -> ExitStatus.REFUSED;
      case "FAILED" -> ofFailure(reason);
      default -> isEnded(job) ? ExitStatus.JOB_FAILED : ExitStatus.STILL_ALIVE;
    };
  }

  private static ExitStatus ofFailure(String reason) {
    if (reason.startsWith("PREEMPTED")) {
      return ExitStatus.PREEMPTED;
    }
    if (reason.startsWith("BUDGET") || reason.equals("MAX_COST")) {
      return ExitStatus.REFUSED;
    }
    return NOT_THE_JOBS_FAULT.contains(reason) ? ExitStatus.UNAVAILABLE : ExitStatus.JOB_FAILED;
  }
}
