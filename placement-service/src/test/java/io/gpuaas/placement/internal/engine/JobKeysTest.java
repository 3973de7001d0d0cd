package io.gpuaas.placement.internal.engine;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Keys of jobs that are decided alike: equal for equal jobs only, also where hashes collide, and
/// totally ordered.
class JobKeysTest {
  /// Two words with one hash: all below that differ in nothing else collide.
  private static final String ONE = "Aa";

  private static final String OTHER = "BB";

  @Test
  void shapesAreEqualOnlyInAllThatMatters() {
    Instant later = START.plusSeconds(5);
    List<Shape.Key> different =
        List.of(
            key(ONE, 0, false, set(ONE), null, START),
            key(OTHER, 0, false, set(ONE), null, START),
            key(ONE, 0, true, set(ONE), null, START),
            key(ONE, 0, false, set(OTHER), null, START),
            key(ONE, 0, false, set(ONE), PlacementStrategy.PACK, START),
            key(ONE, 0, false, set(ONE), PlacementStrategy.SPREAD, START),
            key(ONE, 1, false, set(ONE), null, START),
            // The hash multiplies the project's by 31 before it adds the priority.
            key("a", 31, false, set(ONE), null, START),
            key("b", 0, false, set(ONE), null, START),
            key(ONE, 0, false, patient(), null, START),
            key(ONE, 0, false, patient(), null, later));

    assertThat(different.get(1)).hasSameHashCodeAs(different.getFirst());
    assertThat(different.get(7)).hasSameHashCodeAs(different.get(8));
    assertAllDiffer(different);
    assertThat(key(ONE, 0, false, set(ONE), null, START)).isEqualTo(different.getFirst());
    assertThat(key(ONE, 0, false, set(ONE), null, later))
        .as("only the impatient's wait does not matter")
        .isEqualTo(different.getFirst());
    assertThat(different.getFirst()).isNotEqualTo("a text");
  }

  @Test
  void gangsAreEqualOnlyInAllThatMatters() {
    int[][] flavor = {{0}};
    List<GangKey> different =
        List.of(
            gang(false, set(ONE), null, new int[] {1, 0}, flavor),
            gang(false, set(ONE), null, new int[] {0, 31}, flavor),
            gang(true, set(ONE), null, new int[] {1, 0}, flavor),
            gang(false, set(OTHER), null, new int[] {1, 0}, flavor),
            gang(false, set(ONE), PlacementStrategy.PACK, new int[] {1, 0}, flavor),
            gang(false, set(ONE), null, new int[] {1, 0}, new int[][] {{1, 0}}),
            gang(false, set(ONE), null, new int[] {1, 0}, new int[][] {{0, 31}}));

    assertThat(different.get(1)).hasSameHashCodeAs(different.getFirst());
    assertThat(different.get(5)).hasSameHashCodeAs(different.get(6));
    assertAllDiffer(different);
    assertThat(gang(false, set(ONE), null, new int[] {1, 0}, new int[][] {{0}}))
        .isEqualTo(different.getFirst());
    assertThat(different.getFirst()).isNotEqualTo("a text");
  }

  private static <K extends Comparable<K>> void assertAllDiffer(List<K> keys) {
    for (int i = 0; i < keys.size(); i++) {
      for (int j = 0; j < keys.size(); j++) {
        K one = keys.get(i);
        K other = keys.get(j);
        boolean same = i == j;
        assertThat(one.equals(other)).as("numbers %d and %d", i, j).isEqualTo(same);
        assertThat(one.compareTo(other) == 0).isEqualTo(same);
        assertThat(Integer.signum(one.compareTo(other)))
            .isEqualTo(-Integer.signum(other.compareTo(one)));
      }
    }
  }

  private static GangKey gang(
      boolean span,
      PodSet set,
      @Nullable PlacementStrategy placement,
      int[] counts,
      int[][] flavors) {
    Shape shape = new Shape(key("a", 0, span, set, placement, START), -1, List.of(), 0);
    return new GangKey(new GangAsk(shape, counts, flavors));
  }

  private static Shape.Key key(
      String project,
      int priority,
      boolean span,
      PodSet set,
      @Nullable PlacementStrategy placement,
      Instant waitsSince) {
    return new Shape.Key(
        new Workload(
            new JobId("job"),
            project,
            priority,
            START,
            List.of(set),
            true,
            span,
            0,
            null,
            placement,
            waitsSince,
            List.of()));
  }

  private static PodSet set(String name) {
    return PodSet.of(name, 2, ResourceAmounts.of(Resources.GPU, 1));
  }

  private static PodSet patient() {
    PodSet plain = set(ONE);
    TopologyRequest request =
        new TopologyRequest(TopologyRequest.Mode.PREFERRED, "rack", List.of(), 1000);
    return new PodSet(
        plain.name(),
        plain.count(),
        plain.minCount(),
        plain.requests(),
        plain.device(),
        plain.nodeSelector(),
        plain.nodeAffinity(),
        plain.tolerations(),
        request,
        plain.group());
  }
}
