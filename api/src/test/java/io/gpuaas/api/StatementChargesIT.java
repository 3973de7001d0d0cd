package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.api.TestClient.Answer;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// What finance sets beside prices, how it closes months in two steps, and what it prints.
class StatementChargesIT extends HttpIT {
  private static final String PROJECT = JobBodies.PROJECT;

  @Autowired private InstantSource clock;
  @Autowired private LedgerFollower follower;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private static String commitment(String project, String from) {
    return """
    {"project":"%s","pool":"h200","model":"H200-141GB","gpus":"16","pricePerGpuHour":"1.80",
     "from":"%s","to":"2999-01-01T00:00:00Z"}\
    """
        .formatted(project, from);
  }

  @Test
  void aCommitmentIsProposedAgreedAndEnded() {
    Answer bad = admin().post("/api/v1/commitments", commitment("none", "2020-01-01T00:00:00Z"));
    assertThat(bad.pointers()).containsExactlyInAnyOrder("/project", "/from", "/to");
    String start = "2998-01-01T00:00:00Z";
    Answer made = admin().post("/api/v1/commitments", commitment(PROJECT, start));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.json().path("pricePerGpuHour").path("amount").asString()).isEqualTo("1.800000");
    assertThat(made.json().path("status").asString()).isEqualTo("PROPOSED");
    String one = "/api/v1/commitments/" + made.json().path("id").asString();
    String agree = "{\"decision\":\"APPROVE\"}";
    assertThat(admin().post(one + "/decision", agree).text()).contains("SAME_PERSON");
    TestClient second = secondPerson();
    Answer agreed = second.post(one + "/decision", agree);
    assertThat(agreed.json().path("status").asString()).as(agreed.text()).isEqualTo("APPROVED");
    assertThat(admin().get("/api/v1/commitments").text())
        .contains(made.json().path("id").asString());
    assertThat(admin().post(one + "/end", "{\"at\":\"2020-01-01T00:00:00Z\"}").pointers())
        .containsExactly("/at");
    Answer wanted = admin().post(one + "/end", "{\"at\":\"2998-06-01T00:00:00Z\"}");
    assertThat(wanted.json().path("end").path("at").asString())
        .as(wanted.text())
        .isEqualTo("2998-06-01T00:00:00.000Z");
    Answer ended = second.post(one + "/end/decision", agree);
    assertThat(ended.json().path("to").asString()).isEqualTo("2998-06-01T00:00:00.000Z");
    for (String path : List.of("/end", "/decision", "/end/decision")) {
      String body = path.equals("/end") ? "{\"at\":\"x\"}" : agree;
      assertThat(admin().post("/api/v1/commitments/none" + path, body).status()).isEqualTo(404);
    }
    assertThat(nobody().get("/api/v1/commitments").status()).isEqualTo(401);
  }

  @Test
  void aChargePolicyHoldsFromAMonthOnOnceASecondPersonAgrees() {
    String policy =
        "{\"pool\":\"h200\",\"since\":\"%s\",\"idle\":\"UNUSED_NOMINAL\",\"lenderPercent\":20}";
    assertThat(admin().post("/api/v1/charge-policies", policy.formatted("2020-01")).pointers())
        .containsExactly("/since");
    Answer made = admin().post("/api/v1/charge-policies", policy.formatted("2998-01"));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    String decision = "/api/v1/charge-policies/" + made.json().path("id").asString() + "/decision";
    assertThat(admin().post(decision, "{\"decision\":\"APPROVE\"}").status()).isEqualTo(422);
    Answer agreed = secondPerson().post(decision, "{\"decision\":\"APPROVE\"}");
    assertThat(agreed.json().path("status").asString()).as(agreed.text()).isEqualTo("APPROVED");
    assertThat(admin().get("/api/v1/charge-policies").text()).contains("\"since\":\"2998-01\"");
    assertThat(
            admin()
                .post("/api/v1/charge-policies/none/decision", "{\"decision\":\"APPROVE\"}")
                .status())
        .isEqualTo(404);
    Answer unknown =
        admin()
            .post(
                "/api/v1/charge-policies",
                policy.formatted("2998-01").replace("UNUSED_NOMINAL", "NOBODY"));
    assertThat(unknown.status()).isEqualTo(422);
  }

  @Test
  void aDepartmentIsChargedFromAMonthOnThatIsOpen() {
    String department =
        admin().get("/api/v1/billing").json().path("items").path(0).path("department").asString();
    String decisions = "/api/v1/billing/" + department + "/decisions";
    String wish = "{\"mode\":\"%s\",\"since\":\"%s\",\"reason\":\"%s\"}";
    assertThat(admin().post(decisions, wish.formatted("CHARGE_BACK", "2998-1x", " ")).pointers())
        .containsExactlyInAnyOrder("/reason", "/since");
    assertThat(admin().post(decisions, wish.formatted("PERHAPS", "2998-01", "x")).status())
        .isEqualTo(422);
    Answer made = admin().post(decisions, wish.formatted("CHARGE_BACK", "2998-01", "budgets 2998"));
    assertThat(made.status()).as(made.text()).isEqualTo(200);
    assertThat(made.json().path("mode").asString()).isEqualTo("CHARGE_BACK");
    assertThat(admin().get("/api/v1/billing").text()).contains("budgets 2998");
    assertThat(
            admin()
                .post("/api/v1/billing/none/decisions", wish.formatted("SHOW_BACK", "2998-01", "x"))
                .status())
        .isEqualTo(404);
    assertThat(admin().get("/api/v1/audit?limit=5").text()).contains("billing.decide");
    assertThat(nobody().get("/api/v1/billing").status()).isEqualTo(401);
  }

  @Test
  void aMonthIsSoftClosedAdjustedAndClosed() {
    String period = "/api/v1/periods/2020-05";
    String body = "{\"projects\":[\"%s\"]}".formatted(PROJECT);
    assertThat(state(period)).isEqualTo("OPEN");
    String adjustment =
        """
        {"project":"%s","amount":"-5","reasonCode":"GOODWILL","explanation":"slow",
         "month":"2020-05"}\
        """
            .formatted(PROJECT);
    assertThat(admin().post("/api/v1/adjustments", adjustment).pointers())
        .containsExactly("/month");
    Answer soft = admin().post(period + "/soft-close", body);
    assertThat(soft.status()).as(soft.text()).isEqualTo(200);
    assertThat(state(period)).isEqualTo("SOFT_CLOSED");
    assertThat(admin().post("/api/v1/adjustments", adjustment).status()).isEqualTo(201);
    Answer closed = admin().post(period + "/close", body);
    assertThat(closed.json().path("statements").path(0).path("number").asString()).startsWith("S-");
    assertThat(state(period)).isEqualTo("CLOSED");
    assertThat(admin().post("/api/v1/adjustments", adjustment).pointers())
        .containsExactly("/month");
  }

  private String state(String period) {
    for (var item : admin().get(period).json().path("items")) {
      if (item.path("project").asString().equals(PROJECT)) {
        return item.path("status").asString();
      }
    }
    return "";
  }

  @Test
  void aStatementIsPrinted() {
    String month = month(clock.instant()).toString();
    String statement = "/api/v1/statements/%s/%s/pdf".formatted(PROJECT, month);
    Answer printed = admin().get(statement + "?detail=USAGE");
    assertThat(printed.status()).as(printed.text()).isEqualTo(200);
    assertThat(printed.header("Content-Type")).isEqualTo("application/pdf");
    assertThat(printed.text()).startsWith("%PDF-");
    assertThat(admin().get(statement + "?detail=ALL").status()).isEqualTo(400);
    assertThat(admin().get("/api/v1/statements/none/2020-01/pdf").status()).isEqualTo(404);
  }

  @Test
  void aJobMayCostOnlySoMuch() {
    String job = JobBodies.job("limited");
    String limited = job.substring(0, job.lastIndexOf('}'));
    Answer bad =
        admin()
            .post(
                "/api/v1/jobs", limited + ",\"maxCost\":{\"amount\":\"-1\",\"currency\":\"JPY\"}}");
    assertThat(bad.pointers())
        .as(bad.text())
        .containsExactlyInAnyOrder("/maxCost/amount", "/maxCost/currency");
    Answer made =
        admin()
            .post(
                "/api/v1/jobs",
                limited + ",\"maxCost\":{\"amount\":\"12.50\",\"currency\":\"EUR\"}}");
    assertThat(made.status()).as(made.text()).isEqualTo(202);
    String limit = made.header("Location") + "/max-cost";
    assertThat(admin().get(limit).json().path("amount").path("amount").asString())
        .isEqualTo("12.5");
    Answer raised = admin().put(limit, "{\"amount\":{\"amount\":\"99\",\"currency\":\"EUR\"}}");
    assertThat(raised.json().path("amount").path("amount").asString())
        .as(raised.text())
        .isEqualTo("99");
    assertThat(
            admin().put(limit, "{\"amount\":{\"amount\":\"0\",\"currency\":\"EUR\"}}").pointers())
        .containsExactly("/amount/amount");
    assertThat(admin().delete(limit).status()).isEqualTo(204);
    assertThat(admin().delete(limit).status()).isEqualTo(404);
    assertThat(admin().get(limit).status()).isEqualTo(404);
    admin().post(made.header("Location") + ":cancel", "{}");
  }

  @Test
  void usageIsGroupedByALabelOfTheJobs() {
    String job =
        JobBodies.job("labelled")
            .replace("\"10m\"", "\"1s\"")
            .replace("\"spec\"", "\"labels\":{\"paper\":\"icml\"},\"spec\"");
    Answer submitted = admin().post("/api/v1/jobs", job);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    admin().get(submitted.header("Location") + "?waitFor=TERMINAL&timeout=30s");
    follower.catchUp();
    String day = clock.instant().atOffset(ZoneOffset.UTC).toLocalDate().minusDays(1).toString();
    String end = clock.instant().atOffset(ZoneOffset.UTC).toLocalDate().plusDays(2).toString();
    String path = "/api/v1/usage?from=%s&to=%s&groupBy=".formatted(day, end);
    Answer usage = admin().get(path + "project,label.paper");
    assertThat(usage.status()).as(usage.text()).isEqualTo(200);
    assertThat(usage.json().path("rows"))
        .anySatisfy(
            row -> {
              assertThat(row.path("label.paper").asString()).isEqualTo("icml");
              assertThat(row.path("jobs").asInt()).isEqualTo(1);
            });
    for (String wrong : List.of("label.a,label.b", "label.a,job", "label.", "run,label.a")) {
      assertThat(admin().get(path + wrong).status()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void aRateMayBeForSomeHoursOfTheWeek() {
    String card =
        """
        {"currency":"EUR","rates":[
          {"pool":"night-pool","pricePerGpuHour":"1","validFrom":"2998-01-01T00:00:00Z"},
          {"pool":"night-pool","pricePerGpuHour":"0.70","validFrom":"2998-01-01T00:00:00Z",
           "timeBand":"MON-FRI 20:00-06:00 Europe/Berlin"}]}\
        """;
    Answer made = admin().create("/api/v1/rate-cards/nights", card);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.json().path("rates").path(1).path("timeBand").asString())
        .isEqualTo("MON,TUE,WED,THU,FRI 20:00-06:00 Europe/Berlin");
    assertThat(
            admin()
                .create(
                    "/api/v1/rate-cards/nights-2",
                    card.replace("MON-FRI", "nights").replace("night-pool", "pool-2"))
                .pointers())
        .containsExactly("/rates/1/timeBand");
  }
}
