package io.gpuaas.accounting.internal.edge;

import io.gpuaas.accounting.internal.engine.Cell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;

/// A CSV table that grows row by row: RFC 4180, text quoted, numbers bare.
public final class CsvWriter implements TableWriter {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setQuoteMode(QuoteMode.NON_NUMERIC).get();

  private final CSVPrinter printer;

  /// Writes the line of `columns` at once.
  public CsvWriter(Appendable out, List<String> columns) {
    try {
      this.printer = new CSVPrinter(out, FORMAT);
      printer.printRecord(columns);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void row(List<Cell> cells) {
    try {
      printer.printRecord(values(cells));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    try {
      printer.flush();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static List<@Nullable Object> values(List<Cell> cells) {
    List<@Nullable Object> values = new ArrayList<>();
    for (Cell cell : cells) {
      values.add(
          switch (cell) {
            case Cell.Text(String value) -> Cell.neutral(value);
            case Cell.Decimal(var value) -> new Plain(value);
            case Cell.Time(var value) -> value.toString();
            case Cell.Empty() -> null;
          });
    }
    return values;
  }

  private static UncheckedIOException failed(IOException e) {
    return new UncheckedIOException("The export could not be written.", e);
  }

  /// A number that is never written with an exponent.
  private static final class Plain extends Number {
    private final BigDecimal value;

    Plain(BigDecimal value) {
      this.value = value;
    }

    @Override
    public int intValue() {
      return value.intValue();
    }

    @Override
    public long longValue() {
      return value.longValue();
    }

    @Override
    public float floatValue() {
      return value.floatValue();
    }

    @Override
    public double doubleValue() {
      return value.doubleValue();
    }

    @Override
    public String toString() {
      return value.toPlainString();
    }
  }
}
