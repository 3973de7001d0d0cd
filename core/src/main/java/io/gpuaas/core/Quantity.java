package io.gpuaas.core;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads and writes quantities in the Kubernetes grammar (`500m`, `8`, `80Gi`, `129e6`).
///
/// Base units: `cpu` in milli, every other resource whole. A value that is no whole number of base
/// units (`512m` of memory is half a byte) is refused, never rounded.
///
/// @see <a href="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/">
///   Kubernetes: Quantity</a>
public final class Quantity {
  private static final Pattern GRAMMAR =
      Pattern.compile(
          "([+-]?[0-9]+(?:\\.[0-9]*)?|[+-]?\\.[0-9]+)(?:([eE][+-]?[0-9]{1,3})|([A-Za-z]{0,2}))");
  private static final Map<String, BigDecimal> SUFFIXES = suffixes();
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private Quantity() {}

  private static Map<String, BigDecimal> suffixes() {
    Map<String, BigDecimal> table = new TreeMap<>();
    table.put("", BigDecimal.ONE);
    table.put("n", new BigDecimal("1e-9"));
    table.put("u", new BigDecimal("1e-6"));
    table.put("m", new BigDecimal("1e-3"));
    String decimal = "kMGTPE";
    String binary = "KMGTPE";
    for (int i = 0; i < decimal.length(); i++) {
      table.put(decimal.substring(i, i + 1), BigDecimal.TEN.pow(3 * (i + 1)));
      table.put(binary.charAt(i) + "i", BigDecimal.valueOf(1024).pow(i + 1));
    }
    return table;
  }

  /// The amount of `text` in base units of `resource`; empty when the text is no quantity, is
  /// negative, is not whole in base units, or is larger than a signed 64-bit number.
  public static OptionalLong parse(String resource, String text) {
    Matcher matcher = GRAMMAR.matcher(text);
    if (text.length() > 64 || !matcher.matches()) {
      return OptionalLong.empty();
    }
    BigDecimal factor = factor(matcher.group(2), matcher.group(3));
    if (factor == null) {
      return OptionalLong.empty();
    }
    BigDecimal value = new BigDecimal(matcher.group(1)).multiply(factor);
    if (resource.equals(Resources.CPU)) {
      value = value.movePointRight(3);
    }
    boolean whole = value.stripTrailingZeros().scale() <= 0;
    if (value.signum() < 0 || !whole || value.compareTo(LONG_MAX) > 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(value.setScale(0, RoundingMode.UNNECESSARY).longValueExact());
  }

  private static @Nullable BigDecimal factor(@Nullable String exponent, String suffix) {
    return exponent == null ? SUFFIXES.get(suffix) : new BigDecimal("1" + exponent);
  }

  /// The shortest exact text of a base amount: `1500` of `cpu` is `1500m`, `8000` is `8`.
  public static String format(String resource, long amount) {
    if (!resource.equals(Resources.CPU)) {
      return Long.toString(amount);
    }
    return amount % 1000 == 0 ? Long.toString(amount / 1000) : amount + "m";
  }
}
