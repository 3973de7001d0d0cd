package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementCharge;
import io.gpuaas.accounting.StatementCharge.Kind;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Which part of a statement's usage each commitment covers, as FOCUS wants it: what is billed adds
/// up to the statement's total, and the effective cost of a commitment's usage, used and unused, to
/// what is billed for the commitment.
///
/// Quantities have six decimals and amounts two, so some must bear what the others leave: the first
/// part of a line that is covered as a whole, and the last use of a commitment of which nothing is
/// left.
public final class FocusCommitments {
  private final List<Line> lines = new ArrayList<>();
  private final List<Reserved> reserved = new ArrayList<>();
  private final List<StatementCharge> others = new ArrayList<>();

  /// A line of the statement.
  ///
  /// @param hours what no commitment covers, and what is `billed` for it
  record Line(StatementLine line, BigDecimal hours, BigDecimal billed, List<Used> used) {}

  /// What a commitment covers of a line.
  ///
  /// @param billed nothing, but for what is left by rounding
  /// @param effective what it costs to reserve it
  record Used(StatementCharge charge, BigDecimal hours, BigDecimal billed, BigDecimal effective) {
    Used withEffective(BigDecimal newEffective) {
      return new Used(charge, hours, billed, newEffective);
    }
  }

  /// A commitment.
  ///
  /// @param price of a GPU-hour
  record Reserved(
      StatementCharge charge,
      BigDecimal price,
      BigDecimal unusedHours,
      BigDecimal unusedEffective) {}

  public FocusCommitments(Statement statement) {
    SortedMap<String, BigDecimal> prices = new TreeMap<>();
    for (StatementCharge charge : statement.charges()) {
      if (charge.kind() == Kind.COMMITMENT && charge.unitPrice() != null) {
        prices.put(charge.reference(), charge.unitPrice());
      }
    }
    List<StatementCharge> left = new ArrayList<>(statement.charges());
    for (StatementLine line : statement.lines()) {
      List<StatementCharge> covers =
          left.stream()
              .filter(it -> covers(it, line) && prices.containsKey(it.reference()))
              .toList();
      left.removeAll(covers);
      lines.add(split(line, covers, prices));
    }
    for (StatementCharge charge : left) {
      BigDecimal price = prices.get(charge.reference());
      if (charge.kind() == Kind.COMMITMENT && price != null) {
        reserved.add(reserve(charge, price));
      } else {
        others.add(charge);
      }
    }
  }

  List<Line> lines() {
    return lines;
  }

  List<Reserved> reserved() {
    return reserved;
  }

  /// Charges that are no commitment's, or were settled before covered usage was told apart.
  List<StatementCharge> others() {
    return others;
  }

  /// Commitments whose usage does not effectively cost what is billed for them.
  public SortedSet<String> unequal() {
    SortedSet<String> unequal = new TreeSet<>();
    for (Reserved one : reserved) {
      String id = one.charge().reference();
      BigDecimal effective = one.unusedEffective();
      for (Line line : lines) {
        for (Used used : line.used()) {
          boolean own = used.charge().reference().equals(id);
          effective = own ? effective.add(used.effective()) : effective;
        }
      }
      if (effective.compareTo(one.charge().amount()) != 0) {
        unequal.add(id);
      }
    }
    return unequal;
  }

  private static boolean covers(StatementCharge charge, StatementLine line) {
    BigDecimal price = charge.unitPrice();
    return charge.kind() == Kind.COVERED
        && price != null
        && price.compareTo(line.unitPrice()) == 0
        && line.kind() == StatementLine.Kind.BILLED
        && line.usageClass() == charge.usageClass()
        && line.meter() == charge.meter()
        && line.pool().equals(charge.pool())
        && line.model().equals(charge.model());
  }

  private static Line split(
      StatementLine line, List<StatementCharge> covers, SortedMap<String, BigDecimal> prices) {
    BigDecimal hours = line.gpuHours();
    BigDecimal billed = line.amount();
    GpuTime covered = GpuTime.ZERO;
    for (StatementCharge cover : covers) {
      hours = hours.subtract(cover.gpuHours());
      billed = billed.add(cover.amount());
      covered = covered.plus(cover.time());
    }
    boolean whole = !covers.isEmpty() && (covered.equals(line.time()) || hours.signum() < 0);
    List<Used> used = new ArrayList<>();
    for (StatementCharge cover : covers) {
      boolean bears = whole && used.isEmpty();
      BigDecimal own = bears ? cover.gpuHours().add(hours) : cover.gpuHours();
      BigDecimal price = prices.getOrDefault(cover.reference(), BigDecimal.ZERO);
      BigDecimal rest = bears ? billed : BigDecimal.ZERO;
      used.add(new Used(cover, own, rest, price.multiply(own)));
    }
    return whole
        ? new Line(line, BigDecimal.ZERO, BigDecimal.ZERO, used)
        : new Line(line, hours, billed, used);
  }

  private Reserved reserve(StatementCharge charge, BigDecimal price) {
    BigDecimal hours = charge.gpuHours();
    BigDecimal effective = charge.amount();
    List<Used> last = List.of();
    int place = 0;
    for (Line line : lines) {
      for (int i = 0; i < line.used().size(); i++) {
        Used used = line.used().get(i);
        if (used.charge().reference().equals(charge.reference())) {
          hours = hours.subtract(used.hours());
          effective = effective.subtract(used.effective());
          last = line.used();
          place = i;
        }
      }
    }
    if (!last.isEmpty() && hours.signum() <= 0) {
      Used bearing = last.get(place);
      last.set(place, bearing.withEffective(bearing.effective().add(effective)));
      return new Reserved(charge, price, BigDecimal.ZERO, BigDecimal.ZERO);
    }
    return new Reserved(charge, price, hours, effective);
  }
}
