package io.gpuaas.launch.bench;

import io.gpuaas.accounting.RunningRuns;
import io.gpuaas.core.IdGenerator;
import io.gpuaas.core.UsageEventLog;
import io.gpuaas.launch.postgres.EmbeddedDatabase;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/// Accounting alone, on a database of its own and with a clock that stands still.
final class LedgerProduct implements AutoCloseable {
  static final String SIZE = "select pg_database_size(current_database())";

  private final AnnotationConfigApplicationContext context;
  private final SingleConnectionDataSource source;

  LedgerProduct(EmbeddedDatabase database, String name, UsageEventLog log, Instant now) {
    JdbcClient server = JdbcClient.create(source(database, "postgres"));
    String known = "select count(*) from pg_database where datname = ?";
    if (server.sql(known).param(name).query(Long.class).single() == 0) {
      server.sql("create database " + name).update();
    }
    PGSimpleDataSource own = source(database, name);
    Flyway.configure()
        .dataSource(own)
        .schemas("accounting")
        .locations("classpath:db/migration/accounting")
        .load()
        .migrate();
    source = new SingleConnectionDataSource();
    source.setUrl(own.getUrl());
    source.setUsername(database.user());
    source.setPassword(database.password());
    source.setSuppressClose(true);
    context = new AnnotationConfigApplicationContext();
    context
        .getEnvironment()
        .getSystemProperties()
        .putAll(
            Map.of(
                "gpuaas.accounting.follow-every-millis", "0",
                "gpuaas.accounting.audit-look-every-seconds", "0"));
    AtomicLong ids = new AtomicLong();
    context.registerBean(DataSource.class, () -> source);
    context.registerBean(UsageEventLog.class, () -> log);
    context.registerBean(RunningRuns.class, () -> List::of);
    context.registerBean(InstantSource.class, () -> () -> now);
    context.registerBean(IdGenerator.class, () -> kind -> kind + "_" + ids.incrementAndGet());
    context.registerBean(JdbcClient.class, () -> JdbcClient.create(source));
    context.registerBean(
        PlatformTransactionManager.class, () -> new DataSourceTransactionManager(source));
    context.register(Transactions.class);
    context.scan("io.gpuaas.accounting.internal");
    context.refresh();
  }

  private static PGSimpleDataSource source(EmbeddedDatabase database, String name) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(database.url().replaceAll("/[^/]*$", "/" + name));
    source.setUser(database.user());
    source.setPassword(database.password());
    return source;
  }

  <T> T get(Class<T> type) {
    return context.getBean(type);
  }

  long count(String sql) {
    return get(JdbcClient.class).sql(sql).query(Long.class).single();
  }

  /// What the database does by itself sooner or later.
  void tidy() {
    get(JdbcClient.class).sql("vacuum analyze").update();
  }

  @Override
  public void close() {
    context.close();
    source.destroy();
  }

  /// No `@Configuration`: the product, which scans this package too, must not find it.
  @EnableTransactionManagement
  static class Transactions {}
}
