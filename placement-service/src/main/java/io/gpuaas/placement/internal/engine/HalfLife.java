package io.gpuaas.placement.internal.engine;

/// How a sum decays to which something is added at a steady rate: after each half-life half of what
/// there was is left.
///
/// The same on every machine. A score, never an account.
public record HalfLife(long millis) {
  private static final double LN2 = StrictMath.log(2);

  /// The sum after `elapsed` milliseconds, of `sum` before and `rate` for each of them.
  public double after(double sum, long rate, long elapsed) {
    double kept = StrictMath.pow(0.5, Math.max(0, elapsed) / (double) millis);
    return sum * kept + rate * (millis / LN2) * (1 - kept);
  }
}
