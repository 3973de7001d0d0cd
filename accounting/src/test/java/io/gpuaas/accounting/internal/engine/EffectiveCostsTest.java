package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.UsageReport.Row;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Covered;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Kind;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Part;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Project p has reserved ten GPU-hours at 1.50 and used four of them, which were charged 2.00.
class EffectiveCostsTest {
  private static final Instant FROM = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant TO = Instant.parse("2026-04-01T00:00:00Z");
  private static final GpuTime HOUR = GpuTime.of(1_000, 3_600_000);

  private static UsageQuestion question(Dimension... groups) {
    SortedMap<String, ProjectHome> homes = new TreeMap<>();
    homes.put("p", new ProjectHome("lab", "vision", "CC-1"));
    return UsageQuestion.of(FROM, TO, TO, List.of(groups)).withHomes(homes);
  }

  private static Covered covered() {
    Commitment commitment =
        new Commitment("c", "p", "h200", "H200", 10_000, 1_500_000, FROM, TO, "fin");
    GpuTime reserved = new GpuTime(10 * HOUR.milliGpuMillis());
    GpuTime used = new GpuTime(4 * HOUR.milliGpuMillis());
    return new Covered(
        commitment,
        reserved,
        Charge.of(1_500_000, reserved),
        List.of(new Part(new Kind(UsageClass.NOMINAL, UsageMeter.RUN, 2_000_000), used)));
  }

  private static Row row(String amount, String... key) {
    Charge charge = Charge.ofDecimal(new BigDecimal(amount));
    GpuTime zero = GpuTime.ZERO;
    return new Row(List.of(key), 3, HOUR, zero, zero, charge, charge, null);
  }

  private static List<String> effective(UsageQuestion question, String label, Row... rows) {
    EffectiveCosts costs = new EffectiveCosts(question);
    costs.add(label, covered());
    UsageReport report =
        costs.of(new UsageReport("EUR", question.groupBy(), List.of(rows), row("20")));
    List<BigDecimal> amounts = report.effectiveAmounts(2);
    List<String> texts = new java.util.ArrayList<>();
    for (int i = 0; i < amounts.size(); i++) {
      texts.add(report.rows().get(i).key() + " " + amounts.get(i));
    }
    Charge total = report.total().effective();
    texts.add(total == null ? "none" : total.toDecimal(2).toPlainString());
    return texts;
  }

  @Test
  void theFeeIsAddedAndWhatItCoversIsTakenOff() {
    assertThat(effective(question(Dimension.PROJECT), "", row("8", "p"), row("12", "q")))
        .containsExactly("[p] 15.00", "[q] 12.00", "27.00");
  }

  @Test
  void aGroupThatOnlyPaysForACommitmentIsThereToo() {
    assertThat(
            effective(
                question(Dimension.POOL, Dimension.MONTH), "2026-03", row("20", "a100", "2026-03")))
        .containsExactly("[a100, 2026-03] 20.00", "[h200, 2026-03] 7.00", "27.00");
    assertThat(effective(question(Dimension.DEPARTMENT, Dimension.TEAM, Dimension.COST_CENTER), ""))
        .containsExactly("[lab, vision, CC-1] 7.00", "27.00");
    assertThat(effective(question(), "")).containsExactly("27.00");
  }

  @Test
  void commitmentsOfOtherProjectsAreNotAskedFor() {
    SortedSet<String> others = new TreeSet<>(List.of("q"));
    assertThat(
            effective(
                question(Dimension.MODEL).ofProjects(new UsageQuestion.Projects.Only(others)),
                "",
                row("20", "A100")))
        .containsExactly("[A100] 20.00", "20.00");
    SortedMap<Dimension, SortedSet<String>> filter = new TreeMap<>();
    filter.put(Dimension.POOL, new TreeSet<>(List.of("a100")));
    assertThat(effective(question(Dimension.MODEL).withFilter(filter), "", row("20", "A100")))
        .containsExactly("[A100] 20.00", "20.00");
    filter.put(Dimension.POOL, new TreeSet<>(List.of("h200")));
    assertThat(effective(question(Dimension.MODEL).withFilter(filter), "", row("20", "A100")))
        .containsExactly("[A100] 20.00", "[H200] 7.00", "27.00");
  }

  @ParameterizedTest
  @EnumSource(Dimension.class)
  void groupsFinerThanACommitmentAreNotTold(Dimension dimension) {
    List<Dimension> finer =
        List.of(Dimension.USER, Dimension.CLASS, Dimension.METER, Dimension.JOB, Dimension.RUN);
    assertThat(EffectiveCosts.answers(question(dimension))).isEqualTo(!finer.contains(dimension));
  }

  @Test
  void theTableHasACellForEachFigure() {
    UsageReport report =
        new UsageReport("EUR", List.of(Dimension.PROJECT), List.of(row("8", "p")), row("8"));
    assertThat(ReportTable.columns(List.of("project")))
        .extracting(Column::name)
        .startsWith("project", "jobs", "gpu_hours")
        .endsWith("list_amount", "amount", "effective_amount", "currency");
    assertThat(ReportTable.rows(report, false).getFirst()).contains(Cell.EMPTY, Cell.of("EUR"));
    assertThat(ReportTable.rows(report, true).getFirst().get(1))
        .isEqualTo(Cell.of(BigDecimal.valueOf(3)));
    assertThat(report.listAmounts(2)).containsExactly(new BigDecimal("8.00"));
    assertThat(report.effectiveAmounts(2)).isEmpty();
  }
}
