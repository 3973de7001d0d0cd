package io.gpuaas.accounting.internal.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.RateCardFiles.Reading;
import io.gpuaas.accounting.RateKey;
import io.gpuaas.accounting.TimeBand;
import io.gpuaas.core.Fault;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rate cards as files.
class CsvRateCardsTest {
  private static final String COLUMNS =
      "pool,model,class,meter,price_per_gpu_hour,valid_from,valid_to";
  private final CsvRateCards files = new CsvRateCards();

  @Test
  void whatIsWrittenIsReadBack() {
    Instant from = Instant.parse("2026-01-01T00:00:00Z");
    Instant to = Instant.parse("2027-01-01T00:00:00Z");
    RateCard card =
        new RateCard(
            "list",
            "EUR",
            List.of(
                new Rate(
                    1, "list", 1, RateKey.EVERYTHING, 2_000_000, 3_000_000, from, Rate.OPEN_END),
                new Rate(
                    2,
                    "list",
                    1,
                    new RateKey(
                        "=H\"2\",00",
                        "-pool\n2",
                        "BORROWED",
                        "RUN",
                        TimeBand.parse("SAT-SUN 20:00-06:00 Europe/Berlin").orElseThrow()),
                    1,
                    from,
                    to)),
            1);
    StringBuilder text = new StringBuilder();
    files.write(card, text);
    assertThat(text.toString()).contains("\"'=H\"\"2\"\",00\"").contains("\"'-pool\n2\"");
    assertThat(files.read(text.toString()))
        .isEqualTo(new Reading.Read(RateCardDraft.of(card).rates()));
  }

  @Test
  void aFileMayLeaveOutTheTimeBandAndTheListPrice() {
    String row = "\n*,H200,*,*,1,2026-01-01T00:00:00Z,";
    RateCardDraft.Line line =
        new RateCardDraft.Line("*", "H200", "*", "*", "1", "2026-01-01T00:00:00Z", "", "", "");
    assertThat(files.read(COLUMNS + row)).isEqualTo(new Reading.Read(List.of(line)));
    assertThat(files.read(COLUMNS + ",time_band" + row + ","))
        .isEqualTo(new Reading.Read(List.of(line)));
    assertThat(files.read(COLUMNS + ",time_band,list_price_per_gpu_hour" + row + ",,"))
        .isEqualTo(new Reading.Read(List.of(line)));
    assertThat(faults(COLUMNS + ",list_price_per_gpu_hour" + row + ","))
        .extracting(Fault::code)
        .containsExactly("WRONG_COLUMNS");
    assertThat(faults(COLUMNS + ",time_band" + row))
        .extracting(Fault::pointer)
        .containsExactly("/rows/1/time_band");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pool;model|/rows/0/pool|WRONG_COLUMNS",
        "''|/rows/0/pool|WRONG_COLUMNS",
        "pool,model|/rows/0/class|WRONG_COLUMNS",
        "pool,model,klass|/rows/0/class|WRONG_COLUMNS",
      })
  void columnsMustBeAsTheyAreWritten(String text, String at, String code) {
    assertThat(faults(text))
        .extracting(Fault::pointer, Fault::code)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(at, code));
  }

  @Test
  void faultsNameTheRow() {
    assertThat(faults(COLUMNS + "\n*,*,*,*,1,2026-01-01T00:00:00Z,\n*,*\n,,,,,,,,\n"))
        .extracting(Fault::pointer)
        .containsExactly("/rows/2/class", "/rows/3/valid_to");
    assertThat(faults("\uFEFF" + COLUMNS))
        .extracting(Fault::pointer, Fault::code)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("/rows/0/pool", "BYTE_ORDER_MARK"));
    assertThat(faults(COLUMNS + ",time_band,list_price_per_gpu_hour,note"))
        .extracting(Fault::pointer, Fault::value)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("/rows/0/note", "note"));
    assertThat(faults(COLUMNS + "\n" + "a,b,c,d,e,f,g\n".repeat(10_001)))
        .extracting(Fault::code)
        .containsExactly("TOO_MANY_ROWS");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "*,*^\"open|/rows/2/pool",
        "\"a\"\"b^,c\",\"H\" ,*,\"RUN|/rows/1/meter",
        "*,\"H\"200,*|/rows/1/model",
        "*,*,*,*,*,*,*,*,*,*,\"x|/rows/1/list_price_per_gpu_hour",
      })
  void aQuoteThatDoesNotEndNamesItsCell(String rows, String at) {
    assertThat(faults(COLUMNS + "\n" + rows.replace('^', '\n')))
        .extracting(Fault::pointer, Fault::code)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(at, "INVALID_CSV"));
  }

  private List<Fault> faults(String text) {
    return switch (files.read(text)) {
      case Reading.Refused(List<Fault> faults) -> faults;
      case Reading.Read(var lines) -> throw new AssertionError("read " + lines);
    };
  }
}
