package io.gpuaas.launch.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.fixtures.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The server is killed twenty times in the middle of a replay. After it nothing is lost or
/// doubled, and the books are those of a replay that nobody disturbed.
class KillNineIT {
  private static final long SEED = 20261129;
  private static final int JOBS = 120;
  private static final int KILLS = Integer.getInteger("kills", 20);

  @TempDir Path folder;

  /// All that a replay leaves behind, without ids.
  private record Outcome(
      List<String> runs, List<String> jobs, List<String> statements, List<String> unbalanced) {}

  @Test
  void booksAreThoseOfAnUndisturbedRun() throws IOException {
    Trace trace = TraceGenerator.generate(SEED, JOBS);
    Outcome undisturbed = replay(trace, folder.resolve("calm"), 0);
    Outcome killed = replay(trace, folder.resolve("killed"), KILLS);
    assertThat(killed.jobs()).isEqualTo(undisturbed.jobs());
    assertThat(killed.runs()).isEqualTo(undisturbed.runs());
    assertThat(killed.statements()).isEqualTo(undisturbed.statements());
    assertThat(killed.unbalanced()).isEmpty();
    assertThat(undisturbed.jobs()).hasSize(JOBS);
    assertThat(undisturbed.runs())
        .as("the trace must contain preemptions")
        .anyMatch(run -> run.contains("PREEMPTED"));
  }

  private Outcome replay(Trace trace, Path place, int kills) throws IOException {
    java.nio.file.Files.createDirectories(place);
    ServerProcess server = new ServerProcess(TestDatabase.create(), place, ReplayCommand.START);
    AtomicInteger killed = new AtomicInteger();
    ReplayApi.Recovery recovery =
        cause -> {
          server.awaitDeath(cause);
          server.startAgain();
          return server.url();
        };
    try (ReplayApi api = new ReplayApi(server.url(), server.token(), recovery)) {
      new ReplaySetUp(api, true).make(trace);
      Thread killer = killer(server, api, kills, killed);
      Replay.Done done =
          new Replay(api, trace, ReplayCommand.START, new ReplayProgress()).run(() -> false);
      killer.interrupt();
      killer.join();
      assertThat(done.finished()).isTrue();
      assertThat(killed.get()).isEqualTo(kills);
      return outcome(api, done.end());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      server.kill();
    }
  }

  /// Kills the server at random moments: some requests after the last time, and then some hundred
  /// microseconds into whatever it does.
  private static Thread killer(
      ServerProcess server, ReplayApi api, int kills, AtomicInteger killed) {
    SplittableRandom random = new SplittableRandom(SEED);
    return Thread.ofPlatform()
        .name("killer")
        .start(
            () -> {
              long at = api.requests();
              for (int i = 0; i < kills && !Thread.currentThread().isInterrupted(); i++) {
                at = at + 2 + random.nextInt(2 * JOBS / KILLS - 3);
                while (api.requests() < at && !Thread.currentThread().isInterrupted()) {
                  LockSupport.parkNanos(200_000);
                }
                LockSupport.parkNanos(random.nextInt(5_000_000));
                server.kill();
                killed.incrementAndGet();
                at = api.requests();
              }
            });
  }

  private static Outcome outcome(ReplayApi api, Instant end) {
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
    JsonNode answer = api.get("/api/v1/statements?month=2017-09");
    for (JsonNode statement : answer.isArray() ? answer : answer.path("items")) {
      statements.add(statement.path("project").asString() + " " + statement.path("lines"));
    }
    JsonNode balance =
        api.get("/api/v1/conservation?from=%s&to=%s".formatted(ReplayCommand.START, end));
    List<String> unbalanced = new ArrayList<>();
    for (JsonNode row : balance.path("rows")) {
      if (!row.path("balanced").asBoolean()) {
        unbalanced.add(row.toString());
      }
    }
    return new Outcome(runs, List.copyOf(jobs), statements, unbalanced);
  }
}
