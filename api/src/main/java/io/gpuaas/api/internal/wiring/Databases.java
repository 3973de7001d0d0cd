package io.gpuaas.api.internal.wiring;

import java.io.IOException;
import java.io.UncheckedIOException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/// One schema for each module, migrated from `classpath:db/migration/<schema>` before anything
/// reads it. The history table lies in the schema itself. A module without a file is left out.
@Configuration(proxyBeanMethods = false)
class Databases {
  @Bean
  FlywayMigrationInitializer quotaSchema(DataSource dataSource) {
    return migration(dataSource, "quota");
  }

  @Bean
  FlywayMigrationInitializer placementSchema(DataSource dataSource) {
    return migration(dataSource, "placement");
  }

  @Bean
  FlywayMigrationInitializer accountingSchema(DataSource dataSource) {
    return migration(dataSource, "accounting");
  }

  @Bean
  FlywayMigrationInitializer identitySchema(DataSource dataSource) {
    return migration(dataSource, "identity");
  }

  private static FlywayMigrationInitializer migration(DataSource pool, String schema) {
    DataSource owner = AppRole.owner(pool);
    Flyway flyway =
        Flyway.configure()
            .dataSource(owner)
            .schemas(schema)
            .createSchemas(true)
            .table("schema_history")
            .locations("classpath:db/migration/" + schema)
            .load();
    return new FlywayMigrationInitializer(
        flyway,
        it -> {
          migrateIfAny(it, schema);
          AppRole.grant(owner, schema);
        });
  }

  private static void migrateIfAny(Flyway flyway, String schema) {
    try {
      String files = "classpath*:db/migration/" + schema + "/*.sql";
      if (new PathMatchingResourcePatternResolver().getResources(files).length > 0) {
        flyway.migrate();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
