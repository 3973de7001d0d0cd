package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.core.GpuTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What of a project's usage its commitments cover. All of one project, pool and model.
///
/// Is equivalent to: at each millisecond the dearest priced GPUs in use are covered first, by the
/// commitment with the first id. Differs for speed in that it looks only at instants at which
/// something begins or ends.
public final class CommitmentCover {
  private static final Comparator<Piece> DEAREST_FIRST =
      Comparator.comparingLong(Piece::priceMicros).reversed();

  private final List<Commitment> commitments;
  private final List<Piece> pieces;

  /// Priced usage during `[from, to)`.
  public record Piece(Instant from, Instant to, long milliGpus, long priceMicros) {}

  /// What became of one commitment in the asked time.
  ///
  /// @param used the part of `reserved` that was in use
  /// @param fee for all that is reserved
  /// @param covered what the used part was charged
  public record Covered(
      Commitment commitment, GpuTime reserved, GpuTime used, Charge fee, Charge covered) {}

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
      active.sort(DEAREST_FIRST);
      cover(tallies, active, start, end);
    }
    List<Covered> result = new ArrayList<>();
    for (Tally tally : tallies) {
      GpuTime reserved = tally.commitment.reserved(from, to);
      if (!reserved.equals(GpuTime.ZERO)) {
        Charge fee = Charge.of(tally.commitment.priceMicros(), reserved);
        result.add(
            new Covered(tally.commitment, reserved, new GpuTime(tally.used), fee, tally.covered));
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
        tally.add(part, millis, active.get(at).priceMicros());
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
    private long used;
    private Charge covered = Charge.ZERO;

    Tally(Commitment commitment) {
      this.commitment = commitment;
    }

    boolean holdsAt(Instant at) {
      return !at.isBefore(commitment.from()) && at.isBefore(commitment.to());
    }

    void add(long milliGpus, long millis, long priceMicros) {
      GpuTime time = GpuTime.of(milliGpus, millis);
      used = Math.addExact(used, time.milliGpuMillis());
      covered = covered.plus(Charge.of(priceMicros, time));
    }
  }
}
