package io.gpuaas.cli.run;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.server.Api;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The rank that failed first and what it wrote: the others mostly report that they lost it.
record FirstError(int rank, String pod, List<String> lines) {
  private static final int MOST_LINES = 20;
  static final FirstError NONE = new FirstError(-1, "", List.of());

  FirstError {
    lines = List.copyOf(lines);
  }

  boolean isThere() {
    return rank >= 0;
  }

  /// What the last attempt of the job wrote as errors; [#NONE] when it cannot be read.
  static FirstError find(Api api, JsonNode job) {
    int attempt = job.path("attempt").asInt(0);
    if (attempt == 0) {
      return NONE;
    }
    try {
      String id = job.path("id").asString("");
      String path = "/jobs/%s/logs?stream=ERR&attempt=%d&limit=200".formatted(id, attempt);
      return of(api.get(path).path("lines"));
    } catch (CliFault _) {
      // The job's result does not depend on it.
      return NONE;
    }
  }

  private static FirstError of(JsonNode lines) {
    if (lines.isEmpty()) {
      return NONE;
    }
    int rank = lines.get(0).path("rank").asInt(0);
    List<String> own = new ArrayList<>();
    for (JsonNode line : lines) {
      if (line.path("rank").asInt(0) == rank && own.size() < MOST_LINES) {
        own.add(line.path("text").asString(""));
      }
    }
    return new FirstError(rank, lines.get(0).path("pod").asString(""), own);
  }
}
