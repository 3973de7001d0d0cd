package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.borrowed;
import static io.gpuaas.accounting.fixtures.Story.nominal;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementLine;
import io.gpuaas.accounting.StatementPrints;
import io.gpuaas.accounting.StatementPrints.Detail;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Pdf;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent.RunRef;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Statements as PDF, read back.
class StatementPrintsIT {
  private static final YearMonth MARCH = YearMonth.of(2026, 3);
  private static final Instant NOW = Instant.parse("2026-04-02T00:00:00Z");

  private static Books books() {
    Books books = Books.open("2026-03-01T00:00:00Z");
    books.homes.put("a", new ProjectHome("Größenlabor", "t", "CC-1"));
    Prices.flat(books, "2.345678");
    RunRef odd = new RunRef(new RunId("odd-1"), new JobId("odd"), 1, "=2+3 训练", "a", "u");
    books.log.add(
        new Story()
            .ran("2026-03-03T00:00:00Z", "2026-03-03T01:30:00Z", odd, nominal(4))
            .ran("2026-03-04T00:00:00Z", "2026-03-05T00:00:00Z", Story.ref("a", "b"), borrowed(1))
            .events());
    books.get(LedgerFollower.class).catchUp();
    return books;
  }

  private static Statement statement(Books books) {
    return books.get(StatementQueries.class).find("a", MARCH, ZoneOffset.UTC, NOW);
  }

  private static String printed(Books books, Detail detail) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    books.get(StatementPrints.class).pdf(statement(books), detail, out::write);
    return Pdf.text(out.toByteArray());
  }

  @Test
  void thePrintHasTheFiguresOfTheStatement() {
    try (Books books = books()) {
      Statement open = statement(books);
      String text = printed(books, Detail.LINES);
      assertThat(text).contains("not issued yet").contains("Größenlabor").contains("CC-1");
      for (StatementLine line : open.lines()) {
        assertThat(text)
            .contains(line.gpuHours().toPlainString())
            .contains(line.unitPrice().toPlainString())
            .contains(line.amount().toPlainString());
      }
      assertThat(text).contains("Total " + open.total().toPlainString() + " EUR");
      assertThat(text).doesNotContain("odd-1");
    }
  }

  @Test
  void anIssuedStatementIsNumberedAndGoesDownToItsIntervals() {
    try (Books books = books()) {
      books.setNow(NOW.toString());
      books
          .get(PeriodClosing.class)
          .close(MARCH, ZoneOffset.UTC, new TreeSet<>(List.of("a")), "fin");
      books.log.add(
          new Story(8)
              .ran(
                  "2026-03-07T00:00:00Z",
                  "2026-03-08T00:00:00Z",
                  Story.ref("a", "late"),
                  nominal(1))
              .events());
      books.get(LedgerFollower.class).catchUp();
      String text = printed(books, Detail.USAGE);
      assertThat(text)
          .contains("Statement S-000001")
          .contains("odd-1")
          .contains("=2+3 ??")
          .contains("b-1")
          .contains("version 1")
          .contains("2026-03-03T01:30:00Z");
      assertThat(text).doesNotContain("late-1");
    }
  }

  @Test
  void manyPiecesGoOverManySheets() {
    try (Books books = Books.open("2026-03-01T00:00:00Z")) {
      Prices.flat(books, "1");
      Story story = new Story();
      Instant at = Instant.parse("2026-03-01T00:00:00Z");
      for (int i = 0; i < 1_200; i++) {
        String from = at.plusSeconds(600L * i).toString();
        String to = at.plusSeconds(600L * i + 300).toString();
        story.ran(from, to, Story.ref("a", "m%04d".formatted(i)), nominal(1));
      }
      books.log.add(story.events());
      books.get(LedgerFollower.class).catchUp();
      String text = printed(books, Detail.USAGE);
      assertThat(Pattern.compile("m[0-9]{4}-1").matcher(text).results()).hasSize(1_200);
    }
  }
}
