package io.gpuaas.api.internal.store;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/// Accounts and role bindings.
@Repository
public class AccountStore {
  private final JdbcClient jdbc;

  AccountStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /// A person or machine that may sign in.
  ///
  /// @param passwordHash null when it has no password
  public record Account(
      String login,
      String displayName,
      @Nullable String passwordHash,
      boolean active,
      long version) {}

  /// A role given on a scope, in words.
  public record Binding(String id, String login, String role, String scopeKind, String scopeName) {}

  public Optional<Account> find(String login) {
    return jdbc.sql(
            """
            select login, display_name, password_hash, active, version
            from identity.account where login = ?\
            """)
        .param(login)
        .query(Account.class)
        .optional();
  }

  public List<Account> all() {
    return jdbc.sql(
            """
            select login, display_name, null::text as password_hash, active, version
            from identity.account order by login\
            """)
        .query(Account.class)
        .list();
  }

  public boolean isEmpty() {
    return !jdbc.sql("select exists (select from identity.account)").query(Boolean.class).single();
  }

  /// False when the login is taken.
  public boolean insert(
      String login, String displayName, @Nullable String hash, boolean active, Instant at) {
    return jdbc.sql(
                """
                insert into identity.account
                values (?, ?, ?, ?, ?, 1) on conflict do nothing\
                """)
            .params(Params.of(login, displayName, hash, active, utc(at)))
            .update()
        == 1;
  }

  /// False when the version is not the newest. A null hash keeps the password.
  public boolean update(
      String login, String displayName, @Nullable String hash, boolean active, long version) {
    return jdbc.sql(
                """
                update identity.account
                set display_name = ?, password_hash = coalesce(?, password_hash), active = ?,
                    version = version + 1
                where login = ? and version = ?\
                """)
            .params(Params.of(displayName, hash, active, login, version))
            .update()
        == 1;
  }

  public boolean delete(String login, long version) {
    return jdbc.sql("delete from identity.account where login = ? and version = ?")
            .params(Params.of(login, version))
            .update()
        == 1;
  }

  public List<Binding> bindings(String login) {
    return jdbc.sql(
            """
            select id, login, role, scope_kind, scope_name
            from identity.role_binding where login = ? order by id\
            """)
        .param(login)
        .query(Binding.class)
        .list();
  }

  public List<Binding> bindings() {
    return jdbc.sql(
            """
            select id, login, role, scope_kind, scope_name
            from identity.role_binding order by id\
            """)
        .query(Binding.class)
        .list();
  }

  public Optional<Binding> binding(String id) {
    return jdbc.sql(
            """
            select id, login, role, scope_kind, scope_name
            from identity.role_binding where id = ?\
            """)
        .param(id)
        .query(Binding.class)
        .optional();
  }

  /// The binding that is there now: the given one, or an equal one with its own id.
  public Binding bind(Binding binding, String by, Instant at) {
    jdbc.sql(
            """
            insert into identity.role_binding
            values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing\
            """)
        .params(
            Params.of(
                binding.id(),
                binding.login(),
                binding.role(),
                binding.scopeKind(),
                binding.scopeName(),
                utc(at),
                by))
        .update();
    return jdbc.sql(
            """
            select id, login, role, scope_kind, scope_name from identity.role_binding
            where login = ? and role = ? and scope_kind = ? and scope_name = ?\
            """)
        .params(
            Params.of(binding.login(), binding.role(), binding.scopeKind(), binding.scopeName()))
        .query(Binding.class)
        .single();
  }

  public boolean unbind(String id) {
    return jdbc.sql("delete from identity.role_binding where id = ?").param(id).update() == 1;
  }

  static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
