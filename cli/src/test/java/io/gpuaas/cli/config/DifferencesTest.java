package io.gpuaas.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.server.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferencesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "nothing",
      value = {
        "64|\"64.0\"|nothing",
        "\"1649267441664\"|\"1536Gi\"|nothing",
        "\"500m\"|0.5|nothing",
        "\"2k\"|2000|nothing",
        "\"2M\"|\"2Mi\"|x: \"2M\" → \"2Mi\"",
        "null|null|nothing",
        "\"A\"|\"B\"|x: \"A\" → \"B\"",
        "null|1|x: null → 1",
        "{\"a\":1,\"b\":2}|{\"a\":1}|nothing",
        "{\"a\":1,\"b\":{\"c\":2}}|{\"b\":{\"c\":3}}|x.b.c: 2 → 3",
        "{\"a\":1}|{\"a\":1,\"d\":2}|x.d: nothing → 2",
        "[1,2]|[1,2]|nothing",
        "[1,2]|[2,1]|x: another order: [2,1]",
        "[1,2]|[0,1,2]|x: + 0",
        "[1,2,2]|[2,1]|x: - 2",
        "[{\"n\":1,\"k\":\"a\"}]|[{\"n\":2}]|x[0].n: 1 → 2",
        "[{\"n\":1},{\"n\":2}]|[{\"n\":2},{\"n\":3},{\"n\":4}]"
            + "|x: - {\"n\":1};x: + {\"n\":3};x: + {\"n\":4}",
        "[1]|{\"a\":1}|x: [1] → {\"a\":1}"
      })
  void eachPlaceIsALine(String there, String wanted, @Nullable String lines) {
    assertThat(Differences.between("x", Json.MAPPER.readTree(there), Json.MAPPER.readTree(wanted)))
        .isEqualTo(lines == null ? List.of() : List.of(lines.split(";", -1)));
  }

  @Test
  void orderOfQuotasSaysNothing() {
    var there = Json.MAPPER.readTree("[{\"flavor\":\"a\"},{\"flavor\":\"b\"}]");
    var wanted = Json.MAPPER.readTree("[{\"flavor\":\"b\"},{\"flavor\":\"a\"}]");
    assertThat(Differences.between("quotas", there, wanted)).isEmpty();
    assertThat(Differences.between("flavors", there, wanted)).hasSize(1);
  }

  @Test
  void longValuesAreShownWhole() {
    String long1 = "\"" + "a".repeat(500) + "\"";
    assertThat(Differences.between("x", Json.MAPPER.readTree("1"), Json.MAPPER.readTree(long1)))
        .containsExactly("x: 1 → " + long1);
  }
}
