package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.api.internal.service.Tokens;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Statements of cost centres, as finance and as the head of a department see them.
class CostCenterStatementsIT extends HttpIT {
  private static final String MONTH = "2020-06";
  private static final String LIST = "/api/v1/cost-center-statements";

  @Autowired private Tokens tokens;

  @BeforeEach
  void closed() {
    sampleOrganisation();
    Answer closed = admin().post("/api/v1/periods/" + MONTH + "/close", "{}");
    assertThat(closed.status()).as(closed.text()).isEqualTo(200);
  }

  private static JsonNode of(TestClient who, String costCenter) {
    JsonNode items =
        who.get(LIST + "?month=" + MONTH + "&costCenter=" + costCenter).json().path("items");
    assertThat(items).hasSize(1);
    return items.get(0);
  }

  /// Each project of the organisation stands on the statement of its department's cost centre.
  @Test
  void aCloseHasIssuedOneToEachCostCenterDownToItsProjects() {
    JsonNode research = of(admin(), "CC-1100");
    String number = research.path("number").asString();
    assertThat(number).matches("C-[0-9]{6}");
    assertThat(research.path("status").asString()).isEqualTo("CLOSED");
    assertThat(research.path("statements")).isNotEmpty();
    for (JsonNode part : research.path("statements")) {
      String project = part.path("project").asString();
      JsonNode own = admin().get("/api/v1/statements/" + project + "/" + MONTH).json();
      assertThat(own).isEqualTo(part);
      assertThat(own.path("costCenterStatement").asString()).isEqualTo(number);
      assertThat(own.path("department").asString()).isEqualTo("ai-research");
    }
    assertThat(admin().get(LIST + "/" + number).json()).isEqualTo(research);
    Answer print = admin().get(LIST + "/" + number + "/pdf?detail=USAGE");
    assertThat(print.header("Content-Type")).isEqualTo("application/pdf");
    assertThat(print.header("Content-Disposition")).contains(number + ".pdf");
    assertThat(print.text()).startsWith("%PDF-");
    assertThat(admin().get(LIST + "/C-999999").status()).isEqualTo(404);
  }

  @Test
  void anIssuedOneIsNoDraftAndItsMonthIsAddedUp() {
    String draft = "/api/v1/exports/cost-center-draft?costCenter=CC-1100&month=";
    assertThat(admin().get(draft + MONTH).status()).isEqualTo(404);
    Answer totals = admin().get("/api/v1/statements/totals?month=" + MONTH);
    assertThat(totals.json().path("closed")).isEqualTo(totals.json().path("statements"));
    assertThat(totals.json().path("total").path("amount").asString()).isEqualTo("0.00");
    assertThat(admin().get("/api/v1/statements/totals?month=2020-06&project=none").status())
        .isEqualTo(404);
  }

  @Test
  void filesAreNarrowedToACostCenter() {
    String file = "/api/v1/exports/statements?month=" + MONTH + "&costCenter=";
    assertThat(admin().get(file + "none").text().lines()).hasSize(1);
    assertThat(admin().get("/api/v1/exports/focus?month=" + MONTH + "&costCenter=none").status())
        .isEqualTo(200);
  }

  /// Nobody sees a part of a sum.
  @Test
  void onlyWhoMayReadAllProjectsReadsIt() {
    TestClient head = finance("head", "DEPARTMENT", "ai-research");
    String number = of(head, "CC-1100").path("number").asString();
    assertThat(head.get(LIST + "/" + number).status()).isEqualTo(200);
    assertThat(head.get(LIST + "?month=" + MONTH + "&costCenter=CC-2200").json().path("items"))
        .isEmpty();
    TestClient one = finance("one", "PROJECT", JobBodies.PROJECT);
    assertThat(one.get(LIST + "?month=" + MONTH).json().path("items")).isEmpty();
    assertThat(one.get(LIST + "/" + number).status()).isEqualTo(404);
    assertThat(one.get(LIST + "/" + number + "/pdf").status()).isEqualTo(404);
  }

  /// What is granted on a dispute is an adjustment of a project.
  @Test
  void aDisputeIsAboutTheStatementOfAProject() {
    JsonNode research = of(admin(), "CC-1100");
    Answer refused =
        admin()
            .post(
                "/api/v1/disputes",
                "{\"statement\":\"%s\",\"reasonCode\":\"OTHER\",\"explanation\":\"x\"}"
                    .formatted(research.path("number").asString()));
    assertThat(refused.status()).as(refused.text()).isEqualTo(422);
    assertThat(refused.pointers()).containsExactly("/statement");
    assertThat(refused.text())
        .contains(research.path("statements").get(0).path("number").asString());
  }

  private TestClient finance(String login, String kind, String name) {
    admin().create("/api/v1/users/" + login, "{\"displayName\":\"Somebody\"}");
    admin()
        .post(
            "/api/v1/role-bindings",
            """
            {"login":"%s","role":"finance-viewer","scope":{"kind":"%s","name":"%s"}}\
            """
                .formatted(login, kind, name));
    return nobody().bearer(tokens.issue(login, "test", null, List.of("*"), null).text());
  }
}
