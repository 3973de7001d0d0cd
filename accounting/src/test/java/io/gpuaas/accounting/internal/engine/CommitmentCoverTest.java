package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Covered;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Kind;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Part;
import io.gpuaas.accounting.internal.engine.CommitmentCover.Piece;
import io.gpuaas.core.GpuTime;
import io.gpuaas.core.UsageClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What commitments cover, against looking at each millisecond and each half GPU.
class CommitmentCoverTest {
  private static final Instant START = Instant.parse("2026-03-31T23:59:59.970Z");
  private static final int LENGTH = 80;
  private static final Comparator<Kind> ORDER =
      Comparator.comparingLong(Kind::priceMicros)
          .reversed()
          .thenComparing(Kind::usageClass)
          .thenComparing(Kind::meter);

  private static Commitment commitment(String id, long milliGpus, long price, int from, int to) {
    return new Commitment(id, "p", "h200", "H200", milliGpus, price, at(from), at(to), "fin");
  }

  private static Instant at(int millis) {
    return START.plusMillis(millis);
  }

  @Test
  void theDearestUsageIsCoveredFirst() {
    List<Piece> pieces = List.of(piece(0, 10, 2_000, kind(3)), piece(5, 20, 1_000, kind(7)));
    List<Covered> covered =
        new CommitmentCover(List.of(commitment("c", 2_000, 5, 0, 40)), pieces).in(at(0), at(30));
    assertThat(covered)
        .containsExactly(
            new Covered(
                commitment("c", 2_000, 5, 0, 40),
                GpuTime.of(2_000, 30),
                Charge.of(5, GpuTime.of(2_000, 30)),
                List.of(
                    new Part(kind(7), GpuTime.of(1_000, 15)),
                    new Part(kind(3), new GpuTime(2_000 * 5 + 1_000 * 5)))));
    assertThat(covered.getFirst().used()).isEqualTo(new GpuTime(30_000));
  }

  private static Kind kind(long price) {
    return new Kind(UsageClass.NOMINAL, UsageMeter.RUN, price);
  }

  private static Piece piece(int from, int to, long milliGpus, Kind kind) {
    return new Piece(at(from), at(to), milliGpus, kind);
  }

  @Test
  void everyMillisecondIsCoveredAsWrittenAbove() {
    for (long seed = 0; seed < 3_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Commitment> commitments = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        int from = random.nextInt(LENGTH);
        int to = from + random.nextInt(LENGTH);
        long gpus = 500L * (1 + random.nextInt(4));
        commitments.add(commitment("c" + i, gpus, random.nextInt(9), from, to));
      }
      List<Piece> pieces = new ArrayList<>();
      for (int i = random.nextInt(8); i > 0; i--) {
        int from = random.nextInt(LENGTH);
        int to = from + 1 + random.nextInt(20);
        pieces.add(piece(from, to, 500L * (1 + random.nextInt(4)), randomKind(random)));
      }
      int from = random.nextInt(LENGTH / 2);
      int to = from + 1 + random.nextInt(LENGTH);
      List<Covered> covered = new CommitmentCover(commitments, pieces).in(at(from), at(to));
      assertThat(covered).as("seed %d", seed).isEqualTo(slowly(commitments, pieces, from, to));
      List<Piece> mixed = new ArrayList<>(cut(pieces));
      Collections.shuffle(mixed, new Random(seed));
      assertThat(new CommitmentCover(commitments.reversed(), mixed).in(at(from), at(to)))
          .as("seed %d, cut and shuffled", seed)
          .isEqualTo(covered);
    }
  }

  private static Kind randomKind(SplittableRandom random) {
    return new Kind(
        random.nextBoolean() ? UsageClass.NOMINAL : UsageClass.RESERVED,
        random.nextBoolean() ? UsageMeter.SETUP : UsageMeter.RUN,
        random.nextInt(4));
  }

  private static List<Piece> cut(List<Piece> pieces) {
    List<Piece> parts = new ArrayList<>();
    for (Piece piece : pieces) {
      Instant middle =
          piece.from().plusMillis((piece.to().toEpochMilli() - piece.from().toEpochMilli()) / 2);
      if (middle.isAfter(piece.from())) {
        parts.add(new Piece(piece.from(), middle, piece.milliGpus(), piece.kind()));
      }
      parts.add(new Piece(middle, piece.to(), piece.milliGpus(), piece.kind()));
    }
    return parts;
  }

  private static List<Covered> slowly(
      List<Commitment> commitments, List<Piece> pieces, int from, int to) {
    List<Commitment> sorted =
        commitments.stream().sorted(Comparator.comparing(Commitment::id)).toList();
    List<Covered> result = new ArrayList<>();
    for (Commitment asked : sorted) {
      long reserved = 0;
      SortedMap<Kind, GpuTime> used = new TreeMap<>(ORDER);
      for (int milli = from; milli < to; milli++) {
        List<Kind> inUse = inUse(pieces, at(milli));
        int place = 0;
        for (Commitment one : sorted) {
          boolean holds = !at(milli).isBefore(one.from()) && at(milli).isBefore(one.to());
          for (long half = 0; holds && half < one.milliGpus(); half += 500) {
            boolean mine = one.id().equals(asked.id());
            reserved += mine ? 500 : 0;
            if (place < inUse.size()) {
              Kind kind = inUse.get(place++);
              if (mine) {
                used.merge(kind, new GpuTime(500), GpuTime::plus);
              }
            }
          }
        }
      }
      if (reserved > 0) {
        Charge fee = Charge.of(asked.priceMicros(), new GpuTime(reserved));
        List<Part> parts =
            used.entrySet().stream().map(it -> new Part(it.getKey(), it.getValue())).toList();
        result.add(new Covered(asked, new GpuTime(reserved), fee, parts));
      }
    }
    return result;
  }

  /// Of each half GPU in use, the dearest first.
  private static List<Kind> inUse(List<Piece> pieces, Instant at) {
    List<Kind> inUse = new ArrayList<>();
    for (Piece piece : pieces) {
      boolean active = !at.isBefore(piece.from()) && at.isBefore(piece.to());
      for (long half = 0; active && half < piece.milliGpus(); half += 500) {
        inUse.add(piece.kind());
      }
    }
    inUse.sort(ORDER);
    return inUse;
  }

  @Test
  void aCommitmentReservesSomething() {
    assertThatThrownBy(() -> commitment("c", 0, 1, 0, 1))
        .hasMessageStartingWith("Commitment c must reserve something (0 mGPU)");
    assertThatThrownBy(() -> commitment("c", 1, -1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> commitment("c", 1, 1, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
