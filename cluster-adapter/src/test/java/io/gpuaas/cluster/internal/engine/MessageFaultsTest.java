package io.gpuaas.cluster.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cluster.SimulationSettings;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.Observation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Messages that are lost and repeated on their way.
class MessageFaultsTest {
  private static final int ALWAYS = 1_000_000;

  private static MessageFaults faults(long seed, int lost, int repeated) {
    return new MessageFaults(new SimulationSettings(seed, 0, 0, 0, 0, 0, lost, repeated, 0, 0));
  }

  private static List<Observation> said(int count) {
    List<Observation> said = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Instant at = Instant.EPOCH.plusSeconds(i);
      said.add(new Observation.RunStarted(new RunId("r" + i), at));
    }
    return said;
  }

  @Test
  void withoutFaultsAllArrivesOnce() {
    List<Observation> said = said(20);
    assertThat(faults(1, 0, 0).arriving(said)).isEqualTo(said);
    assertThat(faults(1, 0, 0).lose()).isFalse();
  }

  @Test
  void whatIsAlwaysLostNeverArrivesAndWhatIsAlwaysRepeatedComesTwice() {
    assertThat(faults(1, ALWAYS, ALWAYS).arriving(said(20))).isEmpty();
    assertThat(faults(1, ALWAYS, 0).lose()).isTrue();
    List<Observation> twice = new ArrayList<>();
    for (Observation observation : said(5)) {
      twice.add(observation);
      twice.add(observation);
    }
    assertThat(faults(1, 0, ALWAYS).arriving(said(5))).isEqualTo(twice);
  }

  @Test
  void chancesAreAboutWhatIsAskedForAndTheSameEachTime() {
    List<Observation> arriving = faults(7, 300_000, 100_000).arriving(said(10_000));
    assertThat(arriving).hasSizeBetween(7_500, 7_900);
    assertThat(faults(7, 300_000, 100_000).arriving(said(10_000))).isEqualTo(arriving);
    assertThat(faults(8, 300_000, 100_000).arriving(said(10_000))).isNotEqualTo(arriving);
  }

  @Test
  void whatIsShuffledArrivesOnceAndEachRunIsHeardInItsOrder() {
    SimulationSettings settings = new SimulationSettings(5, 0, 0, 0, 0, 0, 0, 0, true, 0, 0);
    List<Observation> said = new ArrayList<>(said(50));
    for (int i = 0; i < 50; i++) {
      said.add(new Observation.RunGone(new RunId("r" + i), Instant.EPOCH.plusSeconds(99)));
    }
    List<Observation> heard = new MessageFaults(settings).arriving(said);
    assertThat(heard).containsExactlyInAnyOrderElementsOf(said).isNotEqualTo(said);
    for (int i = 0; i < 50; i++) {
      assertThat(heard.indexOf(said.get(i))).isLessThan(heard.indexOf(said.get(50 + i)));
    }
    assertThat(new MessageFaults(settings).arriving(said)).isEqualTo(heard);
  }

  /// A message that is said again, because nobody heard it, may arrive this time.
  @Test
  void aRepeatedAttemptHasAChanceOfItsOwn() {
    MessageFaults faults = faults(3, 500_000, 0);
    int arrived = 0;
    for (int i = 0; i < 200; i++) {
      arrived += faults.arriving(said(1)).size();
    }
    assertThat(arrived).isBetween(60, 140);
  }
}
