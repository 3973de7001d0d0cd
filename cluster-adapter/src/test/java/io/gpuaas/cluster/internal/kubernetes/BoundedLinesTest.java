package io.gpuaas.cluster.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.internal.follow.LogLine;
import io.gpuaas.core.RunId;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What we hold of logs is bounded.
class BoundedLinesTest {
  @Test
  void aLineWithoutEndIsCut() throws IOException {
    String endless = "x".repeat(100_000);
    BoundedLines lines = new BoundedLines(new StringReader("a\r\n\n" + endless + "\nz"));
    assertThat(lines.next()).isEqualTo("a");
    assertThat(lines.next()).isEmpty();
    assertThat(lines.next()).isEqualTo(endless.substring(0, BoundedLines.LONGEST));
    assertThat(lines.next()).isEqualTo("z");
    assertThat(lines.next()).isNull();
  }

  @Test
  void theOldestLastWordsAreForgotten() {
    LastWords last = new LastWords();
    List<LogLine> megabyte =
        Collections.nCopies(64, new LogLine(Instant.EPOCH, "x".repeat(16_384)));
    for (int i = 0; i < 10; i++) {
      last.keep("pod-" + i, new LastWords.Words(new RunId("run_" + i), 0, "p", megabyte));
    }
    assertThat(last.has("pod-1")).isFalse();
    assertThat(last.has("pod-2")).isTrue();
    assertThat(last.of(new RunId("run_9"))).containsOnlyKeys("pod-9");
  }
}
