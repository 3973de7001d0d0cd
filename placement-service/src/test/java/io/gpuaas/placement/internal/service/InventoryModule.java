package io.gpuaas.placement.internal.service;

import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.internal.store.InventoryStore;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.placement.internal.store.MemoryStore;
import io.gpuaas.placement.internal.store.NodeStore;
import io.gpuaas.placement.internal.store.PlacementJson;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// The inventory as it runs, beside the configuration of quota, on one PostgreSQL for all its
/// tests.
final class InventoryModule {
  private static final TestDatabase DATABASE = TestDatabase.create();
  private static final ConfigurableApplicationContext CONTEXT = context();

  private InventoryModule() {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan("io.gpuaas.quota")
  @ComponentScan("io.gpuaas.quota.internal")
  @Import({
    PlacementJson.class,
    InventoryStore.class,
    NodeStore.class,
    StoredInventory.class,
    InventoryWriter.class,
    JobStore.class,
    MemoryStore.class,
    LiveJobsGuard.class
  })
  static class Wiring {}

  static <T> T bean(Class<T> type) {
    return CONTEXT.getBean(type);
  }

  static DataSource dataSource() {
    return DATABASE.dataSource();
  }

  /// Takes both schemas back to what the migrations left.
  static void reset() {
    for (String schema : new String[] {"quota", "placement"}) {
      flyway(schema).clean();
      flyway(schema).migrate();
    }
  }

  private static Flyway flyway(String schema) {
    return Flyway.configure()
        .dataSource(dataSource())
        .schemas(schema)
        .locations("classpath:db/migration/" + schema)
        .cleanDisabled(false)
        .load();
  }

  private static ConfigurableApplicationContext context() {
    flyway("quota").migrate();
    flyway("placement").migrate();
    return new SpringApplicationBuilder(Wiring.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.datasource.url=" + DATABASE.url(),
            "spring.datasource.username=" + DATABASE.user(),
            "spring.datasource.password=" + DATABASE.password(),
            "spring.flyway.enabled=false",
            "spring.jpa.hibernate.ddl-auto=validate",
            "spring.jpa.open-in-view=false",
            "spring.main.banner-mode=off",
            "logging.level.root=WARN")
        .run();
  }
}
