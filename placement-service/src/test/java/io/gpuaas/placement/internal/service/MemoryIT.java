package io.gpuaas.placement.internal.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.placement.internal.store.MemoryStore;
import io.gpuaas.placement.internal.store.PlacementJson;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What a process that begins to lead knows of the past.
class MemoryIT {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final MemoryStore memories = InventoryModule.bean(MemoryStore.class);
  private final JdbcClient jdbc = JdbcClient.create(InventoryModule.dataSource());

  @BeforeEach
  void empty() {
    InventoryModule.reset();
  }

  private static OffsetDateTime at(int minutes) {
    return NOON.plusSeconds(60L * minutes).atOffset(ZoneOffset.UTC);
  }

  private void job(String id, String phase, int sinceMinutes) {
    jdbc.sql(
            """
            insert into placement.job (id, project, name, user_login, labels, spec, spec_hash,
                priority, milli_gpus, phase, phase_since, submitted_at, queued_at)
            values (?, 'a', ?, 'u', '{}', '{"checkpointEveryMillis": 0}', '', 0, 8000, ?, ?, ?, ?)
            """)
        .params(id, id, phase, at(sinceMinutes), at(0), at(0))
        .update();
  }

  private void run(
      String job, int attempt, int bound, int stopping, @Nullable Integer gone, String claimant) {
    jdbc.sql(
            """
            insert into placement.run (id, job_id, attempt, state, generation, epoch, assignments,
                holdings, bound_at, stopping_at, released_at, claimant)
            values (?, ?, ?, ?, 1, 1, '[]', '[]', ?, ?, ?, ?)
            """)
        .params(
            "run_%s_%d".formatted(job, attempt),
            job,
            attempt,
            gone == null ? "STOPPING" : "RELEASED",
            at(bound),
            at(stopping),
            gone == null ? null : at(gone),
            claimant)
        .update();
  }

  @Test
  void claimsOutliveTheirVictimsUntilTheClaimantHasStarted() {
    job("waits", "QUEUED", 0);
    job("again", "QUEUED", 60);
    job("runs", "RUNNING", 30);
    job("victim", "QUEUED", 0);
    run("victim", 1, 5, 10, 12, "waits");
    run("victim", 2, 20, 25, 26, "again");
    run("victim", 3, 28, 29, 30, "runs");
    WorldMemory memory = memories.load(SchedulingPolicy.DEFAULT);
    assertThat(memory.claims()).containsOnlyKeys(new JobId("waits"));
    assertThat(memory.claims()).containsValue(at(12).toInstant());
    assertThat(memory.evictions()).containsOnlyKeys(new JobId("victim"));
    assertThat(memory.evictions()).containsValue(3);
    assertThat(memory.spending()).isEmpty();
  }

  @Test
  void useOverQuotaIsReadFromTheUsageEvents() {
    jdbc.sql(
            """
            insert into placement.usage_event (seq, at, kind, payload)
            values (1, ?, 'RunBound', ?::jsonb)
            """)
        .params(
            at(0),
            InventoryModule.bean(PlacementJson.class)
                .write(
                    new UsageEvent.RunBound(
                        1,
                        NOON,
                        new UsageEvent.RunRef(
                            new RunId("run_1"), new JobId("job_1"), 1, "j", "a", "u"),
                        List.of(new GpuHolding("gpu", "", UsageClass.BORROWED, 8000)))))
        .update();
    SchedulingPolicy policy =
        SchedulingPolicy.DEFAULT.with(
            SchedulingPolicy.DEFAULT.evictions(), new QueueOrder(3_600_000, 1000, 1000));
    assertThat(memories.load(policy).spending()).containsEntry("a", new WorldMemory.Spent(NOON, 0));
  }
}
