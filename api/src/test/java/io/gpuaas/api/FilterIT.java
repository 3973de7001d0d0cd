package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The filter of lists of jobs, against its meaning on the documents themselves.
class FilterIT extends HttpIT {
  private static final int CASES = 150;
  private static final List<String> PRIORITIES = List.of("low", "normal", "high");

  @BeforeEach
  void jobs() {
    sampleOrganisation();
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      bodies.add(
          JobBodies.job("filtered-" + i)
              .replace("\"count\":1", "\"count\":" + (1 + i % 4))
              .replace("\"gpusPerPod\":8", "\"gpusPerPod\":" + (i % 3 + 1))
              .replace("\"type\"", "\"priority\":\"%s\",\"type\"".formatted(PRIORITIES.get(i % 3)))
              .replace("\"spec\"", "\"labels\":{\"team\":\"t%d\"},\"spec\"".formatted(i % 2)));
    }
    admin().post("/api/v1/jobs:batch", "{\"jobs\":[" + String.join(",", bodies) + "]}");
  }

  /// A filter and what it means.
  private record Case(String text, Predicate<JsonNode> meaning) {}

  private static Case atom(Random random) {
    int number = random.nextInt(12);
    return switch (random.nextInt(6)) {
      case 0 -> new Case("gpus >= " + number, it -> gpus(it).compareTo(of(number)) >= 0);
      case 1 -> new Case("gpus<%d.5".formatted(number), it -> gpus(it).doubleValue() < number + .5);
      case 2 -> new Case("label.team = t1", it -> it.at("/labels/team").asString("").equals("t1"));
      case 3 ->
          new Case(
              "priority in (low, \"high\")",
              it -> List.of("low", "high").contains(it.path("priority").asString()));
      case 4 ->
          new Case(
              "name ~ \"ED-%d\"".formatted(number),
              it -> it.path("name").asString().contains("ed-" + number));
      default -> new Case("endedAt > \"2020-01-01T00:00:00Z\"", it -> !it.path("endedAt").isNull());
    };
  }

  private static BigDecimal gpus(JsonNode job) {
    return new BigDecimal(job.path("gpus").asString());
  }

  private static BigDecimal of(int number) {
    return BigDecimal.valueOf(number);
  }

  private static Case tree(Random random, int depth) {
    if (depth == 0) {
      return atom(random);
    }
    Case left = tree(random, depth - 1);
    Case right = tree(random, random.nextInt(depth));
    return switch (random.nextInt(4)) {
      case 0 ->
          new Case(
              "(%s and %s)".formatted(left.text(), right.text()),
              left.meaning().and(right.meaning()));
      case 1 ->
          new Case(
              "(%s OR %s)".formatted(left.text(), right.text()),
              left.meaning().or(right.meaning()));
      case 2 -> new Case("not " + left.text(), left.meaning().negate());
      default -> left;
    };
  }

  @Test
  void findsWhatItMeans() {
    List<JsonNode> all = new ArrayList<>();
    admin().get("/api/v1/jobs?q=filtered-&limit=200").json().path("items").forEach(all::add);
    assertThat(all).hasSize(24);
    Random random = new Random(11);
    for (int i = 0; i < CASES; i++) {
      Case one = tree(random, random.nextInt(4));
      List<String> wanted = names(all.stream().filter(one.meaning()).toList());
      Answer found = list("name ~ \"filtered-\" and (%s)".formatted(one.text()));
      List<JsonNode> items = new ArrayList<>();
      found.json().path("items").forEach(items::add);
      assertThat(names(items)).as(one.text()).isEqualTo(wanted);
    }
  }

  /// The numbers of the reports on runs lead to the jobs behind them by this.
  @Test
  void whatOneRunFulfilsFindsItsJob() {
    String id =
        admin().post("/api/v1/jobs", JobBodies.job("ran-once")).json().path("id").asString();
    admin().get("/api/v1/jobs/" + id + "?waitFor=RUNNING&timeout=30s");
    admin().post("/api/v1/jobs/" + id + ":cancel", "{}");
    admin().get("/api/v1/jobs/" + id + "?waitFor=TERMINAL&timeout=30s");
    JsonNode run = admin().get("/api/v1/jobs/" + id + "/runs").json().at("/0");
    String outcome = run.path("outcome").asString();
    String end = run.path("endedAt").asString();
    String reason = run.path("reason").asString();
    String within = "run(outcome = %s and endedAt >= \"%s\")";
    assertThat(found(within.formatted(outcome, end))).contains("ran-once");
    assertThat(found(within.formatted(outcome, "2999-01-01T00:00:00Z"))).isEmpty();
    assertThat(found("not " + within.formatted(outcome, end))).doesNotContain("ran-once");
    assertThat(found("run(stopReason = %s and boundAt < \"%s\")".formatted(reason, end)))
        .contains("ran-once");
    assertThat(found("run(stoppedAt >= \"2020-01-01T00:00:00Z\")")).contains("ran-once");
    assertThat(found("run(boundAt < \"%s\" and not releasedAt < \"%s\")".formatted(end, end)))
        .contains("ran-once");
    String pool = run.at("/holdings/0/pool").asString();
    String model = run.at("/holdings/0/model").asString();
    String first = "run(pool = \"%s\" and model = \"%s\" and attempt = %d)";
    assertThat(found(first.formatted(pool, model, 1))).contains("ran-once");
    assertThat(found(first.formatted(pool, model, 2))).isEmpty();
    assertThat(found(first.formatted("no-" + pool, model, 1))).isEmpty();
    assertThat(found("run(stoppedFor = protein-folding)")).doesNotContain("ran-once");
  }

  private List<String> found(String filter) {
    List<JsonNode> items = new ArrayList<>();
    Answer answer = list(filter);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    answer.json().path("items").forEach(items::add);
    return names(items);
  }

  @Test
  void textFindsByNameAndByWhatPeopleKnowOfAnId() {
    JsonNode one = admin().get("/api/v1/jobs?q=filtered-7&limit=1").json().path("items").get(0);
    String id = one.path("id").asString();
    String end = id.substring(id.length() - 6);
    for (String text :
        List.of(id, id.toLowerCase(Locale.ROOT), id.substring(0, 28), end, "TERED-7")) {
      List<JsonNode> found = new ArrayList<>();
      admin().get("/api/v1/jobs?q=" + text).json().path("items").forEach(found::add);
      assertThat(names(found)).as(text).contains("filtered-7");
    }
    for (String text :
        List.of("filtered-7%20" + id.substring(id.length() - 8), "job_7", "%25", "filtered_7")) {
      assertThat(admin().get("/api/v1/jobs?q=" + text).json().path("items")).as(text).isEmpty();
    }
    for (String part :
        List.of(
            id.substring(5, 15),
            id.substring(20).toLowerCase(Locale.ROOT),
            id.toLowerCase(Locale.ROOT),
            id.toUpperCase(Locale.ROOT),
            id.substring(2, 30),
            "B_" + id.substring(4, 8),
            "o",
            "Job_")) {
      List<JsonNode> found = new ArrayList<>();
      list("id ~ \"%s\"".formatted(part)).json().path("items").forEach(found::add);
      assertThat(names(found)).as(part).contains("filtered-7");
    }
    assertThat(list("id ~ \"%s%s\"".formatted("X", id.substring(4))).json().path("items"))
        .isEmpty();
  }

  private static List<String> names(List<JsonNode> jobs) {
    return jobs.stream().map(it -> it.path("name").asString()).toList();
  }

  private Answer list(String filter) {
    String encoded = URLEncoder.encode(filter, StandardCharsets.UTF_8);
    return admin().get("/api/v1/jobs?limit=200&filter=" + encoded);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "gpus >=|a value",
        "gpus >= many|a number",
        "attempt = 1.5|a whole number",
        "phase = SLEEPING|a phase of",
        "phase < RUNNING|=, != or in",
        "colour = red|one of the fields",
        "run(gpus = 1)|one of the fields of runs",
        "run(run(outcome = FAILED))|=, !=, <",
        "run(stoppedFor ~ x)|=, != or in",
        "run(pool ~ x)|=, != or in",
        "run outcome = FAILED|expected (",
        "(gpus > 1|expected )",
        "gpus > 1 gpus < 3|and, or, or the end",
        "submittedAt > yesterday|a time such as",
        "name = \"open|the closing double quote",
        "'; drop table placement.job; --|a field"
      })
  void whatCannotBeReadIsRefusedWithItsPlace(String filter, String expected) {
    Answer refused = list(filter);
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("INVALID_PARAMETER");
    assertThat(refused.json().path("errors").get(0).path("detail").asString()).contains(expected);
  }

  @Test
  void bracketsHaveADepthAndTextsALength() {
    assertThat(list("(".repeat(100) + "gpus=1" + ")".repeat(100)).status()).isEqualTo(400);
    assertThat(list("name = " + "a".repeat(3000)).status()).isEqualTo(400);
  }
}
