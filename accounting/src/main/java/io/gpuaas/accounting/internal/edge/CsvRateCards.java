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
      return refused("/rows/0", "BYTE_ORDER_MARK", detail, "U+FEFF");
    }
    try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
      return read(parser.getRecords());
    } catch (CSVException | UncheckedIOException e) {
      String detail = "The file is no CSV of RFC 4180.";
      return refused("/rows", "INVALID_CSV", detail, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reading read(List<CSVRecord> records) {
    List<String> columns = records.isEmpty() ? List.of() : List.of(records.getFirst().values());
    boolean known =
        columns.size() >= NEEDED
            && columns.size() <= COLUMNS.size()
            && columns.equals(COLUMNS.subList(0, columns.size()));
    if (!known) {
      String found = records.isEmpty() ? "" : String.join(",", records.getFirst().values());
      String detail =
          found.contains(";")
              ? "Columns are separated by semicolons; commas are needed."
              : "The first line must be " + String.join(",", COLUMNS) + ".";
      return refused("/rows/0", "WRONG_COLUMNS", detail, found);
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
        String detail = "%d columns are needed.".formatted(columns.size());
        String size = Integer.toString(record.size());
        faults.add(new Fault("/rows/" + row, "WRONG_COLUMNS", detail, size, null));
      }
    }
    return faults.isEmpty() ? new Reading.Read(lines) : new Reading.Refused(faults);
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
