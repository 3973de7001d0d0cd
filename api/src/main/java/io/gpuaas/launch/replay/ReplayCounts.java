package io.gpuaas.launch.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/// Single figures of a replay.
final class ReplayCounts {
  private static final int PAGE = 200;
  private static final Duration CONSERVATION_STEP = Duration.ofDays(7);

  private ReplayCounts() {}

  /// How many jobs are in one of the phases.
  static int jobs(ReplayApi api, String phases) {
    return ReplayPages.all(api, "/api/v1/jobs?phase=%s&limit=%d".formatted(phases, PAGE)).size();
  }

  /// Whether every pool and hour from `from` to `to` is balanced.
  static boolean conserved(ReplayApi api, Instant from, Instant to) {
    boolean balanced = true;
    for (Instant at = from; at.isBefore(to); at = at.plus(CONSERVATION_STEP)) {
      Instant end = at.plus(CONSERVATION_STEP);
      JsonNode answer =
          api.get("/api/v1/conservation?from=%s&to=%s".formatted(at, end.isAfter(to) ? to : end));
      balanced &= answer.path("balanced").asBoolean();
    }
    return balanced;
  }

  /// Names of the invariants of the books that do not hold.
  static List<String> red(ReplayApi api) {
    List<String> red = new ArrayList<>();
    for (JsonNode check : api.get("/api/v1/reconciliation").path("checks")) {
      if (!check.path("ok").asBoolean()) {
        red.add(check.path("name").asString());
      }
    }
    return red;
  }

  /// The largest memory that this process ever had, and what its children have now, in MiB.
  static long maxRssMiB() {
    AtomicLong kib = new AtomicLong(status("self", "VmHWM"));
    ProcessHandle.current()
        .descendants()
        .forEach(child -> kib.addAndGet(status(Long.toString(child.pid()), "RssAnon")));
    return kib.get() / 1024;
  }

  private static long status(String process, String key) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", process, "status"))) {
        if (line.startsWith(key + ":")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException _) {
      // The process has ended, or this system has no such file: it counts nothing.
      return 0;
    }
    return 0;
  }
}
