package io.gpuaas.accounting.internal.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/// Lines of the books in a form in which it does not matter where they were cut or in which order
/// they came: per kind of line, the instants at which it begins (counted up) and ends (down).
/// Touching lines cancel out, and so do lines that were taken back.
public final class LineTurns {
  private final SortedMap<String, Integer> turns = new TreeMap<>();

  /// Adds a line `[from, to)`, in milliseconds since 1970.
  ///
  /// @param key everything that the line says, but the times
  /// @param sign -1 takes it back
  public void add(String key, long from, long to, int sign) {
    if (from < to) {
      turns.merge(key + "|" + from, sign, Integer::sum);
      turns.merge(key + "|" + to, -sign, Integer::sum);
    }
  }

  /// SHA-256 over all of it, as hexadecimal text.
  public String digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      turns.forEach(
          (turn, count) -> {
            if (count != 0) {
              digest.update("%s|%d\n".formatted(turn, count).getBytes(StandardCharsets.UTF_8));
            }
          });
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
