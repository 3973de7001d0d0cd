package io.gpuaas.api.internal.edge.reports;

import io.gpuaas.accounting.QuotaUse;
import io.gpuaas.core.GpuTime;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How evenly projects used what they are guaranteed, as one number.
///
/// @param projects that were compared: with a guarantee, and used or refused something
/// @param jain Jain's index of their use / guarantee, (Σx)² / (n · Σx²); null when all are 0
record Evenness(int projects, @Nullable BigDecimal jain) {
  private static final MathContext EXACT_ENOUGH = MathContext.DECIMAL128;
  private static final int DECIMALS = 3;

  private record Sums(GpuTime guaranteed, GpuTime used, GpuTime starved) {
    static Sums of(QuotaUse.Row row) {
      return new Sums(row.guaranteed(), row.nominal().plus(row.borrowed()), row.starved());
    }

    Sums plus(Sums more) {
      return new Sums(
          guaranteed.plus(more.guaranteed), used.plus(more.used), starved.plus(more.starved));
    }

    boolean counts() {
      return guaranteed.milliGpuMillis() > 0
          && (used.milliGpuMillis() > 0 || starved.milliGpuMillis() > 0);
    }

    BigDecimal share() {
      return BigDecimal.valueOf(used.milliGpuMillis())
          .divide(BigDecimal.valueOf(guaranteed.milliGpuMillis()), EXACT_ENOUGH);
    }
  }

  static Evenness of(Iterable<QuotaUse.Row> rows) {
    SortedMap<String, Sums> byProject = new TreeMap<>();
    rows.forEach(row -> byProject.merge(row.project(), Sums.of(row), Sums::plus));
    int count = 0;
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    for (Sums project : byProject.values()) {
      if (project.counts()) {
        BigDecimal share = project.share();
        count++;
        sum = sum.add(share);
        squares = squares.add(share.multiply(share));
      }
    }
    return new Evenness(
        count,
        squares.signum() == 0
            ? null
            : sum.multiply(sum).divide(squares.multiply(BigDecimal.valueOf(count)), EXACT_ENOUGH));
  }

  @Nullable String text() {
    return jain == null ? null : jain.setScale(DECIMALS, RoundingMode.HALF_EVEN).toPlainString();
  }
}
