package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Shapes of jobs: what is invalid cannot be built, and sizes are counted exactly.
class ShapesTest {
  private static final PodSet WORKERS =
      PodSet.of("workers", 4, ResourceAmounts.of(Resources.GPU, 8));

  @ParameterizedTest
  @CsvSource({
    "0, 0, '', true",
    "1, 0, '', false",
    "1000, 0, '', false",
    "0, 1, '', false",
    "0, 9223372036854775807, '', false",
    "0, 0, 3g.40gb, false"
  })
  void aShareIsAskedForInOneWay(int milliGpu, long bytes, String profile, boolean whole) {
    assertThat(new DeviceShare(milliGpu, bytes, profile).isWhole()).isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, ''",
    "1, 0, 1g.5gb",
    "0, 1, 1g.5gb",
    "1, 1, 1g.5gb",
    "-1, 0, ''",
    "1001, 0, ''",
    "0, -1, ''"
  })
  void otherSharesCannotBeBuilt(int milliGpu, long bytes, String profile) {
    assertRefused(
        () -> new DeviceShare(milliGpu, bytes, profile),
        "Only one of milliGpu (%d, 0 to 1000), memoryBytes (%d) and migProfile (%s) may be set."
            .formatted(milliGpu, bytes, profile));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "0, 1", "1, 2", "-1, -1", "5, -2"})
  void aPodSetHasAtLeastOnePodAndNoMoreThanWanted(int count, int minCount) {
    assertRefused(
        () -> podSet(count, minCount, ResourceAmounts.NONE, DeviceShare.WHOLE),
        "Pod set workers: 1 <= minCount (%d) <= count (%d) must hold.".formatted(minCount, count));
  }

  @ParameterizedTest
  @CsvSource({"8, 0, 8000, 32000", "0, 250, 250, 1000", "0, 0, 0, 0"})
  void gpusAreCountedInThousandths(long gpus, int milliGpu, long perPod, long all) {
    PodSet podSet =
        podSet(4, 4, ResourceAmounts.of(Resources.GPU, gpus), new DeviceShare(milliGpu, 0, ""));
    assertThat(podSet.milliGpusPerPod()).isEqualTo(perPod);
    assertThat(podSet.milliGpus()).isEqualTo(all);
    assertThat(workload(podSet, podSet).milliGpus()).isEqualTo(2 * all);
  }

  @Test
  void countingThrowsRatherThanWrapAround() {
    PodSet huge = podSet(4, 4, ResourceAmounts.of(Resources.GPU, 1L << 60), DeviceShare.WHOLE);
    PodSet large = podSet(1, 1, ResourceAmounts.of(Resources.GPU, 1L << 53), DeviceShare.WHOLE);
    assertThatThrownBy(huge::milliGpusPerPod).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(large.withCount(2)::milliGpus).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(workload(large, large)::milliGpus).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void aSmallerPodSetNeedsNoMorePodsThanItHas() {
    PodSet elastic = podSet(4, 2, WORKERS.requests(), DeviceShare.WHOLE);
    assertThat(elastic.withCount(3)).isEqualTo(podSet(3, 2, WORKERS.requests(), DeviceShare.WHOLE));
    assertThat(elastic.withCount(1)).isEqualTo(podSet(1, 1, WORKERS.requests(), DeviceShare.WHOLE));
    assertThat(WORKERS.withTopology(TopologyRequest.required("rack")).topology())
        .isEqualTo(TopologyRequest.required("rack"));
  }

  @Test
  void whatIsBuiltDoesNotChangeWithWhatItWasBuiltOf() {
    TreeMap<String, String> flavors = new TreeMap<>();
    List<PodSetAssignment.NodeShare> nodes = new ArrayList<>();
    PodSetAssignment assignment = new PodSetAssignment("workers", 4, flavors, nodes);
    flavors.put(Resources.GPU, "h200");
    nodes.add(new PodSetAssignment.NodeShare(new NodeRef("east", "n1"), 4));
    assertThat(assignment)
        .isEqualTo(new PodSetAssignment("workers", 4, Collections.emptySortedMap(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void aSliceHasPods(int size) {
    assertRefused(
        () -> new TopologyRequest.Slice("rack", size),
        "A slice's size (%d) must be 1 or more.".formatted(size));
    assertThat(new TopologyRequest.Slice("rack", 1).size()).isOne();
  }

  @Test
  void holdingsAndNamesAreChecked() {
    assertRefused(
        () -> new GpuHolding("h200", "H200", UsageClass.NOMINAL, -1),
        "milliGpus (-1) must not be negative.");
    assertThat(new GpuHolding("h200", "H200", UsageClass.SPOT, 0).milliGpus()).isZero();
    assertRefused(() -> new JobId(" "), "A job id must not be blank.");
    assertRefused(() -> new RunId(""), "A run id must not be blank.");
  }

  @Test
  void namesHaveATotalOrder() {
    assertThat(List.of(node("west", "a"), node("east", "b"), node("east", "a")))
        .isSortedAccordingTo(Collections.reverseOrder());
    assertThat(node("east", "b")).isEqualByComparingTo(node("east", "b")).hasToString("east/b");
    assertThat(List.of(cell("h200", Resources.GPU), cell("h200", Resources.CPU), cell("a", "z")))
        .isSortedAccordingTo(Collections.reverseOrder());
    assertThat(new JobId("job_1")).isLessThan(new JobId("job_2")).hasToString("job_1");
    assertThat(new RunId("run_2")).isGreaterThan(new RunId("run_1")).hasToString("run_2");
  }

  private static void assertRefused(ThrowingCallable built, String message) {
    assertThatThrownBy(built).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private static NodeRef node(String cluster, String name) {
    return new NodeRef(cluster, name);
  }

  private static FlavorResource cell(String flavor, String resource) {
    return new FlavorResource(flavor, resource);
  }

  private static PodSet podSet(
      int count, int minCount, ResourceAmounts requests, DeviceShare device) {
    return new PodSet(
        "workers",
        count,
        minCount,
        requests,
        device,
        Collections.emptySortedMap(),
        List.of(),
        List.of(),
        null,
        "");
  }

  private static Workload workload(PodSet... podSets) {
    return new Workload(
        new JobId("job_1"), "team-a", 0, Instant.EPOCH, List.of(podSets), true, false, 0, null);
  }
}
