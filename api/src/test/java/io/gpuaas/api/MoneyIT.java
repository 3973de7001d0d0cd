package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.api.TestClient.Answer;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// What finance does: budgets, adjustments and prices by two people, closing months; and what it is
/// refused.
class MoneyIT extends HttpIT {
  private static final String PROJECT = JobBodies.PROJECT;

  @Autowired private LedgerFollower follower;
  @Autowired private InstantSource clock;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private static String budget(String amount) {
    return """
    {"scopeKind":"PROJECT","scope":"%s","period":"MONTH","hard":true,
     "amount":{"amount":"%s","currency":"EUR"},"thresholds":[50,100]}\
    """
        .formatted(PROJECT, amount);
  }

  @Test
  void aBudgetIsMadeReadAndOverridden() {
    Answer made = admin().create("/api/v1/budgets/llm", budget("9000000.00"));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.json().path("held").path("amount").asString()).matches("[0-9]+\\.[0-9]{2}");
    Answer read = admin().get("/api/v1/budgets/llm");
    assertThat(read.header("ETag")).isEqualTo("\"1\"");
    assertThat(admin().put("/api/v1/budgets/llm", budget("1")).status()).isEqualTo(428);
    Answer overridden =
        admin()
            .post(
                "/api/v1/budgets/llm/override",
                "{\"until\":\"2999-01-01T00:00:00Z\",\"reason\":\"paper deadline\"}");
    assertThat(overridden.json().path("overriddenUntil").asString())
        .isEqualTo("2999-01-01T00:00:00.000Z");
    assertThat(admin().get("/api/v1/budgets").json().path("items").size()).isEqualTo(1);
    assertThat(nobody().get("/api/v1/budgets").status()).isEqualTo(401);
    assertThat(admin().get("/api/v1/budgets/none").status()).isEqualTo(404);
    admin().with("If-Match", "\"1\"").put("/api/v1/budgets/llm", budget("9000001.00"));
    List<JsonNode> rows = audit("budget/llm");
    assertThat(rows)
        .extracting(it -> it.path("action").asString())
        .containsExactly("budget.write", "budget.override", "budget.write");
    assertThat(rows.getFirst().path("before").path("amount").path("amount").asString())
        .isEqualTo("9000000.00");
    assertThat(rows.getFirst().path("after").path("amount").path("amount").asString())
        .isEqualTo("9000001.00");
    assertThat(rows.getLast().path("before").isNull()).as(rows.toString()).isTrue();
    String department = budget("9000000.00").replace("PROJECT", "DEPARTMENT");
    Answer far =
        admin().create("/api/v1/budgets/far", department.replace(PROJECT, "life-sciences"));
    assertThat(far.json().path("zone").asString()).as(far.text()).isEqualTo("Europe/Helsinki");
    assertThat(made.json().path("zone").asString()).isEqualTo("Europe/Berlin");
  }

  /// Newest first.
  private List<JsonNode> audit(String resource) {
    List<JsonNode> rows = new ArrayList<>();
    admin().get("/api/v1/audit?resource=" + resource).json().path("items").forEach(rows::add);
    return rows;
  }

  @Test
  void badBudgetsAreRefusedWithAllTheirFaults() {
    Answer refused =
        admin()
            .create(
                "/api/v1/budgets/bad",
                """
                {"scopeKind":"PROJECT","scope":"none","period":"WEEK","hard":true,"zone":"Mars",
                 "amount":{"amount":"1.1234567","currency":"USD"},"thresholds":[80,50]}\
                """);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.pointers()).contains("/scope", "/period", "/zone", "/amount", "/thresholds");
  }

  @Test
  void anAdjustmentNeedsASecondPerson() {
    Answer asked =
        admin()
            .post(
                "/api/v1/adjustments",
                """
                {"project":"%s","amount":"-12.50","reasonCode":"GOODWILL",
                 "explanation":"slow week"}\
                """
                    .formatted(PROJECT));
    assertThat(asked.status()).as(asked.text()).isEqualTo(201);
    String decision = asked.header("Location") + "/decision";
    Answer own = admin().post(decision, "{\"decision\":\"APPROVE\"}");
    assertThat(own.status()).isEqualTo(422);
    assertThat(own.text()).contains("SAME_PERSON");
    Answer approved = secondPerson().post(decision, "{\"decision\":\"APPROVE\"}");
    assertThat(approved.json().path("status").asString()).as(approved.text()).isEqualTo("APPROVED");
    JsonNode row =
        audit(decision.replace("/api/v1/adjustments", "adjustment").replace("/decision", ""))
            .getFirst();
    assertThat(row.path("before").path("status").asString()).isEqualTo("REQUESTED");
    assertThat(row.path("after").path("status").asString()).isEqualTo("APPROVED");
    assertThat(
            admin()
                .post(
                    "/api/v1/adjustments",
                    """
                    {"project":"%s","amount":"1.1234567","reasonCode":"x","explanation":" "}\
                    """
                        .formatted(PROJECT))
                .pointers())
        .containsExactlyInAnyOrder("/amount", "/reasonCode", "/explanation");
  }

  @Test
  void whoAskedForAnAdjustmentMayTakeItBack() {
    String wish =
        """
        {"project":"%s","amount":"-7.00","reasonCode":"OTHER","explanation":"a slip"}\
        """
            .formatted(PROJECT);
    String decision = admin().post("/api/v1/adjustments", wish).header("Location") + "/decision";
    Answer taken = admin().post(decision, "{\"decision\":\"REJECT\"}");
    assertThat(taken.status()).as(taken.text()).isEqualTo(200);
    assertThat(taken.json().path("status").asString()).isEqualTo("REJECTED");
    assertThat(taken.json().path("decidedBy").asString())
        .isEqualTo(taken.json().path("requestedBy").asString());
    assertThat(secondPerson().post(decision, "{\"decision\":\"APPROVE\"}").text())
        .contains("ALREADY_DECIDED");
    assertThat(admin().get("/api/v1/reconciliation").json().path("checks"))
        .filteredOn(it -> it.path("name").asString().equals("separation-of-duties"))
        .allMatch(it -> it.path("ok").asBoolean());
  }

  /// Projects have months of two zones; that is one act all the same.
  @Test
  void aCloseIsOneRowOfTheAuditLog() {
    Answer soft = admin().post("/api/v1/periods/2020-04/soft-close", "{}");
    assertThat(soft.status()).as(soft.text()).isEqualTo(200);
    assertThat(soft.json().path("zone").isNull()).as("two zones").isTrue();
    assertThat(admin().post("/api/v1/periods/2020-04/close", "{}").status()).isEqualTo(200);
    assertThat(admin().post("/api/v1/periods/2020-04/close", "{\"zone\":\"Asia/Tokyo\"}").status())
        .isEqualTo(422);
    int projects = soft.json().path("statements").size();
    List<JsonNode> rows = audit("period/2020-04");
    assertThat(rows)
        .extracting(it -> it.path("action").asString() + it.path("before") + it.path("after"))
        .containsExactly(
            "period.close{\"OPEN\":0,\"SOFT_CLOSED\":%1$d}{\"OPEN\":0,\"CLOSED\":%1$d}"
                .formatted(projects),
            "period.soft-close{\"OPEN\":%1$d}{\"OPEN\":0,\"SOFT_CLOSED\":%1$d}"
                .formatted(projects));
  }

  @Test
  void aMonthThatGoesOnCannotBeClosed() {
    String month = month(clock.instant()).toString();
    Answer refused = admin().post("/api/v1/periods/" + month + "/close", "{}");
    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.text()).contains("PERIOD_NOT_OVER");
    assertThat(admin().post("/api/v1/periods/2026-13/close", "{}").status()).isEqualTo(400);
    assertThat(admin().post("/api/v1/periods/2020-01/close", "{\"zone\":\"Mars\"}").status())
        .isEqualTo(400);
    assertThat(
            admin().post("/api/v1/periods/2020-01/close", "{\"projects\":[\"none\"]}").pointers())
        .containsExactly("/projects/0");
  }

  @Test
  void aMonthIsClosedOnce() {
    String body = "{\"projects\":[\"%s\"]}".formatted(PROJECT);
    Answer first = admin().post("/api/v1/periods/2020-02/close", body);
    assertThat(first.status()).as(first.text()).isEqualTo(200);
    String number = first.json().path("statements").path(0).path("number").asString();
    assertThat(number).startsWith("S-");
    Answer again = admin().post("/api/v1/periods/2020-02/close", body);
    assertThat(again.json().path("statements").path(0).path("number").asString()).isEqualTo(number);
    Answer statement = admin().get("/api/v1/statements/%s/2020-02".formatted(PROJECT));
    assertThat(statement.json().path("number").asString()).isEqualTo(number);
    assertThat(statement.json().path("status").asString()).isEqualTo("CLOSED");
    Answer raised =
        admin()
            .post(
                "/api/v1/disputes",
                "{\"statement\":\"%s\",\"reasonCode\":\"WRONG_CLASS\",\"explanation\":\"ours\"}"
                    .formatted(number));
    assertThat(raised.status()).as(raised.text()).isEqualTo(201);
    String answer = raised.header("Location") + "/answer";
    String yes = "{\"accepted\":true,\"text\":\"you are right\"}";
    assertThat(admin().post(answer, yes).text()).contains("SAME_PERSON");
    assertThat(
            secondPerson()
                .post(answer, yes.replace("}", ",\"adjustmentId\":\"adj_0\"}"))
                .pointers())
        .containsExactly("/adjustmentId");
    assertThat(secondPerson().post(answer, yes).json().path("status").asString())
        .isEqualTo("ACCEPTED");
    assertThat(secondPerson().post(answer, yes).text()).contains("ALREADY_ANSWERED");
    assertThat(
            admin()
                .post(
                    "/api/v1/disputes",
                    "{\"statement\":\"S-999999\",\"reasonCode\":\"A\",\"explanation\":\"b\"}")
                .status())
        .isEqualTo(404);
  }

  @Test
  void pricesAsFilesAreAllOrNothingAndSayWhere() {
    String columns = "pool,model,class,meter,price_per_gpu_hour,valid_from,valid_to\n";
    TestClient csv = admin().with("Content-Type", "text/csv").with("If-None-Match", "*");
    String path = "/api/v1/rate-cards/filed/proposals/csv?currency=EUR";
    Answer semicolons = csv.post(path, columns.replace(',', ';'));
    assertThat(semicolons.status()).as(semicolons.text()).isEqualTo(422);
    assertThat(semicolons.pointers()).containsExactly("/rows/0/pool");
    assertThat(csv.post(path, "\uFEFF" + columns).text()).contains("BYTE_ORDER_MARK");
    Answer bad = csv.post(path, columns + "*,*,*,*,1.00,2999-01-01T00:00:00Z,\n*,*,NONE,*,x,y,\n");
    assertThat(bad.pointers())
        .containsExactlyInAnyOrder(
            "/rows/2/class", "/rows/2/price_per_gpu_hour", "/rows/2/valid_from");
    Answer made = csv.post(path, columns + "\"=p\",*,*,*,1.00,2999-01-01T00:00:00Z,\n");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(admin().get("/api/v1/rate-cards/filed").status()).isEqualTo(404);
    assertThat(admin().get("/api/v1/rate-card-proposals").text()).contains("\"filed\"");
    Answer own = admin().post("/api/v1/rate-cards/filed/proposals/1/approve", "{}");
    assertThat(own.text()).contains("SAME_PERSON");
    Answer approved = secondPerson().post("/api/v1/rate-cards/filed/proposals/1/approve", "{}");
    assertThat(approved.json().path("rates").path(0).path("pool").asString())
        .as(approved.text())
        .isEqualTo("=p");
    assertThat(admin().get("/api/v1/rate-cards/filed/csv").text()).contains("\"'=p\"");
  }

  @Test
  void aStatementLeadsToThePiecesAndTheirRuns() {
    String job = JobBodies.job("traced").replace("\"10m\"", "\"1s\"");
    Answer submitted = admin().post("/api/v1/jobs", job);
    admin().get(submitted.header("Location") + "?waitFor=TERMINAL&timeout=30s");
    follower.catchUp();
    String month = month(clock.instant()).toString();
    String statement = "/api/v1/statements/%s/%s".formatted(PROJECT, month);
    assertThat(admin().get(statement).json().path("lines").size()).isPositive();
    String center = admin().get(statement).json().path("costCenter").asString();
    Answer draft =
        admin()
            .get(
                "/api/v1/exports/cost-center-draft?month=%s&costCenter=%s"
                    .formatted(month, center));
    assertThat(draft.header("Content-Disposition")).contains(center + "-" + month + "-open.pdf");
    assertThat(draft.text()).startsWith("%PDF-");
    Answer pieces = admin().get(statement + "/lines/0/usage?limit=1");
    assertThat(pieces.status()).as(pieces.text()).isEqualTo(200);
    String run = pieces.json().path("items").path(0).path("run").asString();
    String jobId = pieces.json().path("items").path(0).path("job").asString();
    assertThat(admin().get("/api/v1/jobs/" + jobId + "/runs").text()).contains(run);
    assertThat(admin().get(statement + "/lines/999/usage").status()).isEqualTo(404);
    assertThat(admin().get(statement + "/lines/0/usage?cursor=x").status()).isEqualTo(400);
  }

  @Test
  void idleCostsAreSharedByPolicy() {
    String month = month(clock.instant()).toString();
    Answer idle = admin().get("/api/v1/costs/idle?policy=PROPORTIONAL_TO_NOMINAL&month=" + month);
    assertThat(idle.status()).as(idle.text()).isEqualTo(200);
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode bearer : idle.json().path("bearers")) {
      sum = sum.add(bearer.path("amount").path("amount").asDecimal());
    }
    assertThat(idle.json().path("total").path("amount").asString())
        .as(idle.text())
        .isEqualTo(sum.setScale(2).toPlainString());
    assertThat(admin().get("/api/v1/costs/idle?policy=NOBODY&month=" + month).status())
        .isEqualTo(400);
  }

  @Test
  void usageMayBeAskedInAnyZoneAndWithoutCountingJobs() {
    String path = "/api/v1/usage?from=2026-11-01&to=2026-11-02&groupBy=hour";
    Answer summed = admin().get(path + "&jobs=false&timeZone=Asia/Kolkata");
    assertThat(summed.status()).as(summed.text()).isEqualTo(200);
    assertThat(summed.json().path("total").has("jobs")).isFalse();
    assertThat(admin().get(path).json().path("total").has("jobs")).isTrue();
    assertThat(admin().get(path + "&jobs=maybe").status()).isEqualTo(400);
    assertThat(admin().get(path + "&timeZone=Mars").status()).isEqualTo(400);
  }
}
