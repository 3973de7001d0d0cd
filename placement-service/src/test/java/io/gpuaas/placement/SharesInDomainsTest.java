package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.job;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static io.gpuaas.placement.fixtures.WorldBuilder.shares;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.fixtures.Plans;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Parts of devices with a topology level: one domain holds them all, the fullest that can.
class SharesInDomainsTest {
  private static final DeviceShare HALF = new DeviceShare(500, 0, "");

  /// Two racks of one block and one of another; each node has two devices. Rack 1 has a device less
  /// free, but rack 3 has one node only. A dash says that the job waits.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          REQUIRED      | rack  | 2  | admit j n5:2
          REQUIRED      | rack  | 6  | admit j n1:2 n2:4
          REQUIRED      | rack  | 8  | admit j n3:4 n4:4
          REQUIRED      | rack  | 9  | reject j
          REQUIRED      | block | 9  | admit j n1:2 n2:4 n3:3
          REQUIRED      | block | 14 | admit j n1:2 n2:4 n3:4 n4:4
          REQUIRED      | block | 15 | -
          PREFERRED     | rack  | 8  | admit j n3:4 n4:4
          PREFERRED     | rack  | 9  | admit j n1:2 n2:4 n3:3
          PREFERRED     | rack  | 15 | admit j n1:2 n2:4 n3:4 n4:4 n5:1
          PREFERRED     | rack  | 19 | -
          UNCONSTRAINED |       | 15 | admit j n1:2 n2:4 n3:4 n4:4 n5:1
          REQUIRED      | hall  | 1  | reject j
          """)
  void lieInTheFullestDomainThatHoldsThemAll(
      TopologyRequest.Mode mode, String level, int count, String expected) {
    WorldBuilder builder =
        new WorldBuilder()
            .topology("block", "rack")
            .node("n1", 2, labels("b1", "r1"))
            .node("n2", 2, labels("b1", "r1"))
            .node("n3", 2, labels("b1", "r2"))
            .node("n4", 2, labels("b1", "r2"))
            .node("n5", 2, labels("b2", "r3"))
            .project("a", 100)
            .holds(job("h", "a", 0, 0, pods(1, 1)), "n1")
            .waits(job("j", "a", 0, 1, asking(count, mode, level == null ? "" : level)));

    List<String> plan = Plans.text(new AdmissionCycle().plan(builder.build(), START));

    assertThat(String.join("; ", plan)).isEqualTo(expected.equals("-") ? "" : expected);
  }

  private static Map<String, String> labels(String block, String rack) {
    return Map.of("block", block, "rack", rack);
  }

  private static PodSet asking(int count, TopologyRequest.Mode mode, String level) {
    PodSet plain = shares(count, HALF);
    return new PodSet(
        plain.name(),
        count,
        count,
        plain.requests(),
        plain.device(),
        plain.nodeSelector(),
        plain.nodeAffinity(),
        plain.tolerations(),
        new TopologyRequest(mode, level, List.of()),
        "");
  }
}
