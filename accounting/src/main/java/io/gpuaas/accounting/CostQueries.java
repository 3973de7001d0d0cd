package io.gpuaas.accounting;

import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/// What things cost so far; usage of open runs counts up to the instant asked for.
public interface CostQueries {
  /// Each project's cost of `month` in `zone` up to `now`; projects that owe nothing are left out.
  MonthToDate monthToDate(Period period, Instant now);

  /// The same of a month of one zone.
  default MonthToDate monthToDate(YearMonth month, ZoneId zone, Instant now) {
    return monthToDate(Period.of(month, zone), now);
  }

  /// What a period of `projects` may come to, of which `used` was used until `now`.
  Outlook outlook(Period period, SortedSet<String> projects, Charge used, Instant now);

  /// What one job has cost; zero and without runs when nothing was ever held for it.
  JobCost ofJob(JobId job, Instant now);

  /// The same for many jobs at once; every asked job is in the answer.
  SortedMap<JobId, JobCost> ofJobs(List<JobId> jobs, Instant now);

  /// The costs of all projects that used something.
  ///
  /// @param items in order of project name
  record MonthToDate(
      YearMonth month,
      Instant from,
      Instant to,
      String currency,
      List<ProjectCost> items,
      ProjectCost total) {
    public MonthToDate {
      items = List.copyOf(items);
    }
  }

  /// What one project has used.
  ///
  /// @param unrated what no rate covers: it is not in `charge`
  /// @param beside what is charged or credited beside usage, until the last full hour
  record ProjectCost(
      String project,
      GpuTime time,
      GpuTime nominal,
      GpuTime borrowed,
      GpuTime unbilled,
      GpuTime unrated,
      Charge charge,
      Charge beside) {}

  /// What one job has used.
  ///
  /// @param runs in order of attempt
  record JobCost(
      JobId job,
      String currency,
      GpuTime time,
      GpuTime unbilled,
      GpuTime unrated,
      Charge charge,
      List<RunCost> runs) {
    public JobCost {
      runs = List.copyOf(runs);
    }
  }

  /// What one run of a job has used.
  record RunCost(
      RunId run, int attempt, GpuTime time, GpuTime unbilled, GpuTime unrated, Charge charge) {}
}
