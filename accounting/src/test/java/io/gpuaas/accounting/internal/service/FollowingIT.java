package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.borrowed;
import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.CostQueries.MonthToDate;
import io.gpuaas.accounting.CostQueries.ProjectCost;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.JobId;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class FollowingIT {
  private static final YearMonth MARCH = YearMonth.of(2026, 3);

  @Test
  void monthToDateCountsFinishedAndOpenRuns() {
    try (Books books = Books.open("2026-02-01T00:00:00Z")) {
      Prices.flat(books, "2.5");
      books.log.add(
          new Story()
              .ran("2026-03-01T10:00:00Z", "2026-03-01T12:00:00Z", ref("a", "a1"), nominal(4))
              .bound("2026-03-02T00:00:00Z", ref("b", "b1"), nominal(2), borrowed(6))
              .started("2026-03-02T00:30:00Z", ref("b", "b1"))
              .events());
      assertThat(books.get(LedgerFollower.class).catchUp()).isEqualTo(6);
      assertThat(books.get(LedgerFollower.class).catchUp()).isZero();

      CostQueries costs = books.get(CostQueries.class);
      MonthToDate month =
          costs.monthToDate(MARCH, ZoneOffset.UTC, Instant.parse("2026-03-02T01:00:00Z"));
      assertThat(month.items()).extracting(ProjectCost::project).containsExactly("a", "b");
      assertThat(month.items())
          .extracting(item -> item.time().gpuHours().toPlainString())
          .containsExactly("8.000000", "8.000000");
      assertThat(month.items().getLast().borrowed().gpuHours()).isEqualByComparingTo("6");
      assertThat(month.total().charge().toDecimal(2)).isEqualByComparingTo("40.00");

      assertThat(costs.ofJob(new JobId("b1"), Instant.parse("2026-03-02T01:00:00Z")).charge())
          .isEqualTo(month.items().getLast().charge());
      assertThat(costs.ofJob(new JobId("a1"), Instant.parse("2026-04-01T00:00:00Z")).charge())
          .isEqualTo(month.items().getFirst().charge());
    }
  }
}
