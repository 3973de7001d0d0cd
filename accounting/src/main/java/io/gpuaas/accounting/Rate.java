package io.gpuaas.accounting;

import java.time.Instant;

/// A price during `[validFrom, validTo)`.
///
/// @param id of this row in this version of its card
/// @param version the version of the card that it stands in
/// @param priceMicros millionths of the currency for one GPU-hour: what is charged
/// @param listMicros the same before any agreed discount: what the price list says
/// @param validTo [#OPEN_END] when no end is set
public record Rate(
    long id,
    String card,
    int version,
    RateKey key,
    long priceMicros,
    long listMicros,
    Instant validFrom,
    Instant validTo) {
  /// Stands for "no end": later than every usage.
  public static final Instant OPEN_END = Instant.parse("9999-01-01T00:00:00Z");

  public Rate {
    if (priceMicros < 0 || listMicros < 0 || !validFrom.isBefore(validTo)) {
      throw new IllegalArgumentException(
          "A rate must not be negative (%d) and must hold for a while: from %s to %s."
              .formatted(priceMicros, validFrom, validTo));
    }
  }

  /// At what the price list says.
  public Rate(
      long id,
      String card,
      int version,
      RateKey key,
      long priceMicros,
      Instant validFrom,
      Instant validTo) {
    this(id, card, version, key, priceMicros, priceMicros, validFrom, validTo);
  }

  /// Whether it is valid at `at`, and that is an hour of its band.
  public boolean holdsAt(Instant at) {
    boolean valid = !at.isBefore(validFrom) && at.isBefore(validTo);
    return valid && (key.band().equals(TimeBand.ALWAYS) || key.band().holdsAt(at));
  }
}
