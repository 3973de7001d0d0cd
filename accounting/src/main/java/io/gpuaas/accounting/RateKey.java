package io.gpuaas.accounting;

import io.gpuaas.core.UsageClass;
import java.util.Comparator;

/// What a rate is for. Each part is a name or `*` for any.
///
/// When several keys match, the one that names the more important part wins: model before pool
/// before class before meter before time band. `usageClass` and `meter` are the names of
/// [UsageClass] and [UsageMeter] values.
///
/// @param band hours of the week; the key of a piece of usage has [TimeBand#ALWAYS]
public record RateKey(String model, String pool, String usageClass, String meter, TimeBand band)
    implements Comparable<RateKey> {
  public static final String ANY = "*";
  public static final RateKey EVERYTHING = new RateKey(ANY, ANY, ANY, ANY, TimeBand.ALWAYS);
  private static final Comparator<RateKey> ORDER =
      Comparator.comparing(RateKey::model)
          .thenComparing(RateKey::pool)
          .thenComparing(RateKey::usageClass)
          .thenComparing(RateKey::meter)
          .thenComparing(RateKey::band);

  /// A key for every hour.
  public RateKey(String model, String pool, String usageClass, String meter) {
    this(model, pool, usageClass, meter, TimeBand.ALWAYS);
  }

  public static RateKey of(UsageInterval usage) {
    return new RateKey(
        usage.model(), usage.pool(), usage.usageClass().name(), usage.meter().name());
  }

  public RateKey withUsageClass(UsageClass usageClass) {
    return new RateKey(model, pool, usageClass.name(), meter, band);
  }

  public RateKey withBand(TimeBand newBand) {
    return new RateKey(model, pool, usageClass, meter, newBand);
  }

  /// Whether it is for `usage` at some hour of the week; [Rate#holdsAt] tells whether at that one.
  public boolean matches(RateKey usage) {
    return part(model, usage.model)
        && part(pool, usage.pool)
        && part(usageClass, usage.usageClass)
        && part(meter, usage.meter);
  }

  /// Whether some usage is matched by both, at whatever hour.
  public boolean overlaps(RateKey other) {
    return common(model, other.model)
        && common(pool, other.pool)
        && common(usageClass, other.usageClass)
        && common(meter, other.meter);
  }

  /// Larger is more specific.
  public int specificity() {
    return (model.equals(ANY) ? 0 : 16)
        + (pool.equals(ANY) ? 0 : 8)
        + (usageClass.equals(ANY) ? 0 : 4)
        + (meter.equals(ANY) ? 0 : 2)
        + (band.equals(TimeBand.ALWAYS) ? 0 : 1);
  }

  private static boolean part(String pattern, String value) {
    return pattern.equals(ANY) || pattern.equals(value);
  }

  private static boolean common(String one, String other) {
    return part(one, other) || other.equals(ANY);
  }

  @Override
  public int compareTo(RateKey other) {
    return ORDER.compare(this, other);
  }
}
