package io.gpuaas.accounting.internal.edge;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/// A stream, as Parquet wants to see the file that it writes from front to end. It stays open.
record StreamFile(OutputStream out) implements OutputFile {
  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new Counted(out);
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  private static final class Counted extends PositionOutputStream {
    private final OutputStream out;
    private long written;

    Counted(OutputStream out) {
      this.out = out;
    }

    @Override
    public long getPos() {
      return written;
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
      written++;
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      out.write(bytes, from, count);
      written += count;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }
}
