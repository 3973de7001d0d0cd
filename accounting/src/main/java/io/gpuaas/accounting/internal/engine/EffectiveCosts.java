package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.accounting.UsageReport;
import io.gpuaas.accounting.UsageReport.Row;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Covered;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Part;
import io.gpuaas.core.GpuTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What groups of usage cost after commitments: the fees are added, and the usage that they cover
/// is taken off. Not for several threads at once.
public final class EffectiveCosts {
  private static final ProjectHome NOWHERE = new ProjectHome("", "", "");

  private final UsageQuestion question;
  private final SortedMap<List<String>, Charge> changes = new TreeMap<>(EffectiveCosts::compare);
  private Charge all = Charge.ZERO;

  public EffectiveCosts(UsageQuestion question) {
    this.question = question;
  }

  /// Whether a commitment belongs to one group of `question`.
  public static boolean answers(UsageQuestion question) {
    return Stream.concat(question.groupBy().stream(), question.filter().keySet().stream())
        .allMatch(EffectiveCosts::isCoarse);
  }

  private static boolean isCoarse(Dimension dimension) {
    return switch (dimension) {
      case USER, CLASS, METER, JOB, RUN -> false;
      case DEPARTMENT, TEAM, COST_CENTER, PROJECT, POOL, MODEL -> true;
      case HOUR, DAY, WEEK, MONTH, QUARTER, YEAR -> true;
    };
  }

  /// Adds what a commitment cost and covered.
  ///
  /// @param label of the span of time in which `covered` was; empty when times are not grouped
  public void add(String label, Covered covered) {
    Commitment commitment = covered.commitment();
    if (!isAskedFor(commitment)) {
      return;
    }
    Charge change = covered.fee();
    for (Part part : covered.parts()) {
      change = change.minus(Charge.of(part.kind().priceMicros(), part.time()));
    }
    List<String> key = question.groupBy().stream().map(it -> value(it, commitment, label)).toList();
    changes.merge(key, change, Charge::plus);
    all = all.plus(change);
  }

  private boolean isAskedFor(Commitment commitment) {
    boolean asked =
        switch (question.projects()) {
          case UsageQuestion.Projects.All() -> true;
          case UsageQuestion.Projects.Only(var names) -> names.contains(commitment.project());
        };
    return asked
        && question.filter().entrySet().stream()
            .allMatch(it -> it.getValue().contains(value(it.getKey(), commitment, "")));
  }

  private String value(Dimension dimension, Commitment commitment, String label) {
    ProjectHome home = question.homes().getOrDefault(commitment.project(), NOWHERE);
    return switch (dimension) {
      case DEPARTMENT -> home.department();
      case TEAM -> home.team();
      case COST_CENTER -> home.costCenter();
      case PROJECT -> commitment.project();
      case POOL -> commitment.pool();
      case MODEL -> commitment.model();
      case HOUR, DAY, WEEK, MONTH, QUARTER, YEAR -> label;
      case USER, CLASS, METER, JOB, RUN ->
          throw new IllegalArgumentException(dimension + " is finer than a commitment.");
    };
  }

  /// `report` with the effective costs of its groups and of those that it lacks, in order of keys.
  public UsageReport of(UsageReport report) {
    SortedMap<List<String>, Row> rows = new TreeMap<>(EffectiveCosts::compare);
    for (Row row : report.rows()) {
      Charge change = changes.getOrDefault(row.key(), Charge.ZERO);
      rows.put(row.key(), row.withEffective(row.charge().plus(change)));
    }
    if (!question.groupBy().isEmpty()) {
      changes.forEach((key, change) -> rows.computeIfAbsent(key, it -> none(it, change)));
    }
    Row total = report.total();
    return new UsageReport(
        report.currency(),
        report.groupBy(),
        new ArrayList<>(rows.values()),
        total.withEffective(total.charge().plus(all)));
  }

  private static Row none(List<String> key, Charge effective) {
    GpuTime zero = GpuTime.ZERO;
    return new Row(key, 0, zero, zero, zero, Charge.ZERO, Charge.ZERO, effective);
  }

  private static int compare(List<String> one, List<String> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      int byPart = one.get(i).compareTo(other.get(i));
      if (byPart != 0) {
        return byPart;
      }
    }
    return Integer.compare(one.size(), other.size());
  }
}
