package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.Fault;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nodes that health checks have marked take nothing new.
class SickSignsTest {
  private static Tree node(String label, String value, String condition, String status) {
    Tree labels = Tree.of(label, value);
    Tree one = Tree.of("type", condition, "status", status);
    return Tree.of(
        "metadata", Tree.of("labels", labels), "status", Tree.of("conditions", List.of(one)));
  }

  @ParameterizedTest
  @CsvSource({
    "example.com/xid, 79, Ready, True, true",
    "example.com/gpu, failed, Ready, True, true",
    "example.com/gpu, fine, Ready, True, false",
    "example.com/rack, r1, GpuUnhealthy, True, true",
    "example.com/rack, r1, GpuUnhealthy, False, false"
  })
  void aNodeWithOneOfTheSignsIsSick(
      String label, String value, String condition, String status, boolean sick) {
    Map<String, String> settings =
        Map.of(
            "sickLabels", "example.com/xid, example.com/gpu=failed",
            "sickConditions", "GpuUnhealthy");
    SickSigns signs = Site.of(new TreeMap<>(settings)).sickSigns();
    assertThat(signs.areOn(node(label, value, condition, status))).isEqualTo(sick);
    assertThat(Site.of(new TreeMap<>()).sickSigns().areOn(node(label, value, condition, status)))
        .isFalse();
  }

  @Test
  void wrongSignsAreNamed() {
    Map<String, String> settings = Map.of("sickLabels", "a=b=c", "sickConditions", "a b");
    assertThat(Site.faults("/settings", new TreeMap<>(settings)))
        .extracting(Fault::pointer)
        .containsExactly("/settings/sickConditions", "/settings/sickLabels");
  }
}
