package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.Stopper;
import io.gpuaas.cli.Surroundings;
import io.gpuaas.cli.server.Answer;
import io.gpuaas.cli.server.Api;
import io.gpuaas.cli.server.Json;
import java.time.Duration;
import java.util.List;

/// Vouches for a job three times in each lease, until it is closed. When this process is killed
/// nobody does, and the server cancels the job.
final class LeaseRenewal implements AutoCloseable {
  private final Api api;
  private final String path;
  private final int seconds;
  private final Surroundings here;
  private final Stopper end = new Stopper();

  private LeaseRenewal(Api api, String job, int seconds, Surroundings here) {
    this.api = api.until(end, Duration.ZERO);
    this.path = "/jobs/%s/lease".formatted(job);
    this.seconds = seconds;
    this.here = here;
  }

  static LeaseRenewal start(Api api, String job, int seconds, Surroundings here) {
    LeaseRenewal renewal = new LeaseRenewal(api, job, seconds, here);
    Thread.ofPlatform().daemon().name("lease").start(renewal::renew);
    return renewal;
  }

  private void renew() {
    boolean wasWell = true;
    while (end.pause(Duration.ofMillis(seconds * 1000L / 3))) {
      String trouble = renewOnce();
      if (!trouble.isEmpty() && wasWell && !end.isAsked()) {
        here.say("gpuaas: the job's lease could not be renewed, trying on: " + trouble);
      }
      wasWell = trouble.isEmpty();
    }
  }

  private String renewOnce() {
    try {
      Answer answer =
          api.send(
              new Api.Request(
                  "PUT", path, Json.MAPPER.createObjectNode().put("seconds", seconds), List.of()));
      // 409: it has ended, which the waiting thread will see.
      return answer.isOk() || answer.status() == 409
          ? ""
          : String.valueOf(answer.refusal().getMessage());
    } catch (CliFault e) {
      return String.valueOf(e.getMessage());
    }
  }

  /// Lets the job live on without this process.
  void release(Api patient) {
    close();
    patient.send(new Api.Request("DELETE", path, null, List.of()));
  }

  @Override
  public void close() {
    end.stop();
  }
}
