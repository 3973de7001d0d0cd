package io.gpuaas.quota.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Versioned;
import io.gpuaas.quota.ConfigResource;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.OrganisationAdmin;
import io.gpuaas.quota.OrganisationSource;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import io.gpuaas.quota.Topology;
import io.gpuaas.quota.fixtures.QuotaModule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class ConcurrentChangesIT {
  private static final int WRITERS = 8;

  private final ConfigResource<Department> departments =
      QuotaModule.bean(OrganisationAdmin.class).departments();
  private final ConfigResource<Topology> topologies =
      QuotaModule.bean(QuotaAdmin.class).topologies();
  private final QuotaConfigSource source = QuotaModule.bean(QuotaConfigSource.class);

  @BeforeEach
  void reset() {
    QuotaModule.reset();
  }

  private static Department department(int who) {
    return new Department("sales", "Sales of " + who, null, null);
  }

  @Test
  void ofManyChangesFromOneVersionOneIsMade() throws Exception {
    departments.create(department(0));
    List<ChangeOutcome<Department>> outcomes =
        atOnce(who -> () -> departments.replace(department(who + 1), 1));
    assertThat(outcomes)
        .filteredOn(outcome -> outcome instanceof ChangeOutcome.Accepted<Department>)
        .containsExactly(
            new ChangeOutcome.Accepted<>(
                departments.find("sales").orElseThrow().value(), 2, List.of()));
    assertThat(outcomes)
        .filteredOn(outcome -> outcome instanceof ChangeOutcome.Stale<Department>)
        .hasSize(WRITERS - 1)
        .containsOnly(new ChangeOutcome.Stale<>(2));
    assertThat(source.generation()).isEqualTo(3);
  }

  @Test
  void ofManyCreationsOfOneNameOneIsMade() throws Exception {
    List<ChangeOutcome<Department>> outcomes =
        atOnce(who -> () -> departments.create(department(who)));
    assertThat(outcomes)
        .filteredOn(outcome -> outcome instanceof ChangeOutcome.Exists<Department>)
        .hasSize(WRITERS - 1);
    assertThat(departments.list()).hasSize(1);
    assertThat(source.generation()).isEqualTo(2);
  }

  /// Each change makes one topology, so a configuration of generation g must have g - 1 of them.
  @Test
  void whatIsLoadedBelongsToOneGenerationAndGenerationsOnlyRise() throws Exception {
    int each = 6;
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int who = 0; who < WRITERS; who++) {
        String prefix = "t%d-".formatted(who);
        writers.add(
            threads.submit(
                () ->
                    IntStream.range(0, each)
                        .mapToObj(i -> new Topology(prefix + i, List.of("rack")))
                        .forEach(topologies::create)));
      }
      long last = 0;
      while (!writers.stream().allMatch(Future::isDone)) {
        last = loadAndCheck(last);
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      loadAndCheck(last);
    }
    assertThat(source.generation()).isEqualTo(1 + WRITERS * each);
  }

  @Test
  void whatWasReadBeforeInTheSameTransactionIsNotTakenForTheNewest() throws Exception {
    departments.create(department(0));
    TransactionTemplate outer =
        new TransactionTemplate(QuotaModule.bean(PlatformTransactionManager.class));
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      outer.executeWithoutResult(
          _ -> {
            assertThat(departments.find("sales").orElseThrow().version()).isEqualTo(1);
            long before = source.load().generation();
            finish(other.submit(() -> departments.replace(department(1), 1)));
            assertThat(source.load().generation()).isEqualTo(before + 1);
            assertThat(departments.find("sales").orElseThrow().version()).isEqualTo(2);
            assertThat(departments.replace(department(2), 1))
                .isEqualTo(new ChangeOutcome.Stale<>(2));
            assertThat(departments.replace(department(2), 2))
                .isEqualTo(new ChangeOutcome.Accepted<>(department(2), 3, List.of()));
          });
    }
    assertThat(departments.list()).containsExactly(new Versioned<>(department(2), 3));
  }

  private static void finish(Future<?> future) {
    try {
      future.get();
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /// More readers within transactions than there are connections to spare.
  @Test
  void readingInsideATransactionNeedsNoSecondConnection() throws Exception {
    TransactionTemplate outer =
        new TransactionTemplate(QuotaModule.bean(PlatformTransactionManager.class));
    OrganisationSource organisation = QuotaModule.bean(OrganisationSource.class);
    CyclicBarrier all = new CyclicBarrier(QuotaModule.CONNECTIONS);
    try (ExecutorService threads = Executors.newFixedThreadPool(QuotaModule.CONNECTIONS)) {
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < QuotaModule.CONNECTIONS; i++) {
        readers.add(
            threads.submit(
                () ->
                    outer.execute(
                        _ -> {
                          source.generation();
                          await(all);
                          organisation.current();
                          return source.load().generation();
                        })));
      }
      for (Future<Long> reader : readers) {
        assertThat(reader.get()).isEqualTo(1);
      }
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private long loadAndCheck(long last) {
    QuotaConfig config = source.load();
    assertThat(config.topologies()).hasSize((int) config.generation() - 1);
    assertThat(config.generation()).isGreaterThanOrEqualTo(last);
    return config.generation();
  }

  @Test
  void listenersHearEachGenerationOnceInOrder() throws SQLException {
    try (Connection connection = QuotaModule.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("listen gpuaas_config");
      departments.create(department(0));
      departments.create(department(1));
      departments.replace(department(0), 1);
      departments.replace(department(1), 1);
      departments.remove("sales", 7);
      topologies.create(new Topology("bad name", List.of()));
      topologies.create(new Topology("good-name", List.of("rack")));
      List<String> heard = new ArrayList<>();
      while (!heard.contains("4")) {
        PGNotification[] more = connection.unwrap(PGConnection.class).getNotifications(10_000);
        assertThat(more).isNotEmpty();
        for (PGNotification notification : more) {
          heard.add(notification.getParameter());
        }
      }
      assertThat(heard).containsExactly("2", "3", "4");
    }
  }

  private static <T> List<T> atOnce(IntFunction<Callable<T>> change)
      throws InterruptedException, ExecutionException {
    CyclicBarrier start = new CyclicBarrier(WRITERS);
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<T>> running = new ArrayList<>();
      for (int who = 0; who < WRITERS; who++) {
        Callable<T> mine = change.apply(who);
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return mine.call();
                }));
      }
      List<T> outcomes = new ArrayList<>();
      for (Future<T> each : running) {
        outcomes.add(each.get());
      }
      return outcomes;
    }
  }
}
