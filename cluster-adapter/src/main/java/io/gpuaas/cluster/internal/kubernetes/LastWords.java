package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.internal.follow.LogLine;
import io.gpuaas.core.RunId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The last that pods wrote before they were deleted, for those who follow a run to its end and
/// those who ask why it failed. Bounded: the oldest are forgotten. Safe for threads.
final class LastWords {
  private static final long MOST_CHARACTERS = 8L << 20;

  private final SequencedMap<String, Words> byPod = new LinkedHashMap<>();
  private long characters;

  /// What a pod wrote last, oldest first.
  record Words(RunId run, int rank, String pod, List<LogLine> lines) {
    Words {
      lines = List.copyOf(lines);
    }

    private long characters() {
      return lines.stream().mapToLong(line -> line.text().length()).sum();
    }
  }

  /// @param uid of the pod
  synchronized void keep(String uid, Words words) {
    Words before = byPod.putLast(uid, words);
    characters += words.characters() - (before == null ? 0 : before.characters());
    while (characters > MOST_CHARACTERS) {
      Map.Entry<String, Words> oldest = byPod.pollFirstEntry();
      characters -= oldest == null ? characters : oldest.getValue().characters();
    }
  }

  synchronized boolean has(String uid) {
    return byPod.containsKey(uid);
  }

  /// By the pods' uids.
  synchronized SequencedMap<String, Words> of(RunId run) {
    SequencedMap<String, Words> found = new LinkedHashMap<>();
    byPod.forEach(
        (uid, words) -> {
          if (words.run().equals(run)) {
            found.put(uid, words);
          }
        });
    return found;
  }
}
