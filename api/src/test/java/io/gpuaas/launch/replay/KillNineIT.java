package io.gpuaas.launch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.launch.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The server is killed again and again in the middle of a replay (eight times, or as often as
/// `-Dkills=N` says), messages come twice and in any order, prices rise half-way, and each month is
/// closed in a zone whose clocks change meanwhile. After it nothing is lost or doubled, and the
/// books are those of a replay that nobody disturbed.
class KillNineIT {
  private static final long SEED = 20261129;
  private static final int JOBS = 120;
  private static final int KILLS = Integer.getInteger("kills", 8);

  /// Clocks in Berlin are set back on 29 October, in the middle of the trace.
  private static final Instant START = Instant.parse("2017-10-18T00:00:00Z");

  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final int SLOWER = 120;
  private static final Duration WEEK = Duration.ofDays(7);

  @TempDir Path folder;

  /// All that a replay leaves behind, without ids.
  private record Outcome(
      List<String> runs,
      List<String> jobs,
      List<String> statements,
      List<String> closed,
      List<String> unbalanced,
      List<String> red) {}

  @Test
  void booksAreThoseOfAnUndisturbedRun() throws IOException {
    Trace trace = TraceGenerator.generate(SEED, JOBS, SLOWER);
    Outcome undisturbed = replay(trace, folder.resolve("calm"), 0);
    Outcome killed = replay(trace, folder.resolve("killed"), KILLS);
    assertThat(killed.jobs()).isEqualTo(undisturbed.jobs());
    assertThat(killed.runs()).isEqualTo(undisturbed.runs());
    assertThat(killed.statements()).isEqualTo(undisturbed.statements());
    assertThat(killed.unbalanced()).isEmpty();
    assertThat(killed.red()).isEmpty();
    assertThat(killed.closed()).containsExactly("2017-10", "2017-11");
    assertThat(undisturbed.statements())
        .as("closed months, at both prices, October with 745 hours")
        .allMatch(it -> it.contains("CLOSED"))
        .anyMatch(it -> it.contains("\"2.000000\"") && it.contains("\"2.500000\""))
        .anyMatch(it -> it.startsWith("2017-09-30T22:00:00.000Z 2017-10-31T23:00:00.000Z"));
    assertThat(undisturbed.jobs()).hasSize(JOBS);
    assertThat(undisturbed.runs())
        .as("the trace must contain preemptions")
        .anyMatch(run -> run.contains("PREEMPTED"));
  }

  private Outcome replay(Trace trace, Path place, int kills) throws IOException {
    java.nio.file.Files.createDirectories(place);
    ServerProcess server =
        new ServerProcess(
            TestDatabase.create(),
            place,
            List.of("--gpuaas.time=virtual", "--gpuaas.virtual-start=" + START));
    ReplayApi.Recovery recovery =
        cause -> {
          server.awaitDeath(cause);
          server.startAgain();
          return server.url();
        };
    try (ReplayApi api = new ReplayApi(server.url(), server.token(), recovery)) {
      new ReplaySetUp(api, true, ZONE, kills > 0).make(trace);
      Replay.Done done;
      int killed;
      try (ReplayKills killer = new ReplayKills(SEED, kills, JOBS, api, server::kill)) {
        done = new Replay(api, trace, START, new ReplayProgress(), finance(trace)).run(() -> false);
        killed = killer.done();
      }
      assertThat(done.finished()).isTrue();
      assertThat(killed).isEqualTo(kills);
      return outcome(api, done);
    } finally {
      server.kill();
    }
  }

  private static ReplayFinance.Plan finance(Trace trace) {
    long half = trace.jobs().getLast().submitSeconds() / 2;
    return new ReplayFinance.Plan(ZONE, START.plusSeconds(half));
  }

  private static Outcome outcome(ReplayApi api, Replay.Done done) {
    api.awaitBooks();
    List<String> runs = new ArrayList<>();
    TreeSet<String> jobs = new TreeSet<>();
    for (JsonNode run : ReplayPages.all(api, "/api/v1/runs?limit=200")) {
      runs.add(
          "%s #%d %s bound %s started %s ended %s released %s %s %d milliGPU lost %d"
              .formatted(
                  run.path("jobName").asString(),
                  run.path("attempt").asInt(),
                  run.path("state").asString(),
                  run.path("boundAt").asString(),
                  run.path("startedAt").asString(),
                  run.path("endedAt").asString(),
                  run.path("releasedAt").asString(),
                  run.path("stopReason").asString(),
                  run.path("milliGpus").asLong(),
                  run.path("lostMillis").asLong()));
    }
    runs.sort(null);
    for (JsonNode job : ReplayPages.all(api, "/api/v1/jobs?limit=200")) {
      jobs.add(job.path("name").asString() + " " + job.path("phase").asString());
    }
    List<String> statements = new ArrayList<>();
    for (String month : done.closed()) {
      for (JsonNode it : api.get("/api/v1/statements?month=" + month).path("items")) {
        statements.add(
            "%s %s %s %s %s %s"
                .formatted(
                    it.path("from").asString(),
                    it.path("to").asString(),
                    it.path("project").asString(),
                    it.path("status").asString(),
                    it.path("lines"),
                    it.path("total").path("amount").asString()));
      }
    }
    List<String> unbalanced = new ArrayList<>();
    for (Instant at = START; at.isBefore(done.end()); at = at.plus(WEEK)) {
      String span = "from=%s&to=%s".formatted(at, at.plus(WEEK));
      for (JsonNode row : api.get("/api/v1/conservation?" + span).path("rows")) {
        if (!row.path("balanced").asBoolean()) {
          unbalanced.add(row.toString());
        }
      }
    }
    return new Outcome(
        runs, List.copyOf(jobs), statements, done.closed(), unbalanced, ReplayCounts.red(api));
  }
}
