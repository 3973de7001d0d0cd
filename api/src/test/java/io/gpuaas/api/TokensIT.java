package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.TestClient.Answer;
import io.gpuaas.api.internal.service.Role;
import io.gpuaas.api.internal.service.Tokens;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// What service tokens may do, from where and for how long.
class TokensIT extends HttpIT {
  private static final String OWN = JobBodies.PROJECT;
  private static final String SIBLING = "protein-folding";
  private static final String JOBS = "/api/v1/jobs?limit=1";

  @Autowired private Tokens tokens;

  @BeforeEach
  void organisation() {
    sampleOrganisation();
  }

  private TestClient somebody(String login, Role role, String kind, String name) {
    admin().create("/api/v1/users/" + login, "{\"displayName\":\"Somebody\"}");
    bind(login, role, kind, name);
    return nobody().bearer(tokens.issue(login, "test", null, List.of("*"), null).text());
  }

  private void bind(String login, Role role, String kind, String name) {
    String body = "{\"login\":\"%s\",\"role\":\"%s\",\"scope\":{\"kind\":\"%s\",\"name\":\"%s\"}}";
    Answer bound =
        admin().post("/api/v1/role-bindings", body.formatted(login, role.word(), kind, name));
    assertThat(bound.status()).as(bound.text()).isEqualTo(201);
  }

  private Answer token(String more, String scope) {
    String body = "{\"name\":\"t\",%s\"scopes\":[\"%s\"]}".formatted(more, scope);
    Answer made = admin().post("/api/v1/tokens", body);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    SecretSearch.used(made.json().path("token").asString());
    return made;
  }

  private TestClient by(Answer made) {
    return nobody().bearer(made.json().path("token").asString());
  }

  private static String id(Answer made) {
    return made.json().path("id").asString();
  }

  private static String rotation(Answer made) {
    return "/api/v1/tokens/%s:rotate".formatted(id(made));
  }

  /// Whoever finds a token in a log must not be able to see or to end the others of its owner.
  @Test
  void narrowTokenHasNoHoldOnOthersOfItsOwner() {
    Answer other = token("", "job.read");
    Answer narrow = token("\"project\":\"%s\",".formatted(OWN), "job.read");
    TestClient client = by(narrow);
    JsonNode seen = client.get("/api/v1/tokens").json().path("items");
    assertThat(seen).hasSize(1);
    assertThat(seen.at("/0/id").asString()).isEqualTo(id(narrow));
    assertThat(client.delete("/api/v1/tokens/" + id(other)).status()).isEqualTo(404);
    assertThat(client.post(rotation(other), "{}").status()).isEqualTo(404);
    assertThat(by(other).get(JOBS).status()).isEqualTo(200);
    assertThat(client.delete("/api/v1/tokens/" + id(narrow)).status()).isEqualTo(204);
    assertThat(client.get(JOBS).status()).isEqualTo(401);
  }

  @Test
  void tokenIsTakenFromItsAddressesOnly() {
    Answer here = token("\"addresses\":[\"127.0.0.0/8\",\"::1\",\"192.0.2.7\"],", "job.read");
    assertThat(here.json().path("addresses")).hasSize(3);
    assertThat(by(here).get(JOBS).status()).isEqualTo(200);
    Answer elsewhere = token("\"addresses\":[\"192.0.2.0/24\"],", "job.read");
    Answer refused = by(elsewhere).get(JOBS);
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.json().path("detail").asString())
        .isEqualTo("The token may not be used from this address.");
    JsonNode row = admin().get("/api/v1/audit?limit=1&resource=token/t").json().at("/items/0");
    assertThat(row.path("action").asString()).isEqualTo("token.use");
    assertThat(row.path("result").asString()).isEqualTo("DENIED");
  }

  @Test
  void addressesAreAddressesOrNetworks() {
    String wrong =
        "{\"name\":\"t\",\"scopes\":[\"job.read\"],"
            + "\"addresses\":[\"ci.example\",\"10.0.0.0/33\",\"10.0.0.1\",\"10.0.0\"]}";
    assertThat(admin().post("/api/v1/tokens", wrong).pointers())
        .containsExactly("/addresses/0", "/addresses/1", "/addresses/3");
  }

  @Test
  void rotatedTokenAndItsNextAreBothGoodForAWhile() {
    String narrowed = "\"project\":\"%s\",\"addresses\":[\"127.0.0.0/8\",\"::1\"],".formatted(OWN);
    Answer old = token(narrowed, "job.read");
    Answer next = admin().post(rotation(old), "{\"overlap\":\"1h\"}");
    assertThat(next.status()).as(next.text()).isEqualTo(200);
    for (String field : List.of("name", "owner", "project", "scopes", "addresses")) {
      assertThat(next.json().path(field)).isEqualTo(old.json().path(field));
    }
    assertThat(by(old).get(JOBS).status()).isEqualTo(200);
    assertThat(by(next).get(JOBS).status()).isEqualTo(200);
    Answer last = admin().post(rotation(next), "{\"overlap\":\"0s\"}");
    assertThat(by(next).get(JOBS).status()).isEqualTo(401);
    assertThat(by(last).get(JOBS).status()).isEqualTo(200);
    assertThat(by(last).post(rotation(last), "{}").status()).isEqualTo(403);
    assertThat(admin().post(rotation(last), "{\"overlap\":\"31d\"}").pointers())
        .containsExactly("/overlap");
    TestClient other = somebody("rotates", Role.ORG_ADMIN, "ORG", "organisation");
    assertThat(other.post(rotation(last), "{}").status()).isEqualTo(403);
  }

  /// Its owner may do more elsewhere.
  @Test
  void tokenOfAProjectHasTheRightsOfThisProject() {
    TestClient owner = somebody("two-projects", Role.PROJECT_ADMIN, "PROJECT", OWN);
    bind("two-projects", Role.VIEWER, "PROJECT", SIBLING);
    String text = tokens.issue("two-projects", "b", SIBLING, List.of("*"), null).text();
    assertThat(owner.get("/api/v1/role-bindings").status()).isEqualTo(200);
    TestClient bound = nobody().bearer(text);
    assertThat(bound.get("/api/v1/role-bindings").status()).isEqualTo(403);
    JsonNode me = bound.get("/api/v1/me").json();
    assertThat(me.at("/roles").toString()).contains("viewer").doesNotContain("project-admin");
    assertThat(me.at("/token/project").asString()).isEqualTo(SIBLING);
    assertThat(bound.get("/api/v1/me/permissions").text()).doesNotContain(OWN);
  }

  @Test
  void figuresOfTheWholeProcessNeedTheirRight() {
    String figures = "/actuator/prometheus";
    TestClient scientist = somebody("figures-1", Role.DATA_SCIENTIST, "ORG", "organisation");
    TestClient operator = somebody("figures-2", Role.PLATFORM_OPERATOR, "ORG", "organisation");
    assertThat(scientist.get(figures).status()).isEqualTo(403);
    assertThat(operator.get(figures).status()).isEqualTo(200);
    assertThat(by(token("", "job.read")).get(figures).status()).isEqualTo(403);
    assertThat(by(token("", "metrics.read")).get(figures).status()).isEqualTo(200);
  }
}
