package io.gpuaas.cluster.internal.follow;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A line of a container as kubelets give it: its time, and what was written.
public record LogLine(Instant at, String text) {
  /// Null for what is no such line: a kubelet's own words, or a line whose head was cut off.
  public static @Nullable LogLine parse(String line) {
    int space = line.indexOf(' ');
    Instant at = PodFacts.instant(space < 0 ? line : line.substring(0, space));
    return at == null ? null : new LogLine(at, space < 0 ? "" : line.substring(space + 1));
  }
}
