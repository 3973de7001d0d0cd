package io.gpuaas.cluster.internal.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.contract.TestRuns;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.placement.JobSpec;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What the template of a pod set says where a cluster places by itself, and of parts of devices.
class PodTemplatesTest {
  private static final SortedMap<String, String> NO_SETTINGS = Collections.emptySortedMap();
  private static final Devices DEVICES = Devices.of(NO_SETTINGS);

  private static PodSet podSet(DeviceShare device, List<NodeAffinityTerm> affinity) {
    return new PodSet(
        "workers",
        2,
        2,
        ResourceAmounts.of(Map.of(Resources.GPU, 1L, Resources.CPU, 500L, Resources.PODS, 1L)),
        device,
        new TreeMap<>(Map.of("zone", "north")),
        affinity,
        List.of(new Toleration("team", "Equal", "vision", "NoSchedule")),
        null,
        "");
  }

  private static Tree spec(PodSet set, List<String> nodes, PodTemplates.Pinning pinning) {
    RunShape.Group group = new RunShape.Group(set, 2, nodes);
    PodTemplates.Role role = new PodTemplates.Role("main", pinning, null);
    return new PodTemplates(shape(group)).template(group, role).tree("spec");
  }

  private static RunShape shape(RunShape.Group group) {
    Site site = Site.of(NO_SETTINGS);
    return new RunShape(
        TestRuns.of("01K", JobSpec.Type.BATCH, 5_000, 3, List.of()),
        site,
        "r-01k",
        List.of(group),
        site.fabrics().usual(),
        List.of(new Taint("pool", "ml", "NoSchedule"), new Taint("team", "vision", "NoSchedule")));
  }

  @Test
  void aClusterThatPlacesIsToldAllThatTheJobAskedFor() {
    List<NodeAffinityTerm> terms =
        Arrays.stream(NodeAffinityTerm.Operator.values())
            .map(operator -> new NodeAffinityTerm("k", operator, List.of("1")))
            .toList();

    Tree spec = spec(podSet(DeviceShare.WHOLE, terms), List.of(), PodTemplates.Pinning.NODE_SET);

    assertThat(spec.tree("nodeSelector")).isEqualTo(Tree.of("zone", "north"));
    assertThat(
            spec.tree("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
                .trees("nodeSelectorTerms")
                .getFirst()
                .trees("matchExpressions"))
        .extracting(term -> term.text("operator"))
        .containsExactly("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
    assertThat(spec.trees("tolerations"))
        .contains(
            Tree.of(
                "key", "team",
                "operator", "Equal",
                "value", "vision",
                "effect", "NoSchedule"))
        .contains(
            Tree.of(
                "key", "pool",
                "operator", "Equal",
                "value", "ml",
                "effect", "NoSchedule"))
        .hasSize(3);
  }

  @Test
  void withoutTermsThereIsNoAffinity() {
    Tree spec =
        spec(podSet(DeviceShare.WHOLE, List.of()), List.of(), PodTemplates.Pinning.EACH_POD);

    assertThat(spec.has("affinity")).isFalse();
    assertThat(spec.has("schedulingGates")).isFalse();
  }

  @Test
  void podsOfSeveralNodesWaitForTheirsOrTakeAny() {
    PodSet set = podSet(DeviceShare.WHOLE, List.of());
    List<String> two = List.of("a", "b");

    assertThat(spec(set, two, PodTemplates.Pinning.EACH_POD).trees("schedulingGates"))
        .containsExactly(Tree.of("name", PodTemplates.GATE));
    assertThat(spec(set, two, PodTemplates.Pinning.NODE_SET).tree("affinity"))
        .isEqualTo(PodTemplates.onNodes(two));
    assertThat(spec(set, List.of("a", "a"), PodTemplates.Pinning.EACH_POD).tree("affinity"))
        .isEqualTo(PodTemplates.onNodes(List.of("a")));
  }

  @Test
  void partsOfDevicesAreResourcesOfTheirOwn() {
    assertThat(DEVICES.amounts(podSet(DeviceShare.WHOLE, List.of())))
        .isEqualTo(Tree.of("cpu", "500m", Resources.GPU, "1"));
    assertThat(DEVICES.amounts(podSet(new DeviceShare(0, 0, "1g.10gb"), List.of())))
        .isEqualTo(Tree.of("cpu", "500m", "nvidia.com/mig-1g.10gb", "1"));
    assertThat(DEVICES.amounts(podSet(new DeviceShare(500, 0, ""), List.of())))
        .isEqualTo(Tree.of("cpu", "500m"));
  }

  @Test
  void aTestBedIsToldHowLongAPodRuns() {
    RunShape.Group group =
        new RunShape.Group(podSet(DeviceShare.WHOLE, List.of()), 2, List.of("a"));
    PodTemplates.Role role = new PodTemplates.Role("main", PodTemplates.Pinning.NODE_SET, null);

    Tree annotations =
        new PodTemplates(shape(group)).template(group, role).tree("metadata", "annotations");

    assertThat(annotations.text("testbed.gpuaas.io/duration")).isEqualTo("5000ms");
    assertThat(annotations.text("testbed.gpuaas.io/exit-code")).isEqualTo("3");
  }
}
