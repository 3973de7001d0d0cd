package io.gpuaas.placement;

import static io.gpuaas.placement.fixtures.WorldBuilder.START;
import static io.gpuaas.placement.fixtures.WorldBuilder.pods;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.core.JobId;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.Clearance.Ending;
import io.gpuaas.placement.fixtures.WorldBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClearanceTest {
  private static final Instant NOW = START.plusSeconds(600);

  /// Not preemptible; declares so many minutes, 0 for none.
  private static Workload job(String id, long minutes, long gpus) {
    return new Workload(
        new JobId(id), "a", 0, START, List.of(pods(1, gpus)), false, false, minutes * 60_000, null);
  }

  private static Ending ends(String id, long minutes) {
    return new Ending(new JobId(id), START.plusSeconds(minutes * 60));
  }

  private static Clearance clearance(WorldBuilder world, String job) {
    return Clearance.of(world.build(), new JobId(job), NOW);
  }

  private static WorldBuilder twoNodes() {
    return new WorldBuilder().nodes(2).loner("a", 16);
  }

  @Test
  void whatStartsAnywayWaitsForNobody() {
    assertThat(clearance(twoNodes().waits(job("j", 60, 8)), "j"))
        .isEqualTo(new Clearance(List.of(), true));
  }

  @Test
  void onlyThoseThatAreNeededCount() {
    WorldBuilder world =
        twoNodes()
            .holds(job("early", 30, 4), "n1")
            .holds(job("late", 90, 8), "n2")
            .holds(job("later", 120, 4), "n1")
            .waits(job("j", 60, 8));
    assertThat(clearance(world, "j")).isEqualTo(new Clearance(List.of(ends("late", 90)), true));
  }

  @Test
  void whoWaitsBeforeItGetsItsRoomFirst() {
    WorldBuilder world =
        twoNodes()
            .holds(job("first", 30, 8), "n1")
            .holds(job("second", 90, 8), "n2")
            .waits(job("i", 60, 8))
            .waits(job("j", 60, 8));
    assertThat(clearance(world, "i")).isEqualTo(new Clearance(List.of(ends("first", 30)), true));
    assertThat(clearance(world, "j"))
        .isEqualTo(new Clearance(List.of(ends("first", 30), ends("second", 90)), true));
  }

  @Test
  void aJobWithoutADeclaredEndIsTheLastToHopeFor() {
    WorldBuilder world =
        twoNodes()
            .holds(job("endless", 0, 8), "n1")
            .holds(job("long", 6000, 8), "n2")
            .waits(job("j", 60, 8));
    assertThat(clearance(world, "j")).isEqualTo(new Clearance(List.of(ends("long", 6000)), true));
  }

  @Test
  void whatNeverFitsWaitsForNobody() {
    assertThat(clearance(twoNodes().waits(job("j", 60, 9)), "j"))
        .isEqualTo(new Clearance(List.of(), false));
  }
}
