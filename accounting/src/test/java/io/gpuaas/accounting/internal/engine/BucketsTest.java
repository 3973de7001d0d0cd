package io.gpuaas.accounting.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Dimension;
import java.time.Instant;
import java.time.Month;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant FROM = Instant.parse("2026-02-10T00:00:00Z");
  private static final Instant TO = Instant.parse("2027-05-01T00:00:00Z");

  /// A year that does not begin in January is named by the one in which it ends.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "YEAR|JANUARY|2026 2027",
        "YEAR|APRIL|FY2026 FY2027 FY2028",
        "YEAR|OCTOBER|FY2026 FY2027",
        "QUARTER|JANUARY|2026-Q1 2026-Q2 2026-Q3 2026-Q4 2027-Q1 2027-Q2",
        "QUARTER|APRIL|FY2026-Q4 FY2027-Q1 FY2027-Q2 FY2027-Q3 FY2027-Q4 FY2028-Q1",
        "QUARTER|NOVEMBER|FY2026-Q2 FY2026-Q3 FY2026-Q4 FY2027-Q1 FY2027-Q2 FY2027-Q3"
      })
  void fiscalYearsBeginWithTheirMonth(Dimension step, Month start, String labels) {
    List<Buckets.Bucket> buckets = Buckets.of(step, FROM, TO, BERLIN, start);
    String found = String.join(" ", buckets.stream().map(Buckets.Bucket::label).toList());
    assertThat(found).isEqualTo(labels);
    assertThat(buckets.getFirst().from()).isEqualTo(FROM);
    assertThat(buckets.getLast().to()).isEqualTo(TO);
    for (int i = 1; i < buckets.size(); i++) {
      assertThat(buckets.get(i).from()).isEqualTo(buckets.get(i - 1).to());
    }
    int month = start.getValue();
    assertThat(buckets.get(1).from().atZone(BERLIN).getMonthValue() - month)
        .matches(step == Dimension.YEAR ? it -> it == 0 : it -> Math.floorMod(it, 3) == 0);
  }
}
