package io.gpuaas.accounting.internal.edge;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.RateCardFiles;
import io.gpuaas.accounting.internal.engine.Cell;
import io.gpuaas.core.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.springframework.stereotype.Component;

/// Reads and writes rate cards as CSV.
@Component
class CsvRateCards implements RateCardFiles {
  private static final int ROWS_MAX = 10_000;

  /// The columns after these may be left out, the last first.
  private static final int NEEDED = 7;

  private static final String FIRST_CELL = "/rows/0/pool";
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  @Override
  public void write(RateCard card, Appendable out) {
    CsvWriter csv = new CsvWriter(out, COLUMNS);
    for (Rate rate : card.rates()) {
      boolean open = rate.validTo().equals(Rate.OPEN_END);
      csv.row(
          List.of(
              Cell.of(rate.key().pool()),
              Cell.of(rate.key().model()),
              Cell.of(rate.key().usageClass()),
              Cell.of(rate.key().meter()),
              Cell.of(BigDecimal.valueOf(rate.priceMicros(), 6)),
              Cell.of(rate.validFrom().toString()),
              open ? Cell.EMPTY : Cell.of(rate.validTo().toString()),
              Cell.of(rate.key().band().text()),
              Cell.of(BigDecimal.valueOf(rate.listMicros(), 6))));
    }
  }

  @Override
  public Reading read(String text) {
    if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      String detail = "The file begins with a byte order mark; save it as UTF-8 without one.";
      return refused(FIRST_CELL, "BYTE_ORDER_MARK", detail, "U+FEFF");
    }
    List<CSVRecord> records = new ArrayList<>();
    try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
      for (CSVRecord record : parser) {
        records.add(record);
      }
    } catch (CSVException | UncheckedIOException _) {
      return new Reading.Refused(List.of(brokenQuote(text, records.size())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read(records);
  }

  private static Fault brokenQuote(String text, int row) {
    int column = Math.min(QuoteScan.brokenColumn(text), COLUMNS.size() - 1);
    String detail =
        "From this cell on the file is no CSV of RFC 4180: its quote does not end, or text follows"
            + " the quote that ends it.";
    return Fault.of("/rows/%d/%s".formatted(row, COLUMNS.get(column)), "INVALID_CSV", detail);
  }

  private static Reading read(List<CSVRecord> records) {
    List<String> columns = records.isEmpty() ? List.of() : List.of(records.getFirst().values());
    boolean known =
        columns.size() >= NEEDED
            && columns.size() <= COLUMNS.size()
            && columns.equals(COLUMNS.subList(0, columns.size()));
    if (!known) {
      return wrongColumns(columns);
    }
    if (records.size() > ROWS_MAX + 1) {
      String detail = "At most %d rates are read at once.".formatted(ROWS_MAX);
      return refused("/rows", "TOO_MANY_ROWS", detail, Integer.toString(records.size() - 1));
    }
    List<RateCardDraft.Line> lines = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    for (int row = 1; row < records.size(); row++) {
      CSVRecord record = records.get(row);
      if (record.size() == columns.size()) {
        lines.add(line(record));
      } else {
        // Where the row ends too early, or the last column, behind which there is more.
        String at = columns.get(Math.min(record.size(), columns.size() - 1));
        String detail = "%d columns are needed.".formatted(columns.size());
        String size = Integer.toString(record.size());
        faults.add(new Fault("/rows/" + row + "/" + at, "WRONG_COLUMNS", detail, size, null));
      }
    }
    return faults.isEmpty() ? new Reading.Read(lines) : new Reading.Refused(faults);
  }

  /// Names the first column that is another one, unless there is none at all.
  private static Reading wrongColumns(List<String> found) {
    String wanted = "The first line must be " + String.join(",", COLUMNS) + ".";
    String line = String.join(",", found);
    if (line.contains(";")) {
      String detail = "Columns are separated by semicolons; commas are needed. " + wanted;
      return refused(FIRST_CELL, "WRONG_COLUMNS", detail, line);
    }
    if (found.size() > COLUMNS.size()) {
      String more = found.get(COLUMNS.size());
      return refused("/rows/0/" + more, "WRONG_COLUMNS", "A column too many. " + wanted, more);
    }
    for (int i = 0; i < found.size(); i++) {
      if (!found.get(i).equals(COLUMNS.get(i))) {
        String detail = "Column %d must be %s. ".formatted(i + 1, COLUMNS.get(i)) + wanted;
        return refused("/rows/0/" + COLUMNS.get(i), "WRONG_COLUMNS", detail, found.get(i));
      }
    }
    String missing = COLUMNS.get(found.size());
    String detail = "Column %d, %s, is missing. ".formatted(found.size() + 1, missing) + wanted;
    return refused("/rows/0/" + missing, "WRONG_COLUMNS", detail, line);
  }

  private static RateCardDraft.Line line(CSVRecord record) {
    return new RateCardDraft.Line(
        plain(record.get(0)),
        plain(record.get(1)),
        plain(record.get(2)),
        plain(record.get(3)),
        record.get(4),
        record.get(5),
        record.get(6),
        record.size() > NEEDED ? plain(record.get(NEEDED)) : "",
        record.size() > NEEDED + 1 ? record.get(NEEDED + 1) : "");
  }

  /// As it was before [Cell#neutral].
  private static String plain(String text) {
    boolean neutral =
        text.length() > 1 && text.charAt(0) == '\'' && Cell.neutral(text.substring(1)).equals(text);
    return neutral ? text.substring(1) : text;
  }

  private static Reading refused(String at, String code, String detail, String value) {
    return new Reading.Refused(List.of(new Fault(at, code, detail, value, null)));
  }
}
