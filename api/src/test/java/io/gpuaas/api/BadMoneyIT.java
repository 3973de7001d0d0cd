package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What finance may not do is refused whole: each fault names its field, or the row and column of
/// its file, and nothing of it stays.
class BadMoneyIT extends HttpIT {
  private static final String PROJECT = JobBodies.PROJECT;
  private static final String COLUMNS =
      "pool,model,class,meter,price_per_gpu_hour,valid_from,valid_to\n";

  /// What might have been changed in part.
  private static final List<String> BOOKS =
      List.of(
          "/api/v1/rate-cards",
          "/api/v1/rate-card-proposals",
          "/api/v1/budgets",
          "/api/v1/adjustments",
          "/api/v1/commitments",
          "/api/v1/charge-policies",
          "/api/v1/billing",
          "/api/v1/periods/2020-03");

  /// @param faults `pointer CODE` of each; where there is none, the code of the problem
  record Case(String what, String path, String body, int status, List<String> faults) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static Case card(String what, String name, String currency, String rates, String... is) {
    String body = "{\"currency\":\"%s\",\"rates\":[%s]}".formatted(currency, rates);
    return new Case(what, "/api/v1/rate-cards/" + name + "/proposals", body, 422, List.of(is));
  }

  private static Case file(String what, String text, String... faults) {
    String path = "/api/v1/rate-cards/file/proposals/csv?currency=EUR";
    return new Case(what, path, text, 422, List.of(faults));
  }

  private static String rate(String model, String price, String from, String to) {
    String end = to.isEmpty() ? "null" : "\"" + to + "\"";
    return "{\"model\":\"%s\",\"pricePerGpuHour\":\"%s\",\"validFrom\":\"%s\",\"validTo\":%s}"
        .formatted(model, price, from, end);
  }

  private static Stream<Case> rates() {
    String first = rate("X", "1", "2998-01-01T00:00:00Z", "2998-03-01T00:00:00Z");
    String meets = rate("X", "2", "2998-02-01T00:00:00Z", "");
    String leaves = rate("X", "2", "2998-04-01T00:00:00Z", "");
    return Stream.of(
        card("rates that overlap", "a", "EUR", first + "," + meets, "/rates/1/validFrom OVERLAP"),
        card(
            "rates that leave a hole", "a", "EUR", first + "," + leaves, "/rates/1/validFrom HOLE"),
        card("another currency", "a", "USD", first, "/currency OTHER_CURRENCY"),
        card("no currency", "a", "XQZ", first, "/currency UNKNOWN_CURRENCY"),
        card(
            "seven decimals",
            "a",
            "EUR",
            rate("X", "1.1234567", "2998-01-01T00:00:00Z", ""),
            "/rates/0/pricePerGpuHour INVALID_PRICE"),
        card(
            "a price of the past",
            "a",
            "EUR",
            rate("H200-141GB", "9", "2020-01-01T00:00:00Z", ""),
            "/rates/0/validFrom OVERLAP",
            "/rates/0/validFrom IN_THE_PAST"));
  }

  private static Stream<Case> files() {
    String good = "*,X,*,*,1.00,2998-01-01T00:00:00Z,2998-02-01T00:00:00Z\n";
    return Stream.of(
        file("semicolons", COLUMNS.replace(',', ';'), "/rows/0/pool WRONG_COLUMNS"),
        file("a byte order mark", "\uFEFF" + COLUMNS + good, "/rows/0/pool BYTE_ORDER_MARK"),
        file(
            "a column that is missing", COLUMNS.replace("pool,", ""), "/rows/0/pool WRONG_COLUMNS"),
        file("nothing at all", "", "/rows/0/pool WRONG_COLUMNS"),
        file("a quote that does not end", COLUMNS + good + "*,\"X\n", "/rows/2/model INVALID_CSV"),
        file("a row too short", COLUMNS + good + "*,X\n", "/rows/2/class WRONG_COLUMNS"),
        file(
            "words for numbers",
            COLUMNS + good + "*,X,NONE,*,x,y,\n",
            "/rows/2/class UNKNOWN_VALUE",
            "/rows/2/price_per_gpu_hour INVALID_PRICE",
            "/rows/2/valid_from INVALID_TIME"),
        file(
            "a hole",
            COLUMNS + good + "*,X,*,*,2.00,2998-03-01T00:00:00Z,\n",
            "/rows/2/valid_from HOLE"),
        file(
            "an overlap",
            COLUMNS + good + "*,X,*,*,2.00,2998-01-15T00:00:00Z,\n",
            "/rows/2/valid_from OVERLAP"));
  }

  private static Stream<Case> others() {
    String adjustment =
        "{\"project\":\"%s\",\"amount\":\"%s\",\"reasonCode\":\"GOODWILL\","
            + "\"explanation\":\"x\"%s}";
    return Stream.of(
        new Case(
            "a budget of nobody, in another currency, with too many decimals",
            "/api/v1/budgets/bad",
            """
            {"scopeKind":"PROJECT","scope":"none","period":"MONTH","hard":true,
             "amount":{"amount":"1.123","currency":"USD"}}\
            """,
            422,
            List.of("/amount INVALID_AMOUNT", "/currency OTHER_CURRENCY", "/scope UNKNOWN_SCOPE")),
        new Case(
            "a budget of a user whom nobody knows",
            "/api/v1/budgets/bad",
            """
            {"scopeKind":"USER","scope":"no.body","period":"MONTH","hard":true,
             "amount":{"amount":"1","currency":"EUR"}}\
            """,
            422,
            List.of("/scope UNKNOWN_SCOPE")),
        new Case(
            "GPUs reserved in a pool that is not there",
            "/api/v1/commitments",
            """
            {"project":"%s","pool":"none","model":"none","gpus":"1","pricePerGpuHour":"1",
             "from":"2998-01-01T00:00:00Z","to":"2998-02-01T00:00:00Z"}\
            """
                .formatted(PROJECT),
            422,
            List.of("/model UNKNOWN_SCOPE", "/pool UNKNOWN_SCOPE")),
        new Case(
            "a policy for a pool that is not there",
            "/api/v1/charge-policies",
            "{\"pool\":\"none\",\"since\":\"2998-01\",\"idle\":\"PLATFORM_ABSORBS\","
                + "\"lenderPercent\":0}",
            422,
            List.of("/pool UNKNOWN_SCOPE")),
        new Case(
            "an adjustment of a project that is not there",
            "/api/v1/adjustments",
            adjustment.formatted("none", "1", ""),
            422,
            List.of("/project UNKNOWN_SCOPE")),
        new Case(
            "a close of a month to come",
            "/api/v1/periods/2998-01/close",
            "{}",
            422,
            List.of("/month PERIOD_NOT_OVER")),
        new Case(
            "a close for a project that is not there",
            "/api/v1/periods/2020-03/close",
            "{\"projects\":[\"%s\",\"none\"]}".formatted(PROJECT),
            422,
            List.of("/projects/1 UNKNOWN_SCOPE")),
        new Case(
            "a close in another zone",
            "/api/v1/periods/2020-03/close",
            "{\"projects\":[\"%s\"],\"zone\":\"Asia/Tokyo\"}".formatted(PROJECT),
            422,
            List.of("/zone OTHER_ZONE")),
        new Case(
            "an adjustment of a closed month",
            "/api/v1/adjustments",
            adjustment.formatted(PROJECT, "1", ",\"month\":\"2020-02\""),
            422,
            List.of("/month PERIOD_NOT_SOFT_CLOSED")),
        new Case(
            "an adjustment with seven decimals",
            "/api/v1/adjustments",
            adjustment.formatted(PROJECT, "1.1234567", ""),
            422,
            List.of("/amount INVALID_AMOUNT")),
        new Case(
            "a policy for a month that is over",
            "/api/v1/charge-policies",
            "{\"pool\":\"h200\",\"since\":\"2020-01\",\"idle\":\"PLATFORM_ABSORBS\","
                + "\"lenderPercent\":0}",
            422,
            List.of("/since IN_THE_PAST")),
        new Case(
            "charge-back of months that are closed",
            "/api/v1/billing/ai-research/decisions",
            "{\"mode\":\"CHARGE_BACK\",\"since\":\"2020-01\",\"reason\":\"x\"}",
            422,
            List.of("/since PERIOD_CLOSED")));
  }

  static Stream<Case> cases() {
    return Stream.of(rates(), files(), others()).flatMap(it -> it);
  }

  @BeforeEach
  void organisation() {
    sampleOrganisation();
    Answer card =
        admin()
            .create(
                "/api/v1/rate-cards/list",
                "{\"currency\":\"EUR\",\"rates\":[%s]}"
                    .formatted(rate("H200-141GB", "2", "2019-01-01T00:00:00Z", "")));
    assertThat(card.status()).as(card.text()).isIn(201, 412);
    Answer closed =
        admin().post("/api/v1/periods/2020-02/close", "{\"projects\":[\"%s\"]}".formatted(PROJECT));
    assertThat(closed.status()).as(closed.text()).isEqualTo(200);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void nothingOfItStays(Case it) {
    List<String> before = books();
    Answer answer = asked(it);
    assertThat(answer.status()).as(answer.text()).isEqualTo(it.status());
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    List<String> faults = new ArrayList<>();
    answer
        .json()
        .path("errors")
        .forEach(
            fault ->
                faults.add(
                    fault.path("pointer").asString("") + " " + fault.path("code").asString("")));
    assertThat(faults).as(answer.text()).containsExactlyInAnyOrderElementsOf(it.faults());
    assertThat(books()).isEqualTo(before);
  }

  private Answer asked(Case it) {
    if (it.path().contains("/budgets/")) {
      return admin().create(it.path(), it.body());
    }
    boolean isFile = it.path().contains("/csv");
    TestClient client = isFile ? admin().with("Content-Type", "text/csv") : admin();
    return it.path().contains("/proposals")
        ? client.with("If-None-Match", "*").post(it.path(), it.body())
        : client.post(it.path(), it.body());
  }

  private List<String> books() {
    return BOOKS.stream().map(path -> admin().get(path).text()).toList();
  }
}
