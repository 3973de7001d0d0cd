package io.gpuaas.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One list in all forms.
class OutputTest {
  private static final String COSTS =
      """
      {"items":[{"project":"=1+1","gpuHours":"2.5","amount":{"amount":"-4.80","currency":"EUR"}},
                {"project":"vision, \\"2\\"","gpuHours":"10",
                 "amount":{"amount":"20.00","currency":"EUR"}}]}\
      """;

  private FakeServer server = new FakeServer();

  @BeforeEach
  void start() {
    server = new FakeServer();
    server.json("GET /costs/month-to-date", 200, COSTS);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String cost(String form) {
    Map<String, String> environment = Map.of("GPUAAS_URL", server.url());
    return Call.of(Path.of(""), environment, "", "cost", "-o", form).out();
  }

  @Test
  void tableHasNumbersOnTheRight() {
    assertThat(cost("table"))
        .isEqualToNormalizingNewlines(
            """
            PROJECT      GPU-HOURS  NOMINAL  BORROWED  UNRATED  AMOUNT  CURRENCY
            =1+1               2.5        -         -        -   -4.80  EUR
            vision, "2"         10        -         -        -   20.00  EUR
            """);
  }

  @Test
  void csvRunsNoFormulaAndKeepsNumbers() {
    assertThat(cost("csv"))
        .isEqualTo(
            """
            "PROJECT","GPU-HOURS","NOMINAL","BORROWED","UNRATED","AMOUNT","CURRENCY"\r
            "'=1+1","2.5","-","-","-","-4.80","EUR"\r
            "vision, ""2""\","10","-","-","-","20.00","EUR"\r
            """);
  }

  @Test
  void jsonAndYamlAreWhatTheServerSaid() {
    assertThat(cost("json")).startsWith("[ {").contains("\"amount\" : \"-4.80\"");
    assertThat(cost("yaml")).startsWith("- project: =1+1\n  gpuHours: '2.5'\n");
  }

  @Test
  void eachCommandExplainsItself() {
    String all =
        "login logout run plan render jobs job logs wait cancel queue why free quota cost budget"
            + " top whoami get cluster-queues apply export import admin completion";
    for (String name : all.split(" ", -1)) {
      Call help = Call.of(Path.of(""), Map.of(), "", name, "--help");
      assertThat(help.status()).as(name).isZero();
      assertThat(help.out()).contains("Usage: gpuaas " + name).containsPattern("Examples?:");
    }
    assertThat(Call.of(Path.of(""), Map.of(), "", "jobs", "--nonsense").status()).isEqualTo(2);
    assertThat(Call.of(Path.of(""), Map.of(), "", "completion").out()).contains("gpuaas");
    assertThat(Call.of(Path.of(""), Map.of("HOME", "/nowhere"), "", "jobs").err())
        .contains("gpuaas login");
  }
}
