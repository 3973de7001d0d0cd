package io.gpuaas.simulator.internal.edge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/// Cuts a stream at its `---` lines, so that one document with broken syntax cannot spoil the next.
public final class DocumentSplitter {
  /// Characters of one document that are kept; a longer one is refused by the parser.
  static final int LONGEST = 256 << 20;

  private final BufferedReader lines;
  private boolean first = true;
  private boolean ended;

  public DocumentSplitter(Reader reader) {
    lines = new BufferedReader(reader, 1 << 16);
  }

  /// The next document, null after the last. A stream without any text is one empty document;
  /// nothing before the first separator or after the last one is none.
  public @Nullable String next() throws IOException {
    while (!ended) {
      StringBuilder text = new StringBuilder();
      boolean separated = readDocument(text);
      ended = !separated;
      boolean edge = (first && separated) || (!first && ended);
      boolean skipped = edge && isBlank(text);
      first = false;
      if (!skipped) {
        return text.toString();
      }
    }
    return null;
  }

  private boolean readDocument(StringBuilder text) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("---") && line.substring(3).isBlank()) {
        return true;
      }
      if (text.length() <= LONGEST) {
        text.append(line).append('\n');
      }
    }
    return false;
  }

  private static boolean isBlank(CharSequence text) {
    return text.toString().lines().allMatch(line -> line.isBlank() || line.startsWith("#"));
  }
}
