package io.gpuaas.quota.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.ImportOutcome;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.OrganisationDocument;
import io.gpuaas.quota.OrganisationDocument.Located;
import io.gpuaas.quota.OrganisationImport;
import io.gpuaas.quota.QuotaConfigSource;
import io.gpuaas.quota.fixtures.QuotaModule;
import io.gpuaas.quota.fixtures.RandomDocuments;
import io.gpuaas.quota.internal.engine.configuration.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The store against the configuration as a value: many documents, one on top of the other.
class RandomChangesIT {
  private static final long SEED = 7;
  private static final int DOCUMENTS = 120;

  private final OrganisationImport documents = QuotaModule.bean(OrganisationImport.class);
  private final QuotaConfigSource source = QuotaModule.bean(QuotaConfigSource.class);

  @Test
  void whatIsLoadedIsWhatWasAcceptedSoFar() {
    QuotaModule.reset();
    RandomDocuments random = new RandomDocuments(SEED);
    Configuration model = Configuration.of(List.of());
    long generation = 1;
    int accepted = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      OrganisationDocument document = random.next();
      switch (documents.apply(document)) {
        case ImportOutcome.Imported imported -> {
          List<ConfigItem> items = document.items().stream().map(Located::item).toList();
          generation += model.with(items).equals(model) ? 0 : 1;
          model = model.with(items);
          accepted++;
          assertThat(imported.generation()).isEqualTo(generation);
        }
        case ImportOutcome.Invalid invalid -> assertThat(invalid.faults()).isNotEmpty();
      }
      assertThat(source.load())
          .as("after document %d of seed %d", i, SEED)
          .isEqualTo(model.toQuotaConfig(generation));
    }
    assertThat(accepted).isBetween(DOCUMENTS / 5, DOCUMENTS * 4 / 5);
  }
}
