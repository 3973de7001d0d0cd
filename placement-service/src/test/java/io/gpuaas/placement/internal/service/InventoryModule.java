package io.gpuaas.placement.internal.service;

import io.gpuaas.core.Fault;
import io.gpuaas.core.IdGenerator;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterBackends;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.internal.store.CapacityStore;
import io.gpuaas.placement.internal.store.EventStore;
import io.gpuaas.placement.internal.store.ForeignStore;
import io.gpuaas.placement.internal.store.InventoryStore;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.placement.internal.store.LeaderStore;
import io.gpuaas.placement.internal.store.MemoryStore;
import io.gpuaas.placement.internal.store.NodeStore;
import io.gpuaas.placement.internal.store.PlacementJson;
import io.gpuaas.placement.internal.store.RoundStore;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
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
    LiveJobsGuard.class,
    ForeignStore.class,
    CapacityStore.class,
    RoundStore.class,
    LeaderStore.class,
    EventStore.class,
    Leadership.class,
    NodeCapacities.class,
    BatchWriter.class
  })
  static class Wiring {
    @Bean
    IdGenerator ids() {
      return prefix -> prefix + "_1";
    }

    /// Knows one bad setting.
    @Bean
    ClusterBackends backends() {
      return new ClusterBackends() {
        @Override
        public List<Fault> faults(String at, Cluster cluster) {
          return cluster.settings().containsKey("bad")
              ? List.of(Fault.of(at + "/settings/bad", "INVALID_VALUE", "It is bad."))
              : List.of();
        }

        @Override
        public List<Fault> unmet(JobSpec spec) {
          return List.of();
        }
      };
    }
  }

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
