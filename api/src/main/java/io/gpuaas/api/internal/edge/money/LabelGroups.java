package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.UsageReport.Row;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Usage by the value of a label, made of usage by job: accounting knows no labels.
///
/// @param place of the label among what is grouped by
record LabelGroups(String key, int place) {
  /// The jobs of a report whose last dimension is the job.
  static SortedSet<JobId> jobs(UsageReport byJob) {
    SortedSet<JobId> jobs = new TreeSet<>();
    byJob.rows().forEach(row -> jobs.add(new JobId(row.key().getLast())));
    return jobs;
  }

  /// The rows of `byJob` by value, in order of their keys; jobs without the label have the value
  /// "".
  ///
  /// @param values by job
  UsageReport of(UsageReport byJob, SortedMap<JobId, String> values) {
    SortedMap<List<String>, Row> sums = new TreeMap<>(LabelGroups::compare);
    for (Row row : byJob.rows()) {
      List<String> key = new ArrayList<>(row.key());
      String value = values.getOrDefault(new JobId(key.removeLast()), "");
      key.add(place, value);
      sums.merge(key, with(row, key), LabelGroups::plus);
    }
    return new UsageReport(
        byJob.currency(), byJob.groupBy(), List.copyOf(sums.values()), byJob.total());
  }

  private static Row with(Row row, List<String> key) {
    return new Row(
        key,
        row.jobs(),
        row.time(),
        row.unbilled(),
        row.unrated(),
        row.charge(),
        row.listed(),
        null);
  }

  /// No job is in both.
  private static Row plus(Row one, Row other) {
    GpuTime time = one.time().plus(other.time());
    Charge charge = one.charge().plus(other.charge());
    return new Row(
        one.key(),
        one.jobs() + other.jobs(),
        time,
        one.unbilled().plus(other.unbilled()),
        one.unrated().plus(other.unrated()),
        charge,
        one.listed().plus(other.listed()),
        null);
  }

  private static int compare(List<String> one, List<String> other) {
    for (int i = 0; i < one.size(); i++) {
      int byPart = one.get(i).compareTo(other.get(i));
      if (byPart != 0) {
        return byPart;
      }
    }
    return 0;
  }
}
