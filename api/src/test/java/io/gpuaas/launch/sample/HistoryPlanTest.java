package io.gpuaas.launch.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.placement.JobSpec;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.SampleOrganisation;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HistoryPlanTest {
  /// A Monday.
  private static final Instant FROM = Instant.parse("2026-03-02T00:00:00Z");

  private static final Instant TO = FROM.plus(SampleHistory.LENGTH);
  private static final List<PlannedJob> PLAN = HistoryPlan.of(7, FROM, TO);

  @Test
  void sameSeedGivesTheSamePlanAndAnotherSeedAnother() {
    assertThat(HistoryPlan.of(7, FROM, TO)).isEqualTo(PLAN);
    assertThat(HistoryPlan.of(8, FROM, TO)).isNotEqualTo(PLAN);
  }

  @Test
  void staysInItsTimeInOrderAndSmallEnoughForAFirstStart() {
    assertThat(PLAN).hasSizeBetween(1500, 4000);
    assertThat(PLAN.stream().map(PlannedJob::at))
        .isSorted()
        .allSatisfy(at -> assertThat(at).isAfterOrEqualTo(FROM).isBefore(TO));
  }

  @Test
  void everyProjectWorksAndNoUnknownOneDoes() {
    assertThat(PLAN.stream().map(job -> job.wish().project()).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(
            SampleOrganisation.document().projects().stream().map(ProjectSettings::name).toList());
  }

  @Test
  void officesWorkByDayAndRestOnSundays() {
    TreeMap<Integer, Long> byWeekday =
        PLAN.stream()
            .filter(job -> job.wish().project().equals("search-ranking"))
            .collect(
                Collectors.groupingBy(
                    job -> job.at().atZone(ZoneOffset.UTC).getDayOfWeek().getValue(),
                    TreeMap::new,
                    Collectors.counting()));
    assertThat(byWeekday.getOrDefault(7, 0L)).isLessThan(byWeekday.getOrDefault(3, 0L));
    long atNoon = inHours("search-ranking", 8, 17);
    assertThat(atNoon).isGreaterThan(3 * inHours("search-ranking", 20, 24));
  }

  @Test
  void someJobsFailSomeAreEndlessAndSomeAreCancelled() {
    assertThat(PLAN)
        .anyMatch(job -> simulation(job).exitCode() != 0)
        .anyMatch(job -> job.wish().spec().maxRuntimeMillis() < simulation(job).runMillis())
        .anyMatch(job -> job.cancelAfter() != null);
  }

  private static long inHours(String project, int from, int to) {
    return PLAN.stream()
        .filter(job -> job.wish().project().equals(project))
        .map(job -> job.at().atZone(ZoneOffset.UTC).getHour())
        .filter(hour -> hour >= from && hour < to)
        .count();
  }

  private static JobSpec.Simulation simulation(PlannedJob job) {
    return Objects.requireNonNull(job.wish().spec().simulation());
  }
}
