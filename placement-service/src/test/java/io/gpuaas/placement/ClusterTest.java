package io.gpuaas.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.NodeRef;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What holds for a cluster holds for its nodes.
class ClusterTest {
  private static final Taint OWN = new Taint("gpu", "only", "NoSchedule");
  private static final Taint REPAIRS = new Taint("repairs", "", "NoSchedule");

  private static Node node(List<Taint> taints, boolean schedulable) {
    return new Node(
        new NodeRef("east", "n1"),
        new TreeMap<>(Map.of("rack", "r1")),
        ResourceAmounts.of(Resources.GPU, 8),
        1L << 30,
        "H100-80GB",
        true,
        taints,
        true,
        schedulable);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # cluster takes jobs, is reached, has a taint, node takes jobs; it takes jobs after all
          true, true, false, true, true
          true, true, false, false, false
          true, true, true, true, true
          false, true, false, true, false
          true, false, false, true, false
          false, false, true, true, false
          """)
  void aNodeTakesJobsWhereBothDo(
      boolean takes, boolean reached, boolean tainted, boolean nodeTakes, boolean after) {
    List<Taint> taints = tainted ? List.of(REPAIRS, OWN) : List.of();
    Cluster cluster = new Cluster("east", "job", new TreeMap<>(), takes, taints, reached);
    List<Taint> all = tainted ? List.of(OWN, REPAIRS) : List.of(OWN);
    assertThat(cluster.over(node(List.of(OWN), nodeTakes))).isEqualTo(node(all, after));
  }

  @ParameterizedTest
  @CsvSource({"job, 1, true", "kueue, 1, false", "job, 2, false"})
  void aConnectionDependsOnBackendAndSettingsAlone(String backend, String seed, boolean same) {
    Cluster one =
        new Cluster("east", "job", new TreeMap<>(Map.of("seed", "1")), false, List.of(OWN), false);
    Cluster other = new Cluster("east", backend, new TreeMap<>(Map.of("seed", seed)));
    assertThat(one.connectsAs(other)).isEqualTo(same);
    assertThat(other.withReachable(false).connectsAs(other)).isTrue();
  }

  @Test
  void aConditionIsWellUntilItIsNot() {
    assertThat(ClusterCondition.WELL.isWell()).isTrue();
    assertThat(new ClusterCondition(Instant.EPOCH, "No answer.").isWell()).isFalse();
  }
}
