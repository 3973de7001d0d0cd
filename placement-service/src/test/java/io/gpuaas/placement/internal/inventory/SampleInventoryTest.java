package io.gpuaas.placement.internal.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.Resources;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.InventoryDocument;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SampleInventory;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.SampleOrganisation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SampleInventoryTest {
  private final InventoryDocument document = SampleInventory.document();

  @Test
  void isAcceptedOnAnEmptyInstallation() {
    InventoryDiff diff =
        InventoryDiff.of(
            document, List.of(), List.of(), new Versioned<>(SchedulingPolicy.DEFAULT, 1));
    assertThat(diff.faults()).isEmpty();
    assertThat(diff.created()).isEqualTo(50);
    assertThat(diff.unchanged()).isEqualTo(1);
  }

  @Test
  void fitsTheSampleOrganisationWithoutAWarning() {
    var organisation = SampleOrganisation.document();
    QuotaConfig config =
        new QuotaConfig(
            1,
            organisation.topologies(),
            organisation.flavors().stream().map(FlavorSettings::flavor).toList(),
            List.of(),
            List.of());
    for (Node node : document.nodes()) {
      assertThat(InventoryRules.warnings("", node, config)).isEmpty();
    }
  }

  @Test
  void hasTheGpusThatTheQuotasAddUpTo() {
    Map<String, Long> gpus = new TreeMap<>();
    for (Node node : document.nodes()) {
      gpus.merge(node.gpuModel(), node.capacity().of(Resources.GPU), Long::sum);
    }
    assertThat(gpus)
        .isEqualTo(
            Map.of(SampleOrganisation.H200_MODEL, 256L, SampleOrganisation.A100_MODEL, 128L));
  }

  @Test
  void namesAndDomainsAreDistinct() {
    assertThat(document.nodes().stream().map(Node::ref).distinct()).hasSize(48);
    assertThat(domains(0)).hasSize(4);
    assertThat(domains(1)).hasSize(12);
    assertThat(domains(2)).hasSize(16 + 16);
    assertThat(domains(3)).hasSize(48);
  }

  private List<String> domains(int level) {
    String key = SampleOrganisation.LEVELS.get(level);
    return document.nodes().stream().map(node -> node.labels().get(key)).distinct().toList();
  }
}
