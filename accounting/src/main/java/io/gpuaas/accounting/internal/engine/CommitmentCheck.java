package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Commitments.Draft;
import io.gpuaas.accounting.Commitments.EndProposal;
import io.gpuaas.accounting.Commitments.Entry;
import io.gpuaas.core.Fault;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks a wanted commitment and finds all faults at once.
public final class CommitmentCheck {
  private static final Pattern GPUS = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,3})?");
  private static final Pattern PRICE = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,6})?");
  private static final int NAME_MAX = 253;
  private static final int YEARS_MAX = 10;

  private final Instant now;
  private final SortedSet<String> projects;
  private final List<Fault> faults = new ArrayList<>();

  /// Nothing is checked yet.
  ///
  /// @param projects that there are
  public CommitmentCheck(Instant now, SortedSet<String> projects) {
    this.now = now;
    this.projects = projects;
  }

  /// What came out.
  ///
  /// @param commitment null when there are faults
  public record Result(@Nullable Commitment commitment, List<Fault> faults) {
    public Result {
      faults = List.copyOf(faults);
    }
  }

  public Result check(Draft draft, String id, String author) {
    if (!projects.contains(draft.project())) {
      fault("/project", "UNKNOWN_SCOPE", "There is no such project.", draft.project());
    }
    name("/pool", draft.pool());
    name("/model", draft.model());
    BigDecimal gpus = decimal("/gpus", draft.gpus(), GPUS, "above 0 with at most 3 decimals");
    if (gpus.signum() == 0 && GPUS.matcher(draft.gpus()).matches()) {
      fault("/gpus", "OUT_OF_RANGE", "Something must be reserved.", draft.gpus());
    }
    String price = "from 0 with at most 6 decimals";
    BigDecimal perHour = decimal("/pricePerGpuHour", draft.pricePerGpuHour(), PRICE, price);
    Optional<Instant> from = instant("/from", draft.from());
    Optional<Instant> to = instant("/to", draft.to());
    from.ifPresent(it -> notBefore("/from", it, now));
    if (from.isPresent() && to.isPresent()) {
      length(from.get(), to.get(), draft.to());
    }
    if (!faults.isEmpty()) {
      return new Result(null, faults);
    }
    Commitment commitment =
        new Commitment(
            id,
            draft.project(),
            draft.pool(),
            draft.model(),
            gpus.movePointRight(3).longValueExact(),
            perHour.movePointRight(6).longValueExact(),
            from.orElseThrow(),
            to.orElseThrow(),
            author);
    return new Result(commitment, faults);
  }

  /// When a commitment shall end, instead of at its agreed end; empty, with faults, when it cannot.
  public Optional<Instant> end(Entry entry, String at) {
    Commitment commitment = entry.commitment();
    if (entry.approval().state() != Approval.State.APPROVED) {
      fault("", "NOT_AGREED", "Nobody else has agreed to it.", commitment.id());
      return Optional.empty();
    }
    if (entry.endedEarlier() || !commitment.to().isAfter(now)) {
      fault("", "ALREADY_ENDED", "It ends at %s.".formatted(commitment.to()), commitment.id());
      return Optional.empty();
    }
    if (entry.end() != null) {
      String detail = "The end at %s waits for a decision.".formatted(entry.end().at());
      fault("", "ALREADY_PROPOSED", detail, commitment.id());
      return Optional.empty();
    }
    Optional<Instant> end = instant("/at", at);
    end.ifPresent(it -> notBefore("/at", it, now));
    if (end.isPresent() && !end.get().isBefore(commitment.to())) {
      String detail = "It must be before the agreed end (%s).".formatted(commitment.to());
      fault("/at", "OUT_OF_RANGE", detail, at);
    }
    if (end.isPresent() && end.get().isBefore(commitment.from())) {
      return faults.isEmpty() ? Optional.of(commitment.from()) : Optional.empty();
    }
    return faults.isEmpty() ? end : Optional.empty();
  }

  /// What stands against agreeing to a commitment now.
  public List<Fault> agree(Commitment commitment) {
    notBefore("", commitment.from(), now);
    return faults();
  }

  /// What stands against agreeing to an earlier end now.
  public List<Fault> agreeToEnd(EndProposal end) {
    notBefore("", end.at(), now);
    return faults();
  }

  public List<Fault> faults() {
    return List.copyOf(faults);
  }

  private void name(String at, String value) {
    if (value.isBlank() || value.length() > NAME_MAX) {
      fault(at, "INVALID_NAME", "A name of 1 to 253 characters is needed.", value);
    }
  }

  private BigDecimal decimal(String at, String value, Pattern pattern, String allowed) {
    if (pattern.matcher(value).matches()) {
      return new BigDecimal(value);
    }
    fault(at, "INVALID_AMOUNT", "A decimal %s is needed.".formatted(allowed), value);
    return BigDecimal.ZERO;
  }

  private Optional<Instant> instant(String at, String value) {
    try {
      Instant instant = Instant.parse(value);
      if (instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))) {
        return Optional.of(instant);
      }
      fault(at, "OUT_OF_RANGE", "Whole milliseconds are needed.", value);
    } catch (DateTimeException _) {
      String detail = "An instant such as 2026-12-01T00:00:00Z is needed.";
      fault(at, "INVALID_TIME", detail, value);
    }
    return Optional.empty();
  }

  private void notBefore(String at, Instant wanted, Instant least) {
    if (wanted.isBefore(least)) {
      String detail = "The past does not change: it must not be before now (%s).".formatted(least);
      fault(at, "IN_THE_PAST", detail, wanted.toString());
    }
  }

  private void length(Instant from, Instant to, String text) {
    OffsetDateTime latest = from.atOffset(ZoneOffset.UTC).plusYears(YEARS_MAX);
    if (!from.isBefore(to)) {
      fault("/to", "EMPTY_PERIOD", "It must be after from.", text);
    } else if (to.isAfter(latest.toInstant())) {
      fault("/to", "TOO_LARGE", "At most %d years.".formatted(YEARS_MAX), text);
    }
  }

  private void fault(String pointer, String code, String detail, String value) {
    faults.add(new Fault(pointer, code, detail, value, null));
  }
}
