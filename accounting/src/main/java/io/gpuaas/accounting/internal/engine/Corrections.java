package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.internal.engine.Bookkeeper.Correction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What has to be put right in the stored part of a run once its end is known: work may have been
/// lost to a fault, or an event may have come after the month was closed.
final class Corrections {
  private Corrections() {}

  /// Takes back each stored interval that is not so, and puts in what is so instead. Empty when the
  /// stored part is right, which it nearly always is.
  ///
  /// @param all the run's intervals as known now
  static List<Correction> of(long seq, OpenRun run, List<UsageInterval> all) {
    List<Correction> corrections = new ArrayList<>();
    List<UsageInterval> right = before(all, run.storedUpTo());
    for (UsageInterval stored : run.stored()) {
      boolean same = right.stream().anyMatch(usage -> covers(usage, stored));
      if (!same) {
        corrections.add(new Correction(seq, -1, stored));
      }
    }
    for (UsageInterval usage : right) {
      corrections.addAll(missing(seq, usage, run.stored()));
    }
    return corrections;
  }

  /// The parts of `usage` that no stored interval inside it has.
  private static List<Correction> missing(
      long seq, UsageInterval usage, List<UsageInterval> stored) {
    List<Correction> missing = new ArrayList<>();
    Instant from = usage.from();
    for (UsageInterval part : stored.stream().filter(part -> covers(usage, part)).toList()) {
      if (from.isBefore(part.from())) {
        missing.add(new Correction(seq, 1, usage.within(from, part.from())));
      }
      from = part.to();
    }
    if (from.isBefore(usage.to())) {
      missing.add(new Correction(seq, 1, usage.within(from, usage.to())));
    }
    return missing;
  }

  private static boolean covers(UsageInterval usage, UsageInterval part) {
    return !part.from().isBefore(usage.from())
        && !part.to().isAfter(usage.to())
        && usage.within(part.from(), part.to()).equals(part);
  }

  private static List<UsageInterval> before(List<UsageInterval> all, Instant end) {
    List<UsageInterval> part = new ArrayList<>();
    for (UsageInterval usage : all) {
      if (usage.from().isBefore(end)) {
        boolean whole = !usage.to().isAfter(end);
        part.add(whole ? usage : usage.within(usage.from(), end));
      }
    }
    return part;
  }
}
