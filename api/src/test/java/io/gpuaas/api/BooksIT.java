package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.api.TestClient.Answer;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// What finance and auditors take from the product.
class BooksIT extends HttpIT {
  @Autowired private LedgerFollower follower;
  @Autowired private InstantSource clock;

  @BeforeEach
  void jobRan() {
    sampleOrganisation();
    String job = JobBodies.job("books").replace("\"10m\"", "\"1s\"");
    Answer submitted = admin().post("/api/v1/jobs", job);
    assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
    admin().get(submitted.header("Location") + "?waitFor=TERMINAL&timeout=30s");
    follower.catchUp();
  }

  @Test
  void booksAreSound() {
    Answer answer = admin().get("/api/v1/reconciliation");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.json().path("checks").size()).isGreaterThanOrEqualTo(13);
    answer
        .json()
        .path("checks")
        .forEach(
            check -> {
              // A fresh product has no prices yet: its usage is listed as unrated.
              boolean listed = check.path("name").asString().equals("no-silent-zero");
              assertThat(check.path("ok").asBoolean() || listed).as(check.toString()).isTrue();
            });
    assertThat(nobody().get("/api/v1/reconciliation").status()).isEqualTo(401);
  }

  @Test
  void exportsAreFilesOfCommaSeparatedValues() {
    String month = month(clock.instant()).toString();
    Answer statements = admin().get("/api/v1/exports/statements?month=" + month);
    assertThat(statements.header("Content-Type")).startsWith("text/csv");
    assertThat(statements.text()).startsWith("\"cost_center_statement\",\"cost_center\"");
    Answer focus = admin().get("/api/v1/exports/focus?month=" + month);
    assertThat(focus.text()).startsWith("\"AvailabilityZone\",\"BilledCost\"");
    Answer usage = admin().get("/api/v1/exports/usage?from=" + month + "-01&to=2999-01-01");
    assertThat(usage.status()).isEqualTo(400);
    Answer bad = admin().get("/api/v1/exports/statements?month=2026-13");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(nobody().get("/api/v1/exports/focus?month=" + month).status()).isEqualTo(401);
  }

  @Test
  void reportsAreFilesToo() {
    String span = "from=2026-11-01&to=2026-11-02&groupBy=project";
    Answer csv = admin().get("/api/v1/exports/costs?" + span);
    assertThat(csv.header("Content-Type")).startsWith("text/csv");
    assertThat(csv.text())
        .startsWith("\"project\",\"jobs\",\"gpu_hours\"")
        .contains("\"list_amount\",\"amount\",\"effective_amount\"");
    Answer parquet = admin().get("/api/v1/exports/costs?format=parquet&" + span);
    assertThat(parquet.header("Content-Type")).startsWith("application/vnd.apache.parquet");
    assertThat(parquet.header("Content-Disposition")).contains("costs.parquet");
    assertThat(parquet.text()).startsWith("PAR1").endsWith("PAR1");
    assertThat(admin().get("/api/v1/exports/costs?format=xls&" + span).status()).isEqualTo(400);
  }

  @Test
  void costsAreListedContractedAndEffective() {
    String span = "from=2026-11-01&to=2026-11-02&groupBy=";
    Answer byProject = admin().get("/api/v1/costs?" + span + "project");
    assertThat(byProject.status()).as(byProject.text()).isEqualTo(200);
    assertThat(byProject.json().path("total").has("effectiveAmount")).isTrue();
    assertThat(byProject.json().path("total").has("listAmount")).isTrue();
    Answer byUser = admin().get("/api/v1/costs?" + span + "user");
    assertThat(byUser.json().path("total").has("effectiveAmount")).isFalse();
    assertThat(admin().get("/api/v1/costs?" + span + "year&yearStart=13").status()).isEqualTo(400);
    assertThat(admin().get("/api/v1/costs?" + span + "year&yearStart=4").status()).isEqualTo(200);
    Answer waits = admin().get("/api/v1/usage?" + span + "project&waits=true");
    assertThat(waits.status()).as(waits.text()).isEqualTo(200);
    assertThat(admin().get("/api/v1/usage?" + span + "user&waits=true").status()).isEqualTo(400);
  }

  @Test
  void nightsAreListedOnceThereAreSome() {
    Answer nights = admin().get("/api/v1/reconciliation/nights");
    assertThat(nights.json().path("items").isArray()).isTrue();
    assertThat(nobody().get("/api/v1/reconciliation/nights").status()).isEqualTo(401);
  }
}
