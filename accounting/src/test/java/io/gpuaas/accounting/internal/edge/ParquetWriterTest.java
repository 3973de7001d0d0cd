package io.gpuaas.accounting.internal.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import io.gpuaas.accounting.internal.engine.Cell;
import io.gpuaas.accounting.internal.engine.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Read by another library than wrote it.
class ParquetWriterTest {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("name"),
          Column.whole("count"),
          Column.decimal("amount", 6),
          Column.time("at"));

  /// More than two groups of rows; every third cell of each column is empty.
  private static final int ROWS = 45_001;

  private static List<Cell> row(int number) {
    Instant at = Instant.parse("2026-03-01T00:00:00Z").plusMillis(number);
    boolean negative = number % 2 == 0;
    BigDecimal amount = BigDecimal.valueOf(negative ? -number : number, 6);
    return List.of(
        number % 3 == 0 ? Cell.EMPTY : Cell.of("训练 " + number),
        number % 3 == 1 ? Cell.EMPTY : Cell.of(BigDecimal.valueOf(number)),
        number % 3 == 2 ? Cell.EMPTY : Cell.of(amount),
        Cell.of(at));
  }

  @Test
  void everyRowIsReadAsItWasWritten() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ParquetWriter writer = new ParquetWriter(out, COLUMNS)) {
      for (int i = 0; i < ROWS; i++) {
        writer.row(row(i));
      }
    }
    try (ParquetFileReader file =
            ParquetFileReader.open(InputFile.of(ByteBuffer.wrap(out.toByteArray())));
        RowReader reader = file.rowReader()) {
      for (int i = 0; i < ROWS; i++) {
        reader.next();
        List<Cell> read =
            List.of(
                reader.isNull("name") ? Cell.EMPTY : Cell.of(reader.getString("name")),
                reader.isNull("count")
                    ? Cell.EMPTY
                    : Cell.of(BigDecimal.valueOf(reader.getLong("count"))),
                reader.isNull("amount") ? Cell.EMPTY : Cell.of(reader.getDecimal("amount")),
                Cell.of(reader.getTimestamp("at")));
        assertThat(read).isEqualTo(row(i));
      }
      assertThat(reader.hasNext()).isFalse();
    }
  }

  @Test
  void aCellOfAnotherKindThanItsColumnIsRefused() {
    ParquetWriter writer = new ParquetWriter(new ByteArrayOutputStream(), COLUMNS);
    assertThatThrownBy(() -> writer.row(List.of(Cell.EMPTY, Cell.of("3"), Cell.EMPTY, Cell.EMPTY)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no value of");
  }

  @Test
  void aTableWithoutRowsIsAFile() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ParquetWriter(out, COLUMNS).close();
    try (ParquetFileReader file =
            ParquetFileReader.open(InputFile.of(ByteBuffer.wrap(out.toByteArray())));
        RowReader reader = file.rowReader()) {
      assertThat(reader.hasNext()).isFalse();
    }
  }
}
