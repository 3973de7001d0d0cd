package io.gpuaas.accounting.internal.service;

import static io.gpuaas.accounting.fixtures.Story.nominal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.Commitments;
import io.gpuaas.accounting.LedgerExports;
import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.UsageQuestion.Projects;
import io.gpuaas.accounting.fixtures.Books;
import io.gpuaas.accounting.fixtures.Prices;
import io.gpuaas.accounting.fixtures.Story;
import io.gpuaas.core.JobId;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageEvent.RunRef;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

/// Names that are formulas, in files that people open with a spreadsheet.
class ExportsIT {
  private static final Instant MARCH = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant APRIL = Instant.parse("2026-04-01T00:00:00Z");
  private static final String TEAM = "=HYPERLINK(\"http://x\",\"y\")";
  private static final List<String> NAMES =
      List.of("+1+1", "-2+3", "@SUM(A1)", "\tTAB", "a,\"b\"\nc", "训练", "plain", "\rCR");

  private static Books filled() {
    Books books = Books.open("2026-02-15T00:00:00Z");
    Prices.flat(books, "1.5");
    Commitments commitments = books.get(Commitments.class);
    commitments.propose(
        new Commitments.Draft(
            TEAM,
            Story.POOL,
            Story.MODEL,
            "1",
            "1.25",
            "2026-03-01T00:00:00Z",
            "2026-03-01T05:00:00Z"),
        new TreeSet<>(List.of(TEAM)),
        "fin");
    commitments.decide("cmt_1", Adjustments.Decision.APPROVE, "cfo");
    books.setNow("2026-03-15T00:00:00Z");
    books.homes.put(TEAM, new ProjectHome("lab", "team", "CC-7"));
    Story story = new Story();
    for (int i = 0; i < NAMES.size(); i++) {
      RunRef run = new RunRef(new RunId("r" + i), new JobId("j" + i), 1, NAMES.get(i), TEAM, "ann");
      story.ran("2026-03-01T00:00:00Z", "2026-03-01T01:00:00Z", run, nominal(1));
    }
    books.log.add(story.events());
    books.get(LedgerFollower.class).catchUp();
    Adjustments adjustments = books.get(Adjustments.class);
    adjustments.request(new Adjustments.Wish(TEAM, "-4.80", "GOODWILL", "=1+1", "", ""), "ann");
    adjustments.decide("adj_2", Adjustments.Decision.APPROVE, "bob");
    return books;
  }

  private static List<CSVRecord> read(CharSequence csv) {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    try (StringReader reader = new StringReader(csv.toString())) {
      return format.parse(reader).getRecords();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static BigDecimal sum(List<CSVRecord> rows, String column) {
    return rows.stream()
        .map(row -> new BigDecimal(row.get(column)))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Test
  void usageRowsAreHarmlessAndAddUp() {
    try (Books books = filled()) {
      List<CSVRecord> rows = read(usage(books, LedgerExports.Format.CSV).toString(UTF_8));
      assertThat(rows).hasSize(NAMES.size());
      assertThat(rows)
          .extracting(row -> row.get("job_name"))
          .containsExactly(
              "'+1+1", "'-2+3", "'@SUM(A1)", "'\tTAB", "a,\"b\"\nc", "训练", "plain", "'\rCR");
      assertThat(rows).extracting(row -> row.get("project")).containsOnly("'" + TEAM);
      assertThat(sum(rows, "amount")).isEqualByComparingTo("12");
      assertThat(sum(rows, "gpu_hours")).isEqualByComparingTo("8");
    }
  }

  private static ByteArrayOutputStream usage(Books books, LedgerExports.Format format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    books.get(LedgerExports.class).usage(MARCH, APRIL, new Projects.All(), format, out::write);
    return out;
  }

  /// Read by another library than wrote it. A Parquet file is no spreadsheet: names stay as they
  /// are.
  @Test
  void usageAsParquetIsWhatItIsAsCsv() throws IOException {
    try (Books books = filled()) {
      List<CSVRecord> rows = read(usage(books, LedgerExports.Format.CSV).toString(UTF_8));
      ByteBuffer file = ByteBuffer.wrap(usage(books, LedgerExports.Format.PARQUET).toByteArray());
      List<String> names = new ArrayList<>();
      try (ParquetFileReader parquet = ParquetFileReader.open(InputFile.of(file));
          RowReader reader = parquet.rowReader()) {
        for (CSVRecord row : rows) {
          reader.next();
          names.add(reader.getString("job_name"));
          assertThat(reader.getLong("attempt")).isEqualTo(Long.parseLong(row.get("attempt")));
          assertThat(reader.getTimestamp("from")).isEqualTo(Instant.parse(row.get("from")));
          for (String column : List.of("gpus", "gpu_hours", "unit_price", "amount")) {
            assertThat(reader.getDecimal(column))
                .as(column)
                .isEqualByComparingTo(new BigDecimal(row.get(column)));
          }
        }
        assertThat(reader.hasNext()).isFalse();
      }
      assertThat(names).containsExactlyElementsOf(NAMES);
    }
  }

  private static String focus(
      Books books, List<Statement> statements, LedgerExports.FocusVersion version) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LedgerExports.FocusIssuer issuer = new LedgerExports.FocusIssuer("org", "Org", "Platform");
    books.get(LedgerExports.class).focus(statements, issuer, version, out::write);
    return out.toString(UTF_8);
  }

  @Test
  void statementAndFocusRowsAddUpToTheTotalAndACreditStaysANumber() throws IOException {
    try (Books books = filled()) {
      List<Statement> statements =
          books
              .get(StatementQueries.class)
              .list(YearMonth.of(2026, 3), ZoneOffset.UTC, Instant.parse("2026-03-20T00:00:00Z"));
      assertThat(statements).extracting(Statement::project).containsExactly(TEAM);
      assertThat(statements.getFirst().total()).isEqualByComparingTo("11.95");
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      books.get(LedgerExports.class).statements(statements, LedgerExports.Format.CSV, out::write);
      List<CSVRecord> rows = read(out.toString(UTF_8));
      assertThat(out.toString(UTF_8)).contains(",-4.80,").contains("\"GOODWILL: =1+1\"");
      assertThat(rows).hasSize(4);
      assertThat(sum(rows, "amount")).isEqualByComparingTo("11.95");

      // The official validator may be run on it: accounting/focus/validate.
      String focus = focus(books, statements, LedgerExports.FocusVersion.V1_2);
      Files.writeString(Path.of("target", "focus-1.2.csv"), focus);
      List<CSVRecord> charges = read(focus);
      assertThat(charges.getFirst().toMap().keySet()).hasSize(57);
      assertThat(charges.getFirst().get("SubAccountId")).isEqualTo("CC-7");
      // Nothing at all, and no empty text, as long as no statement is issued.
      assertThat(focus).doesNotContain(",\"\",");
      String newer = focus(books, statements, LedgerExports.FocusVersion.V1_4);
      CSVRecord first = read(newer).getFirst();
      assertThat(first.toMap().keySet())
          .contains("ServiceProviderName", "HostProviderName", "AllocatedMethodId")
          .doesNotContain("ProviderName", "PublisherName");
      assertThat(first.get("ServiceProviderName")).isEqualTo("Platform");
      assertThat(first.get("SubAccountType")).isEqualTo("Cost Center");
      assertThat(sum(charges, "BilledCost")).isEqualByComparingTo("11.95");
      CSVRecord usage = charges.getFirst();
      assertThat(new BigDecimal(usage.get("ListCost")))
          .isEqualByComparingTo(
              new BigDecimal(usage.get("ListUnitPrice"))
                  .multiply(new BigDecimal(usage.get("PricingQuantity"))));
      assertThat(charges.getLast().get("ChargeCategory")).isEqualTo("Credit");
    }
  }
}
