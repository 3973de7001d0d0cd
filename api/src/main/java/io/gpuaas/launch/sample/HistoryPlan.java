package io.gpuaas.launch.sample;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.SubmitJob;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Who submits what and when. The same seed and times give the same plan.
///
/// Work follows the hours of the office: it starts in the morning, dips at noon, fades in the
/// evening; timers fill the night. Run times are log-normal. Of a hundred jobs about six fail, two
/// run into their limit and three are cancelled.
final class HistoryPlan {
  private static final ZoneId OFFICE = ZoneId.of("Europe/Berlin");
  private static final double RUN_TIME_SIGMA = 0.7;
  private static final Duration RUN_TIME_MIN = Duration.ofMinutes(4);
  private static final Duration RUN_TIME_MAX = Duration.ofHours(60);
  private static final int FAILING_PERCENT = 6;
  private static final int ENDLESS_PERCENT = 2;
  private static final int CANCELLED_PERCENT = 3;

  /// Share of a day's jobs by hour of the day, in thousandths.
  private static final int[] OFFICE_HOURS = {
    6, 4, 3, 3, 3, 5, 10, 25, 65, 105, 110, 95, 60, 75, 95, 90, 80, 65, 40, 22, 15, 10, 8, 6
  };

  private static final int[] TIMER_HOURS = {
    90, 180, 160, 90, 50, 30, 15, 15, 20, 25, 25, 25, 20, 20, 25, 25, 25, 20, 15, 15, 20, 25, 30, 35
  };

  private final SplittableRandom random;
  private final List<PlannedJob> jobs = new ArrayList<>();

  private HistoryPlan(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /// In the order of submission, all within `[from, to)`.
  static List<PlannedJob> of(long seed, Instant from, Instant to) {
    HistoryPlan plan = new HistoryPlan(seed);
    for (ProjectHabit habit : ProjectHabit.all()) {
      plan.addHistory(habit, from, to);
      plan.addRush(habit, to);
    }
    plan.addNotebooks(to);
    plan.jobs.sort(Comparator.comparing(PlannedJob::at));
    return List.copyOf(plan.jobs);
  }

  private void addHistory(ProjectHabit habit, Instant from, Instant to) {
    Instant hour = from.truncatedTo(ChronoUnit.HOURS);
    while (hour.isBefore(to)) {
      double expected = habit.jobsPerDay() * shareOfDay(habit, hour);
      long count = (long) (expected + random.nextDouble());
      for (long i = 0; i < count; i++) {
        Instant at = hour.plusSeconds(random.nextInt(3600));
        if (!at.isBefore(from) && at.isBefore(to)) {
          add(habit, at);
        }
      }
      hour = hour.plus(1, ChronoUnit.HOURS);
    }
  }

  /// Whatever the hour of the first look, more is wished for than there is.
  private void addRush(ProjectHabit habit, Instant to) {
    long count = Math.round(habit.jobsPerDay() / 3);
    for (long i = 0; i < count; i++) {
      add(habit, to.minusSeconds(120 + random.nextInt(4 * 3600)));
    }
  }

  private static double shareOfDay(ProjectHabit habit, Instant hour) {
    ZonedDateTime local = hour.atZone(OFFICE);
    boolean weekend = local.getDayOfWeek().getValue() >= DayOfWeek.SATURDAY.getValue();
    int share = (habit.nightly() ? TIMER_HOURS : OFFICE_HOURS)[local.getHour()];
    return share / 1000.0 * (weekend ? habit.weekendPercent() / 100.0 : 1);
  }

  private void add(ProjectHabit habit, Instant at) {
    int number = jobs.size() + 1;
    String task = any(habit.tasks());
    SubmitJob wish =
        new SubmitJob(
            habit.project(),
            "%s-%04d".formatted(task, number),
            any(habit.users()),
            new TreeMap<>(Collections.singletonMap("task", task)),
            spec(habit, task));
    jobs.add(new PlannedJob(at, wish, cancelAfter()));
  }

  private @Nullable Duration cancelAfter() {
    return percent(CANCELLED_PERCENT) ? Duration.ofMinutes(5 + random.nextInt(120)) : null;
  }

  private JobSpec spec(ProjectHabit habit, String task) {
    long run = runMillis(habit.hoursMedian());
    boolean endless = percent(ENDLESS_PERCENT);
    boolean failing = !endless && percent(FAILING_PERCENT);
    long played = failing ? Math.max(1, run / (2 + random.nextInt(8))) : run;
    String priority = any(habit.priorities());
    PodSet workers =
        PodSet.of(
            "worker", any(habit.pods()), ResourceAmounts.of(Resources.GPU, habit.gpusPerPod()));
    return new JobDraft(
            "registry.meridian.example/%s/%s:2.4".formatted(habit.project(), task), workers)
        .command(List.of("python", "-m", task.replace('-', '_') + ".train"))
        .args(List.of("--config", "configs/%s.yaml".formatted(task)))
        .priorityClass(priority)
        .preemptible(!priority.equals("urgent"))
        .maxRuntimeMillis(endless ? run / 2 + 60_000 : run * 2)
        .checkpointEveryMillis(Duration.ofMinutes(30).toMillis())
        .maxAttempts(3)
        .graceSeconds(60)
        .simulation(
            new JobSpec.Simulation(
                played,
                20_000 + random.nextInt(90_000),
                5_000 + random.nextInt(25_000),
                failing ? 1 : 0))
        .companions(SampleReferences.usedBy(habit.project()))
        .spec();
  }

  /// Notebooks of this morning; two have been left alone since.
  private void addNotebooks(Instant to) {
    addNotebook("medical-imaging", "sofia.keller", to.minusSeconds(9_000), null);
    addNotebook("assistant-tuning", "ivan.petrov", to.minusSeconds(12_600), Duration.ofHours(1));
    addNotebook("search-ranking", "omar.haddad", to.minusSeconds(5_400), null);
    addNotebook(
        "protein-folding", "matti.virtanen", to.minusSeconds(7_200), Duration.ofMinutes(20));
  }

  private void addNotebook(String project, String user, Instant at, @Nullable Duration busy) {
    JobSpec spec =
        new JobDraft(
                "registry.meridian.example/notebooks/lab:4.2",
                PodSet.of("main", 1, ResourceAmounts.of(Resources.GPU, 1)))
            .type(JobSpec.Type.NOTEBOOK)
            .command(List.of("start-notebook"))
            .priorityClass("high")
            .preemptible(false)
            .maxRuntimeMillis(Duration.ofHours(8).toMillis())
            .maxAttempts(3)
            .graceSeconds(60)
            .simulation(
                new JobSpec.Simulation(
                    Duration.ofHours(8).toMillis(),
                    15_000,
                    5_000,
                    0,
                    busy == null ? null : busy.toMillis()))
            .spec();
    String name = "notebook-" + user.substring(0, user.indexOf('.'));
    SubmitJob wish =
        new SubmitJob(
            project,
            name,
            user,
            new TreeMap<>(),
            spec.with(SampleReferences.usedBy(project), null));
    jobs.add(new PlannedJob(at, wish, null));
  }

  private long runMillis(double hoursMedian) {
    double hours = hoursMedian * Math.exp(RUN_TIME_SIGMA * random.nextGaussian());
    long millis = Math.round(hours * Duration.ofHours(1).toMillis());
    return Math.clamp(millis, RUN_TIME_MIN.toMillis(), RUN_TIME_MAX.toMillis());
  }

  private boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
