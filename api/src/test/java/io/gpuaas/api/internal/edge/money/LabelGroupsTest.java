package io.gpuaas.api.internal.edge.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.UsageReport.Row;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.JobId;
import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Usage of jobs j1 to j4 in two pools, by pool, label and class.
class LabelGroupsTest {
  private static final List<Dimension> BY_JOB =
      List.of(Dimension.POOL, Dimension.CLASS, Dimension.JOB);

  private static Row row(long figure, long jobs, String... key) {
    GpuTime time = new GpuTime(figure);
    Charge charge = new Charge(BigInteger.valueOf(2 * figure));
    return new Row(
        List.of(key), jobs, time, GpuTime.ZERO, new GpuTime(figure / 10), charge, charge, null);
  }

  @Test
  void rowsOfEqualValuesAreAddedUpInTheirPlace() {
    UsageReport byJob =
        new UsageReport(
            "EUR",
            BY_JOB,
            List.of(
                row(10, 1, "a100", "NOMINAL", "j1"),
                row(20, 1, "a100", "NOMINAL", "j2"),
                row(40, 1, "h200", "BORROWED", "j2"),
                row(80, 1, "h200", "BORROWED", "j3"),
                row(160, 1, "h200", "BORROWED", "j4")),
            row(310, 4));
    SortedMap<JobId, String> values = new TreeMap<>();
    values.put(new JobId("j1"), "red");
    values.put(new JobId("j2"), "blue");
    values.put(new JobId("j3"), "blue");
    assertThat(new LabelGroups("color", 1).of(byJob, values))
        .isEqualTo(
            new UsageReport(
                "EUR",
                BY_JOB,
                List.of(
                    row(20, 1, "a100", "blue", "NOMINAL"),
                    row(10, 1, "a100", "red", "NOMINAL"),
                    row(160, 1, "h200", "", "BORROWED"),
                    row(120, 2, "h200", "blue", "BORROWED")),
                row(310, 4)));
    assertThat(LabelGroups.jobs(byJob))
        .containsExactly(new JobId("j1"), new JobId("j2"), new JobId("j3"), new JobId("j4"));
  }
}
