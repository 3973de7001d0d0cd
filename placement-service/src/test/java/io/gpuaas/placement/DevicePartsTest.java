package io.gpuaas.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DevicePartsTest {
  private static final long GIB = 1L << 30;

  record Case(String what, DeviceShare wish, @Nullable Node node, long milliGpus) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static Node node(String model, long memory) {
    return new Node(
        new NodeRef("east", "n1"),
        new TreeMap<>(),
        ResourceAmounts.of(Resources.GPU, 8),
        memory,
        model,
        true,
        List.of(),
        true,
        true);
  }

  static Stream<Case> cases() {
    Node a100 = node("A100-40GB", 40 * GIB);
    return Stream.of(
        new Case("a share", new DeviceShare(300, 0, ""), a100, 300),
        new Case("memory, rounded up", new DeviceShare(0, 13 * GIB, ""), a100, 325),
        new Case("memory, just over", new DeviceShare(0, 13 * GIB + 1, ""), a100, 326),
        new Case("more than all memory", new DeviceShare(0, 41 * GIB, ""), a100, 1000),
        new Case("memory, nobody knows of", new DeviceShare(0, GIB, ""), null, 1000),
        new Case("memory of unknown size", new DeviceShare(0, GIB, ""), node("x", 0), 1000),
        new Case("three of seven slices", new DeviceShare(0, 0, "3g.20gb"), a100, 429),
        new Case("a profile it has not", new DeviceShare(0, 0, "9g.99gb"), a100, 1000),
        new Case("a profile of nothing", new DeviceShare(0, 0, "3g.20gb"), node("x", 0), 1000),
        new Case("a profile, node unknown", new DeviceShare(0, 0, "3g.20gb"), null, 1000));
  }

  @ParameterizedTest
  @CsvSource({
    "1g.5gb=56, 8",
    "3g.20gb=16, 8",
    "1g.5gb=2 2g.10gb=1 3g.20gb=1, 1",
    "7g.40gb=8, 8",
    "9g.99gb=4, 0"
  })
  void asManyDevicesAsTheirInstancesNeed(String instances, long devices) {
    TreeMap<String, Long> cut = new TreeMap<>();
    for (String one : instances.split(" ")) {
      cut.put(one.split("=")[0], Long.valueOf(one.split("=")[1]));
    }
    assertThat(DeviceParts.devicesOf(cut, node("A100-40GB", 40 * GIB))).isEqualTo(devices);
    assertThat(DeviceParts.devicesOf(cut, node("x", 0))).isZero();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aPodHoldsThisPartOfADevice(Case its) {
    PodSet pods =
        new PodSet(
            "worker",
            2,
            2,
            ResourceAmounts.of(Resources.CPU, 1),
            its.wish(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            null,
            "");
    assertThat(DeviceParts.milliGpusPerPod(pods, its.node())).isEqualTo(its.milliGpus());
  }
}
