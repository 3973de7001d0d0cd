package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static io.gpuaas.accounting.fixtures.Story.ref;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementPrints;
import io.gpuaas.accounting.StatementPrints.Detail;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Pdf;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.accounting.internal.engine.StatementNumbers;
import io.gpuaas.core.UsageEvent.NodeState;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Projects `a` and `b` of cost centre `CC-1`, `c` of a department without one, and `d` that nobody
/// knows.
class CostCentersIT {
  private static final YearMonth MARCH = YearMonth.of(2026, 3);
  private static final YearMonth JUNE = YearMonth.of(2026, 6);
  private static final Instant NOW = Instant.parse("2026-07-02T00:00:00Z");

  private static Books books() {
    Books books = Books.open("2026-03-01T00:00:00Z");
    books.homes.put("a", new ProjectHome("lab", "t", "CC-1"));
    books.homes.put("b", new ProjectHome("sales", "t", "CC-1"));
    books.homes.put("c", new ProjectHome("legal", "t", ""));
    Prices.flat(books, "2.345678");
    books.log.add(
        new Story()
            .node("2026-03-01T00:00:00Z", "n1", 8, NodeState.AVAILABLE)
            .ran("2026-03-02T00:00:00Z", "2026-03-02T10:00:01Z", ref("a", "a1"), nominal(1))
            .ran("2026-03-03T00:00:00Z", "2026-03-03T10:00:07Z", ref("b", "b1"), nominal(2))
            .ran("2026-03-04T00:00:00Z", "2026-03-04T01:00:00Z", ref("c", "c1"), nominal(3))
            .ran("2026-03-05T00:00:00Z", "2026-03-05T01:00:00Z", ref("d", "d1"), nominal(1))
            .events());
    books.get(LedgerFollower.class).catchUp();
    books.setNow(NOW.toString());
    return books;
  }

  private static List<Statement> ofProjects(Books books, YearMonth month) {
    return books.get(StatementQueries.class).list(month, ZoneOffset.UTC, NOW);
  }

  private static List<CostCenterStatement> ofCenters(Books books, YearMonth month) {
    return CostCenterStatement.of(ofProjects(books, month));
  }

  private static List<String> told(Books books, YearMonth month) {
    return ofCenters(books, month).stream()
        .map(
            it ->
                "%s %s %s %s %s"
                    .formatted(
                        it.costCenter(),
                        it.number().isEmpty() ? "-" : it.number(),
                        it.status(),
                        it.parts().stream().map(Statement::project).toList(),
                        it.total()))
        .toList();
  }

  @Test
  void aCloseIssuesOneStatementToEachCostCenter() {
    try (Books books = books()) {
      assertThat(told(books, MARCH))
          .containsExactly(
              "CC-1 - OPEN [a, b] 70.38",
              "department/legal - OPEN [c] 7.04",
              "unassigned - OPEN [d] 2.35");
      books.close(MARCH, "a", "b", "c", "d");
      assertThat(told(books, MARCH))
          .containsExactly(
              "CC-1 C-000001 CLOSED [a, b] 70.38",
              "department/legal C-000002 CLOSED [c] 7.04",
              "unassigned C-000003 CLOSED [d] 2.35");
      assertThat(books.broken(NOW)).isEmpty();
      StatementQueries queries = books.get(StatementQueries.class);
      assertThat(queries.ofCostCenter("C-000001")).contains(ofCenters(books, MARCH).getFirst());
      assertThat(queries.ofCostCenter("C-000004")).isEmpty();
      assertThat(queries.ofCostCenter("S-000001")).isEmpty();
    }
  }

  /// Every line, charge and adjustment of every project is on exactly one of them, with its
  /// figures.
  private static void addsUp(Books books, YearMonth month) {
    List<Statement> projects = ofProjects(books, month);
    List<CostCenterStatement> centers = ofCenters(books, month);
    assertThat(centers.stream().flatMap(it -> it.parts().stream()))
        .containsExactlyInAnyOrderElementsOf(projects);
    assertThat(
            centers.stream()
                .map(CostCenterStatement::total)
                .reduce(BigDecimal.ZERO, BigDecimal::add))
        .isEqualByComparingTo(
            projects.stream().map(Statement::total).reduce(BigDecimal.ZERO, BigDecimal::add));
    for (CostCenterStatement center : centers) {
      assertThat(center.gpuHours())
          .isEqualByComparingTo(
              center.parts().stream()
                  .flatMap(it -> it.lines().stream())
                  .map(it -> it.gpuHours())
                  .reduce(BigDecimal.ZERO, BigDecimal::add));
    }
  }

  @Test
  void lateFactsAndAdjustmentsStandOnTheStatementOfTheMonthInWhichTheyAreBooked() {
    try (Books books = books()) {
      books.close(MARCH, "a", "b", "c", "d");
      List<String> issued = told(books, MARCH);
      books.setNow("2026-06-10T00:00:00Z");
      books.log.add(
          new Story(20)
              .ran("2026-03-09T00:00:00Z", "2026-03-09T01:00:00Z", ref("a", "late"), nominal(1))
              .ran("2026-06-01T00:00:00Z", "2026-06-01T01:00:00Z", ref("b", "june"), nominal(1))
              .events());
      books.get(LedgerFollower.class).catchUp();
      Adjustments adjustments = books.get(Adjustments.class);
      Adjustments.Outcome asked =
          adjustments.request(
              new Adjustments.Wish("b", "-1.50", "GOODWILL", "sorry", "", ""), "ann");
      String id = ((Adjustments.Outcome.Done) asked).adjustment().id();
      adjustments.decide(id, Adjustments.Decision.APPROVE, "bob");
      books.setNow(NOW.toString());
      books.close(JUNE, "a", "b", "c", "d");
      assertThat(told(books, MARCH)).isEqualTo(issued);
      assertThat(told(books, JUNE).getFirst()).isEqualTo("CC-1 C-000004 CLOSED [a, b] 3.20");
      addsUp(books, MARCH);
      addsUp(books, JUNE);
      assertThat(books.broken(NOW)).isEmpty();
    }
  }

  @Test
  void whatIsClosedLaterComesOnAnotherStatement() {
    try (Books books = books()) {
      books.close(MARCH, "a", "c");
      assertThat(told(books, MARCH))
          .containsExactly(
              "CC-1 C-000001 CLOSED [a] 23.46",
              "CC-1 - OPEN [b] 46.92",
              "department/legal C-000002 CLOSED [c] 7.04",
              "unassigned - OPEN [d] 2.35");
      books.close(MARCH, "a", "b", "c", "d");
      assertThat(told(books, MARCH))
          .containsExactly(
              "CC-1 C-000001 CLOSED [a] 23.46",
              "CC-1 C-000003 CLOSED [b] 46.92",
              "department/legal C-000002 CLOSED [c] 7.04",
              "unassigned C-000004 CLOSED [d] 2.35");
      addsUp(books, MARCH);
      assertThat(books.broken(NOW)).isEmpty();
    }
  }

  /// A whole month stands where its project does when the month is closed.
  @Test
  void aProjectThatMovesTakesItsOpenMonthsWithItAndLeavesTheClosedOnes() {
    try (Books books = books()) {
      books.close(MARCH, "a", "b", "c", "d");
      books.homes.put("a", new ProjectHome("lab", "t", "CC-9"));
      assertThat(told(books, MARCH).getFirst()).isEqualTo("CC-1 C-000001 CLOSED [a, b] 70.38");
      books.close(JUNE, "a", "b");
      assertThat(told(books, JUNE))
          .containsExactly("CC-1 C-000004 CLOSED [b] 0.00", "CC-9 C-000005 CLOSED [a] 0.00");
      assertThat(books.broken(NOW)).isEmpty();
    }
  }

  /// Numbers with more than six digits, too.
  @Test
  void theDatabaseWritesNumbersAsPeopleReadThem() {
    try (Books books = books()) {
      String sql = "select %s from (values (7), (1000000), (98765432)) as v (n)";
      assertThat(
              books
                  .jdbc()
                  .sql(sql.formatted(StatementNumbers.PROJECT.sql("n")))
                  .query(String.class)
                  .list())
          .containsExactly(
              StatementNumbers.PROJECT.text(7),
              "S-1000000",
              StatementNumbers.PROJECT.text(98765432));
    }
  }

  @Test
  void thePrintHasEachProjectDownToItsIntervals() {
    try (Books books = books()) {
      books.close(MARCH, "a", "b", "c", "d");
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      CostCenterStatement center =
          books.get(StatementQueries.class).ofCostCenter("C-000001").orElseThrow();
      books.get(StatementPrints.class).pdf(center, Detail.USAGE, out::write);
      assertThat(Pdf.text(out.toByteArray()))
          .contains("Statement C-000001", "CC-1", "Total 70.38 EUR", "a S-000001", "b S-000002")
          .contains("a1-1", "b1-1", "version 1")
          .doesNotContain("c1-1");
    }
  }

  @Test
  void aStatementOfWhichAPartWasTakenAwayIsRed() {
    try (Books books = books()) {
      books.close(MARCH, "a", "b", "c", "d");
      books
          .jdbc()
          .sql(
              "set session_replication_role = replica; update accounting.closed_month set"
                  + " center_number = 2 where project = 'a'; set session_replication_role = origin")
          .update();
      assertThat(books.red(NOW)).containsExactly("cost-centers");
      assertThat(books.broken(NOW).toString())
          .contains("C-000001 CC-1", "C-000002 department/legal", "S-000001 a");
    }
  }

  /// As they were when only departments stood on statements.
  @Test
  void monthsOfBeforeStayWithoutANumberAndAreGreen() {
    try (Books books = books()) {
      books.close(MARCH, "a", "b");
      books
          .jdbc()
          .sql(
              """
              set session_replication_role = replica;
              update accounting.closed_month set center_number = null, sealed = false,
                statement = (statement::jsonb #- '{billing,costCenter}'
                                             #- '{billing,number}')::text;
              delete from accounting.cost_center_statement;
              update accounting.closed_month set
                hash = encode(sha256(convert_to(previous_hash || lines_hash || statement,
                                                'UTF8')), 'hex');
              set session_replication_role = origin
              """)
          .update();
      assertThat(told(books, MARCH))
          .startsWith("department/lab - CLOSED [a] 23.46", "department/legal - OPEN [c] 7.04");
      assertThat(books.broken(NOW)).isEmpty();
    }
  }
}
