package io.gpuaas.accounting.internal.edge;

import io.gpuaas.accounting.LedgerExports.Sink;
import java.io.OutputStream;

/// A sink of bytes, as libraries want it.
public final class SinkStream extends OutputStream {
  private final Sink sink;

  public SinkStream(Sink sink) {
    this.sink = sink;
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    sink.write(bytes, from, count);
  }
}
