package io.gpuaas.quota.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.OrganisationAdmin;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import io.gpuaas.quota.fixtures.Documents;
import io.gpuaas.quota.fixtures.QuotaModule;
import io.gpuaas.quota.internal.engine.configuration.Configuration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigChangesIT {
  private final OrganisationAdmin organisation = QuotaModule.bean(OrganisationAdmin.class);
  private final QuotaAdmin quota = QuotaModule.bean(QuotaAdmin.class);
  private final QuotaConfigSource source = QuotaModule.bean(QuotaConfigSource.class);
  private final OrganisationImport documents = QuotaModule.bean(OrganisationImport.class);

  @BeforeEach
  void reset() {
    QuotaModule.reset();
  }

  @Test
  void freshInstallationHasPrioritiesAndNothingElse() {
    assertThat(source.load())
        .isEqualTo(new QuotaConfig(1, List.of(), List.of(), List.of(), List.of()));
    assertThat(quota.priorityClasses().list())
        .containsExactly(
            new Versioned<>(new PriorityClass("high", 100), 1),
            new Versioned<>(new PriorityClass("low", -100), 1),
            new Versioned<>(new PriorityClass("normal", 0), 1),
            new Versioned<>(new PriorityClass("urgent", 1000), 1));
    assertThat(organisation.organisation())
        .isEqualTo(new Versioned<>(new OrganisationSettings("My organisation", "UTC"), 1));
  }

  @Test
  void importedDocumentIsLoadedAsItWasGiven() {
    assertThat(documents.apply(Documents.small()))
        .isEqualTo(new ImportOutcome.Imported(2, 12, 1, 0, List.of()));
    Configuration expected =
        Configuration.of(Documents.small().items().stream().map(each -> each.item()).toList());
    assertThat(source.load()).isEqualTo(expected.toQuotaConfig(2));
  }
}
