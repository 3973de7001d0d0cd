package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.accounting.LedgerFollower;
import io.gpuaas.api.TestClient.Answer;
import java.time.InstantSource;
import java.time.ZoneOffset;
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
    String month = clock.instant().atOffset(ZoneOffset.UTC).toString().substring(0, 7);
    Answer statements = admin().get("/api/v1/exports/statements?month=" + month);
    assertThat(statements.header("Content-Type")).startsWith("text/csv");
    assertThat(statements.text()).startsWith("\"statement\",\"project\",\"month\"");
    Answer focus = admin().get("/api/v1/exports/focus?month=" + month);
    assertThat(focus.text()).startsWith("\"AvailabilityZone\",\"BilledCost\"");
    Answer usage = admin().get("/api/v1/exports/usage?from=" + month + "-01&to=2999-01-01");
    assertThat(usage.status()).isEqualTo(400);
    Answer bad = admin().get("/api/v1/exports/statements?month=2026-13");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(nobody().get("/api/v1/exports/focus?month=" + month).status()).isEqualTo(401);
  }
}
