package io.gpuaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.ConservationQueries;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.core.ImportOutcome;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.fixtures.TestDatabase;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.SubmitOutcome;
import io.gpuaas.placement.VirtualTimeDriver;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.OrganisationImport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A cluster that loses and repeats messages, whose pods fail, whose stops are slow and whose nodes
/// go away: every job still ends, nothing stays held, and the books conserve every GPU-second.
class FaultyClusterIT {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LONG = Duration.ofDays(20);

  private static final TreeMap<String, String> FAULTS =
      new TreeMap<>(
          Map.of(
              "profile", "exact",
              "seed", "11",
              "podFailurePerMillion", "50000",
              "slowStopPerMillion", "100000",
              "lostMessagePerMillion", "150000",
              "repeatedMessagePerMillion", "50000",
              "nodeFailureEvery", "12h",
              "nodeRepair", "30m"));

  @Test
  void everyJobEndsAndTheBooksConserve() {
    TestDatabase database = TestDatabase.create();
    try (ConfigurableApplicationContext product = start(database)) {
      List<Job> jobs = submitAll(product);
      product.getBean(VirtualTimeDriver.class).advanceTo(T0.plus(LONG));

      Map<JobPhase, Integer> phases = phases(product, jobs);
      assertThat(phases.keySet()).isSubsetOf(JobPhase.SUCCEEDED, JobPhase.FAILED);
      assertThat(phases.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(60);
      assertThat(phases.get(JobPhase.SUCCEEDED)).isGreaterThan(30);
      assertThat(product.getBean(WorldView.class).world().freeGpus(new NodeRef("east", "n1")))
          .isEqualTo(8);
      faultsDidHappen(product);
      booksConserve(product);
      assertThat(downInTheBooks(product)).isEqualTo(downAsHeard(product, jobs));
    }
  }

  private static void faultsDidHappen(ConfigurableApplicationContext product) {
    assertThat(count(product, "kind = 'NodeHealth' and effect = 'applied'")).isGreaterThan(20);
    assertThat(count(product, "kind = 'RunEnded' and detail::text like '%NODE_FAILED%'"))
        .isGreaterThan(0);
    assertThat(count(product, "kind like 'Run%' and effect <> 'applied'")).isGreaterThan(0);
    assertThat(count(product, "received_at - at > interval '20 seconds' and effect = 'applied'"))
        .as("what was lost was heard later")
        .isGreaterThan(10);
  }

  private static long count(ConfigurableApplicationContext product, String condition) {
    return product
        .getBean(JdbcClient.class)
        .sql("select count(*) from placement.observation where " + condition)
        .query(Long.class)
        .single();
  }

  private static void booksConserve(ConfigurableApplicationContext product) {
    product.getBean(LedgerFollower.class).catchUp();
    Instant now = T0.plus(LONG);
    // This organisation has no prices.
    assertThat(product.getBean(Auditor.class).run(now))
        .filteredOn(check -> !check.name().equals("no-silent-zero"))
        .hasSizeGreaterThan(10)
        .allMatch(check -> check.ok());
    List<ConservationQueries.Row> rows =
        product.getBean(ConservationQueries.class).rows(T0, now, now);
    assertThat(rows).isNotEmpty().allMatch(ConservationQueries.Row::balanced);
  }

  private static long downInTheBooks(ConfigurableApplicationContext product) {
    Instant now = T0.plus(LONG);
    return product.getBean(ConservationQueries.class).rows(T0, now, now).stream()
        .mapToLong(row -> row.down().milliGpuMillis())
        .sum();
  }

  /// Counted another way: each node's hours out of service, less what runs held of it meanwhile.
  private static long downAsHeard(ConfigurableApplicationContext product, List<Job> jobs) {
    long down = 0;
    for (String node : List.of("n1", "n2")) {
      for (Outage outage : outages(product, node)) {
        down += outage.overlap(T0, T0.plus(LONG)) * 8_000;
        for (Job job : jobs) {
          down -=
              product.getBean(JobQueries.class).runs(job.id()).stream()
                  .filter(run -> isOn(run, node))
                  .mapToLong(
                      run ->
                          outage.overlap(run.boundAt(), Objects.requireNonNull(run.releasedAt()))
                              * 8_000)
                  .sum();
        }
      }
    }
    return down;
  }

  private static boolean isOn(Run run, String node) {
    return run.assignments().stream()
        .flatMap(assignment -> assignment.nodes().stream())
        .anyMatch(share -> share.node().name().equals(node));
  }

  private record Outage(Instant from, Instant to) {
    long overlap(Instant begin, Instant end) {
      Instant first = begin.isAfter(from) ? begin : from;
      Instant last = end.isBefore(to) ? end : to;
      return Math.max(0, Duration.between(first, last).toMillis());
    }
  }

  private static List<Outage> outages(ConfigurableApplicationContext product, String node) {
    List<Instant> turns =
        product
            .getBean(JdbcClient.class)
            .sql(
                """
                select received_at from placement.observation
                 where kind = 'NodeHealth' and effect = 'applied' and subject like ?
                 order by seq
                """)
            .param("%" + node)
            .query(Instant.class)
            .list();
    List<Outage> outages = new ArrayList<>();
    for (int i = 0; i < turns.size(); i += 2) {
      Instant end = i + 1 < turns.size() ? turns.get(i + 1) : T0.plus(LONG);
      outages.add(new Outage(turns.get(i), end));
    }
    return outages;
  }

  private static ConfigurableApplicationContext start(TestDatabase database) {
    ConfigurableApplicationContext product =
        SpringApplication.run(
            GpuaasApplication.class,
            "--spring.datasource.url=" + database.url(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--server.port=0",
            "--gpuaas.time=virtual",
            "--gpuaas.virtual-start=" + T0);
    assertThat(product.getBean(OrganisationImport.class).apply(TwoProjects.organisation()))
        .isInstanceOf(ImportOutcome.Imported.class);
    assertThat(product.getBean(InventoryAdmin.class).apply(TwoProjects.inventory(FAULTS)))
        .isInstanceOf(ImportOutcome.Imported.class);
    product.getBean(VirtualTimeDriver.class).advanceTo(T0);
    return product;
  }

  private static List<Job> submitAll(ConfigurableApplicationContext product) {
    VirtualTimeDriver time = product.getBean(VirtualTimeDriver.class);
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String project = i % 3 == 0 ? "red" : "blue";
      SubmitOutcome outcome =
          product
              .getBean(JobService.class)
              .submit(TwoProjects.wish(project, "job-" + i, 1 + i % 2, 1800 + 600L * (i % 7)));
      jobs.add(((SubmitOutcome.Accepted) outcome).job());
      time.advanceTo(T0.plusSeconds(1200L * (i + 1)));
    }
    return jobs;
  }

  private static Map<JobPhase, Integer> phases(
      ConfigurableApplicationContext product, List<Job> jobs) {
    EnumMap<JobPhase, Integer> phases = new EnumMap<>(JobPhase.class);
    for (Job job : jobs) {
      JobPhase phase = product.getBean(JobQueries.class).find(job.id()).orElseThrow().phase();
      phases.merge(phase, 1, Integer::sum);
    }
    return phases;
  }
}
