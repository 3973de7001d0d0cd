package io.gpuaas.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A cluster of Kueue as `kubectl get … -o yaml` prints it: team-a runs 16 GPUs of its own and
/// borrows 8 more, team-b waits for its own 16.
class KueueCaptureTest {
  private static final Pattern DECISION =
      Pattern.compile("\"job\":\"([^\"]*)\",\"action\":\"([^\"]*)\"(?:,\"by\":\"([^\"]*)\")?");

  private static String captured() throws IOException {
    try (InputStream file = KueueCaptureTest.class.getResourceAsStream("captured-kueue.yaml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> decisions(String document) {
    return DECISION
        .matcher(Simulation.run(document).toJson())
        .results()
        .map(KueueCaptureTest::decision)
        .toList();
  }

  private static String decision(MatchResult found) {
    String by = found.group(3) == null ? "" : " by " + found.group(3);
    return found.group(2) + " " + found.group(1) + by;
  }

  @Test
  void isDecidedAsItStands() throws IOException {
    assertThat(decisions(captured()))
        .containsExactly(
            "Preempt ml/borrows by ml/waits", "Wait ml/waits", "Admit ml/waits", "Wait ml/borrows");
    assertThat(Simulation.run(captured()).toJson())
        .contains("\"ml/owns\":{\"phase\":\"Admitted\"")
        .contains("InCohortReclamation")
        .doesNotContain("ml/ended")
        .doesNotContain("ml/deactivated");
  }

  @Test
  void whatOtherQuotaWouldDoIsAskedByChangingIt() throws IOException {
    String more = captured().replaceFirst("nominalQuota: 16", "nominalQuota: 64");
    assertThat(decisions(more)).containsExactly("Admit ml/waits");
  }

  @Test
  void workloadOfAQueueThatIsNotInItIsAFault() throws IOException {
    String without = captured().replace("name: queue-b", "name: other");
    assertThat(Simulation.run(without).toJson())
        .contains("UNKNOWN_REFERENCE")
        .contains("ml/queue-b")
        .contains("kubectl get localqueues");
  }
}
