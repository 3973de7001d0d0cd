package io.gpuaas.accounting.internal.edge;

/// Finds the cell at which a text stops being CSV of RFC 4180: its quote never ends, or something
/// follows the quote that ends it. The library that reads the file only says that there is one.
final class QuoteScan {
  private static final char QUOTE = '"';

  private final String text;
  private int at;
  private int column;

  private QuoteScan(String text) {
    this.text = text;
  }

  /// The number of the cell in its row, from 0; that of the last cell when all of them are sound.
  static int brokenColumn(String text) {
    QuoteScan scan = new QuoteScan(text);
    while (scan.passesCell() && scan.at < text.length()) {
      scan.column = text.charAt(scan.at) == ',' ? scan.column + 1 : 0;
      scan.at++;
    }
    return scan.column;
  }

  /// Goes to the end of the cell; false when it is broken.
  private boolean passesCell() {
    if (at < text.length() && text.charAt(at) == QUOTE) {
      if (!passesQuotes()) {
        return false;
      }
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
      return endsCell();
    }
    while (!endsCell()) {
      at++;
    }
    return true;
  }

  private boolean passesQuotes() {
    int from = at + 1;
    int end = text.indexOf(QUOTE, from);
    while (end >= 0 && end + 1 < text.length() && text.charAt(end + 1) == QUOTE) {
      end = text.indexOf(QUOTE, end + 2);
    }
    at = end + 1;
    return end >= 0;
  }

  private boolean endsCell() {
    return at >= text.length() || ",\r\n".indexOf(text.charAt(at)) >= 0;
  }
}
