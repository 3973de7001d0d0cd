package io.gpuaas.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.internal.engine.configuration.Configuration;
import io.gpuaas.quota.internal.engine.configuration.ConfigurationRules;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SampleOrganisationTest {
  private final OrganisationDocument document = SampleOrganisation.document();

  @Test
  void isAcceptedOnAnEmptyInstallation() {
    List<ConfigItem> items = document.items().stream().map(each -> each.item()).toList();
    assertThat(ConfigurationRules.check(Configuration.of(items), document.items())).isEmpty();
  }

  @Test
  void hasTheSizeItTellsOf() {
    assertThat(document.departments()).hasSize(3);
    assertThat(document.teams()).hasSize(7);
    assertThat(document.projects()).hasSize(12);
  }

  @Test
  void nominalQuotasAddUpToTheGpusThereAre() {
    Map<FlavorResource, Long> sums = new TreeMap<>();
    for (QuotaSet set : document.quotas()) {
      set.quotas().forEach(quota -> sums.merge(quota.cell(), quota.nominal(), Long::sum));
    }
    assertThat(sums)
        .isEqualTo(
            Map.of(
                new FlavorResource(SampleOrganisation.A100, Resources.GPU), 128L,
                new FlavorResource(SampleOrganisation.H200, Resources.GPU), 256L));
  }
}
