package io.gpuaas.cluster.internal.kubernetes;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/// Lines of a text, of which very long ones are cut: a program that never ends its line must not
/// fill our memory.
final class BoundedLines {
  static final int LONGEST = 16_384;
  private static final int CHUNK = 8_192;
  private static final int END = -1;

  private final Reader reader;
  private final char[] buffer = new char[CHUNK];
  private int at;
  private int size;

  BoundedLines(Reader reader) {
    this.reader = reader;
  }

  /// The next line without its end; null when there is none.
  @Nullable String next() throws IOException {
    StringBuilder line = new StringBuilder();
    int next = read();
    if (next == END) {
      return null;
    }
    while (next != END && next != '\n') {
      if (line.length() < LONGEST) {
        line.append((char) next);
      }
      next = read();
    }
    boolean returns = !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
    return returns ? line.substring(0, line.length() - 1) : line.toString();
  }

  private int read() throws IOException {
    if (at == size) {
      size = reader.read(buffer, 0, CHUNK);
      at = 0;
      if (size <= 0) {
        size = 0;
        return END;
      }
    }
    return buffer[at++];
  }
}
