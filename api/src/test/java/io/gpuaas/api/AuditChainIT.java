package io.gpuaas.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.api.internal.service.AuditChain;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class AuditChainIT extends HttpIT {
  @Autowired private AuditChain chain;

  @Test
  void changedRowIsFoundAndChangesAreRefused() throws SQLException {
    admin().create("/api/v1/departments/chained", "{\"displayName\":\"Chained\"}");
    int sealed = chain.seal();
    while (sealed > 0) {
      sealed = chain.seal();
    }
    JsonNode row =
        admin().get("/api/v1/audit?resource=department/chained").json().path("items").get(0);
    long seq = row.path("seq").asLong();
    JsonNode intact = admin().get("/api/v1/audit/chain").json();
    assertThat(intact.path("intact").asBoolean()).isTrue();
    assertThat(intact.path("sealed").asLong()).isPositive();

    assertThatThrownBy(() -> execute("update identity.audit set actor = 'x' where seq = " + seq))
        .hasMessageContaining("append-only");
    assertThatThrownBy(() -> execute("delete from identity.audit where seq = " + seq))
        .hasMessageContaining("append-only");

    forge(seq, "mallory");
    JsonNode broken = admin().get("/api/v1/audit/chain").json();
    assertThat(broken.path("intact").asBoolean()).isFalse();
    assertThat(broken.path("brokenAt").asLong()).isEqualTo(seq);
    forge(seq, row.path("actor").asString());
    assertThat(admin().get("/api/v1/audit/chain").json().path("intact").asBoolean()).isTrue();
  }

  @Test
  void changeIsKeptWithWhatWasBeforeAndAfterAndRefusalsToo() {
    String path = "/api/v1/departments/audited";
    admin().create(path, "{\"displayName\":\"First\"}");
    assertThat(admin().with("If-Match", "\"1\"").put(path, named("Second")).status())
        .isEqualTo(200);
    assertThat(admin().with("If-Match", "\"1\"").put(path, named("Third")).status()).isEqualTo(412);
    admin().create("/api/v1/users/curious", named("Curious"));
    assertThat(as("curious").create("/api/v1/users/mine", named("Mine")).status()).isEqualTo(403);
    JsonNode rows = admin().get("/api/v1/audit?resource=department/audited").json().path("items");
    assertThat(rows.valueStream().map(it -> it.path("result").asString()))
        .containsExactly("REFUSED", "OK", "OK");
    JsonNode changed = rows.get(1);
    assertThat(changed.at("/before/displayName").asString()).isEqualTo("First");
    assertThat(changed.at("/after/displayName").asString()).isEqualTo("Second");
    assertThat(rows.get(2).path("before").isNull()).isTrue();
    JsonNode denied = admin().get("/api/v1/audit?actor=curious").json().path("items").get(0);
    assertThat(denied.path("result").asString()).isEqualTo("DENIED");
  }

  private static String named(String name) {
    return "{\"displayName\":\"%s\"}".formatted(name);
  }

  /// As somebody with the rights of the database's owner could.
  private void forge(long seq, String actor) throws SQLException {
    execute("alter table identity.audit disable trigger audit_append_only");
    execute("update identity.audit set actor = '%s' where seq = %d".formatted(actor, seq));
    execute("alter table identity.audit enable trigger audit_append_only");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database().dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
