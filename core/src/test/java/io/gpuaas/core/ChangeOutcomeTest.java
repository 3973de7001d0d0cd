package io.gpuaas.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeOutcomeTest {
  private static final Versioned<String> STANDING = new Versioned<>("old", 4);

  @Test
  void createsOnlyWhatIsNotThere() {
    assertThat(ChangeOutcome.<String>ifAbsent(null, ChangeOutcomeTest::created))
        .isEqualTo(created());
    assertThat(ChangeOutcome.ifAbsent(STANDING, ChangeOutcomeTest::created))
        .isEqualTo(new ChangeOutcome.Exists<>(4));
  }

  @Test
  void changesOnlyTheNewestVersion() {
    assertThat(ChangeOutcome.ifCurrent(STANDING, 4, ChangeOutcomeTest::changed))
        .isEqualTo(new ChangeOutcome.Accepted<>("old, new", 5, List.of()));
    assertThat(ChangeOutcome.ifCurrent(STANDING, 3, ChangeOutcomeTest::changed))
        .isEqualTo(new ChangeOutcome.Stale<>(4));
    assertThat(ChangeOutcome.ifCurrent(STANDING, 5, ChangeOutcomeTest::changed))
        .isEqualTo(new ChangeOutcome.Stale<>(4));
    assertThat(ChangeOutcome.<String>ifCurrent(null, 4, ChangeOutcomeTest::changed))
        .isEqualTo(new ChangeOutcome.Missing<>());
  }

  @Test
  void whatIsSaidCannotBeChangedAfterwards() {
    Fault fault = Fault.of("/name", "DUPLICATE", "Taken.");
    List<Fault> said = new ArrayList<>(List.of(fault));
    var invalid = new ChangeOutcome.Invalid<String>(said);
    var inUse = new ChangeOutcome.InUse<String>(said);
    var refused = new ImportOutcome.Invalid(said);
    var imported = new ImportOutcome.Imported(2, 1, 0, 3, said);
    said.clear();
    assertThat(List.of(invalid.faults(), inUse.uses(), refused.faults(), imported.warnings()))
        .containsOnly(List.of(fault));
  }

  private static ChangeOutcome<String> created() {
    return new ChangeOutcome.Accepted<>("new", 1, List.of());
  }

  private static ChangeOutcome<String> changed(String old) {
    return new ChangeOutcome.Accepted<>(old + ", new", 5, List.of());
  }
}
