package io.gpuaas.accounting.internal.edge;

import io.gpuaas.accounting.internal.engine.Cell;
import io.gpuaas.accounting.internal.engine.Column;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/// A Parquet file that grows row by row: decimals stay exact, times are UTC, text is what people
/// wrote. Compressed by the JDK's gzip; of Parquet's own library only the parts that need no Hadoop
/// are used.
///
/// @see <a href="https://parquet.apache.org/docs/file-format/">Parquet</a>
public final class ParquetWriter implements TableWriter {
  /// So many rows are held in memory at most.
  private static final int ROWS_OF_GROUP = 20_000;

  private static final int DECIMAL_DIGITS = 38;
  private static final int DECIMAL_BYTES = 16;
  private static final long GROUP_BYTES = 1L << 27;
  private static final int INDEX_BYTES = 64;
  private static final int STATISTICS_BYTES = 1_024;

  private final List<Column> columns;
  private final MessageType schema;
  private final ParquetProperties properties = ParquetProperties.builder().build();
  private final ParquetFileWriter file;
  private Group group;

  /// Writes the head at once.
  public ParquetWriter(OutputStream out, List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.schema = schema(columns);
    this.group = new Group();
    try {
      this.file =
          new ParquetFileWriter(
              new StreamFile(out),
              schema,
              ParquetFileWriter.Mode.CREATE,
              GROUP_BYTES,
              0,
              INDEX_BYTES,
              STATISTICS_BYTES,
              false);
      file.start();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static MessageType schema(List<Column> columns) {
    List<Type> fields = columns.stream().map(ParquetWriter::field).toList();
    return new MessageType("table", fields);
  }

  private static Type field(Column column) {
    return switch (column.kind()) {
      case Column.Kind.Text() ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(column.name());
      case Column.Kind.Whole() -> Types.optional(PrimitiveTypeName.INT64).named(column.name());
      case Column.Kind.Decimal(int scale) ->
          Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
              .length(DECIMAL_BYTES)
              .as(LogicalTypeAnnotation.decimalType(scale, DECIMAL_DIGITS))
              .named(column.name());
      case Column.Kind.Time() ->
          Types.optional(PrimitiveTypeName.INT64)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MILLIS))
              .named(column.name());
    };
  }

  @Override
  public void row(List<Cell> cells) {
    group.add(cells);
    if (group.rows == ROWS_OF_GROUP) {
      flush();
    }
  }

  private void flush() {
    try {
      file.startBlock(group.rows);
      group.writeTo(file);
      file.endBlock();
    } catch (IOException e) {
      throw failed(e);
    }
    group = new Group();
  }

  @Override
  public void close() {
    if (group.rows > 0) {
      flush();
    }
    try {
      file.end(Collections.emptyMap());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static UncheckedIOException failed(IOException e) {
    return new UncheckedIOException("The export could not be written.", e);
  }

  /// Rows that are written together, column by column.
  private final class Group {
    private final ColumnChunkPageWriteStore pages =
        new ColumnChunkPageWriteStore(
            new Gzip(), schema, HeapByteBufferAllocator.getInstance(), INDEX_BYTES);
    private final ColumnWriteStore values = properties.newColumnWriteStore(schema, pages);
    private final RecordConsumer consumer =
        new ColumnIOFactory(false).getColumnIO(schema).getRecordWriter(values);
    private int rows;

    void add(List<Cell> cells) {
      consumer.startMessage();
      for (int i = 0; i < cells.size(); i++) {
        if (!(cells.get(i) instanceof Cell.Empty)) {
          String name = columns.get(i).name();
          consumer.startField(name, i);
          value(columns.get(i), cells.get(i));
          consumer.endField(name, i);
        }
      }
      consumer.endMessage();
      rows++;
    }

    private void value(Column column, Cell cell) {
      switch (column.kind()) {
        case Column.Kind.Text() when cell instanceof Cell.Text(String text) ->
            consumer.addBinary(Binary.fromString(text));
        case Column.Kind.Whole() when cell instanceof Cell.Decimal(BigDecimal number) ->
            consumer.addLong(number.longValueExact());
        case Column.Kind.Decimal(int scale) when cell instanceof Cell.Decimal(BigDecimal number) ->
            consumer.addBinary(Binary.fromConstantByteArray(bytes(number.setScale(scale))));
        case Column.Kind.Time() when cell instanceof Cell.Time(var time) ->
            consumer.addLong(time.toEpochMilli());
        default -> throw new IllegalArgumentException(cell + " is no value of " + column);
      }
    }

    void writeTo(ParquetFileWriter to) throws IOException {
      consumer.flush();
      values.flush();
      pages.flushToFileWriter(to);
      values.close();
      pages.close();
    }
  }

  /// The unscaled value, most significant byte first.
  private static byte[] bytes(BigDecimal number) {
    byte[] least = number.unscaledValue().toByteArray();
    byte[] bytes = new byte[DECIMAL_BYTES];
    if (number.signum() < 0) {
      Arrays.fill(bytes, (byte) -1);
    }
    System.arraycopy(least, 0, bytes, DECIMAL_BYTES - least.length, least.length);
    return bytes;
  }

  private static final class Gzip implements BytesInputCompressor {
    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        bytes.writeAllTo(gzip);
      }
      return BytesInput.from(packed.toByteArray());
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.GZIP;
    }

    @Override
    public void release() {}
  }
}
