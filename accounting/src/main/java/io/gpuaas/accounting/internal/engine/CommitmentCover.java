package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What of a project's usage its commitments cover. All of one project, pool and model.
///
/// Is equivalent to: at each millisecond the dearest priced GPUs in use are covered first, of those
/// at one price in order of class and meter, by the commitment with the first id. Differs for speed
/// in that it looks only at instants at which something begins or ends.
public final class CommitmentCover {
  private static final Comparator<Kind> DEAREST_FIRST =
      Comparator.comparingLong(Kind::priceMicros)
          .reversed()
          .thenComparing(Kind::usageClass)
          .thenComparing(Kind::meter);

  private final List<Commitment> commitments;
  private final List<Piece> pieces;

  /// What usage is told apart by.
  public record Kind(UsageClass usageClass, UsageMeter meter, long priceMicros) {}

  /// Priced usage during `[from, to)`.
  public record Piece(Instant from, Instant to, long milliGpus, Kind kind) {}

  /// Usage of one kind that is covered.
  public record Part(Kind kind, GpuTime time) {}

  /// What became of one commitment in the asked time.
  ///
  /// @param fee for all that is reserved
  /// @param parts what of it was in use, the dearest first
  public record Covered(Commitment commitment, GpuTime reserved, Charge fee, List<Part> parts) {
    public Covered {
      parts = List.copyOf(parts);
    }

    /// The part of `reserved` that was in use.
    public GpuTime used() {
      return parts.stream().map(Part::time).reduce(GpuTime.ZERO, GpuTime::plus);
    }
  }

  public CommitmentCover(List<Commitment> commitments, List<Piece> pieces) {
    this.commitments = commitments.stream().sorted(Comparator.comparing(Commitment::id)).toList();
    this.pieces = pieces.stream().sorted(Comparator.comparing(Piece::from)).toList();
  }

  /// One for each commitment that reserves something in `[from, to)`, in order of id.
  public List<Covered> in(Instant from, Instant to) {
    List<Tally> tallies = commitments.stream().map(Tally::new).toList();
    List<Instant> cuts = List.copyOf(cuts(from, to));
    List<Piece> active = new ArrayList<>();
    int next = 0;
    for (int i = 0; i + 1 < cuts.size(); i++) {
      Instant start = cuts.get(i);
      Instant end = cuts.get(i + 1);
      active.removeIf(piece -> !piece.to().isAfter(start));
      while (next < pieces.size() && !pieces.get(next).from().isAfter(start)) {
        Piece piece = pieces.get(next++);
        if (piece.to().isAfter(start)) {
          active.add(piece);
        }
      }
      active.sort(Comparator.comparing(Piece::kind, DEAREST_FIRST));
      cover(tallies, active, start, end);
    }
    List<Covered> result = new ArrayList<>();
    for (Tally tally : tallies) {
      GpuTime reserved = tally.commitment.reserved(from, to);
      if (!reserved.equals(GpuTime.ZERO)) {
        Charge fee = Charge.of(tally.commitment.priceMicros(), reserved);
        result.add(new Covered(tally.commitment, reserved, fee, tally.parts()));
      }
    }
    return result;
  }

  private SortedSet<Instant> cuts(Instant from, Instant to) {
    TreeSet<Instant> cuts = new TreeSet<>();
    for (Piece piece : pieces) {
      cuts.add(piece.from());
      cuts.add(piece.to());
    }
    for (Commitment commitment : commitments) {
      cuts.add(commitment.from());
      cuts.add(commitment.to());
    }
    cuts.removeIf(cut -> cut.isBefore(from) || cut.isAfter(to));
    cuts.add(from);
    cuts.add(to);
    return cuts;
  }

  private static void cover(List<Tally> tallies, List<Piece> active, Instant from, Instant to) {
    long millis = to.toEpochMilli() - from.toEpochMilli();
    int at = 0;
    long left = active.isEmpty() ? 0 : active.getFirst().milliGpus();
    for (Tally tally : tallies) {
      long room = tally.holdsAt(from) ? tally.commitment.milliGpus() : 0;
      while (room > 0 && at < active.size()) {
        long part = Math.min(room, left);
        tally.add(active.get(at).kind(), GpuTime.of(part, millis));
        room -= part;
        left -= part;
        if (left == 0) {
          at++;
          left = at < active.size() ? active.get(at).milliGpus() : 0;
        }
      }
    }
  }

  private static final class Tally {
    private final Commitment commitment;
    private final SortedMap<Kind, GpuTime> used = new TreeMap<>(DEAREST_FIRST);

    Tally(Commitment commitment) {
      this.commitment = commitment;
    }

    boolean holdsAt(Instant at) {
      return !at.isBefore(commitment.from()) && at.isBefore(commitment.to());
    }

    void add(Kind kind, GpuTime time) {
      used.merge(kind, time, GpuTime::plus);
    }

    List<Part> parts() {
      List<Part> parts = new ArrayList<>();
      used.forEach((kind, time) -> parts.add(new Part(kind, time)));
      return parts;
    }
  }
}
