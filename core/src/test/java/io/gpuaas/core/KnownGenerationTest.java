package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KnownGenerationTest {
  private final AtomicLong stored = new AtomicLong(7);
  private final List<Long> readings = new ArrayList<>();

  private long read() {
    readings.add(stored.get());
    return stored.get();
  }

  @Test
  void aloneReadsOnceUntilAWriterMoves() {
    KnownGeneration known = new KnownGeneration(true);
    assertThat(List.of(known.get(this::read), known.get(this::read))).containsExactly(7L, 7L);
    assertThat(readings).containsExactly(7L);
    known.moves();
    stored.set(8);
    known.moves();
    assertThat(List.of(known.get(this::read), known.get(this::read))).containsExactly(8L, 8L);
    assertThat(readings).containsExactly(7L, 8L);
  }

  @Test
  void aReadingBeforeTheCommitIsNotKeptAfterIt() {
    KnownGeneration known = new KnownGeneration(true);
    known.moves();
    assertThat(known.get(this::read)).isEqualTo(7);
    stored.set(8);
    known.moves();
    assertThat(known.get(this::read)).isEqualTo(8);
  }

  @Test
  void aReadingThatAWriterOvertakesIsNotKept() {
    KnownGeneration known = new KnownGeneration(true);
    long overtaken =
        known.get(
            () -> {
              long before = read();
              stored.set(8);
              known.moves();
              return before;
            });
    assertThat(overtaken).isEqualTo(7);
    assertThat(known.get(this::read)).isEqualTo(8);
  }

  @Test
  void withOtherWritersEachReadingIsNew() {
    KnownGeneration known = new KnownGeneration(false);
    assertThat(known.get(this::read)).isEqualTo(7);
    stored.set(8);
    assertThat(known.get(this::read)).isEqualTo(8);
  }
}
