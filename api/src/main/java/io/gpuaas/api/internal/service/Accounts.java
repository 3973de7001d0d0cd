package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.AccountStore;
import io.gpuaas.api.internal.store.AccountStore.Account;
import io.gpuaas.api.internal.store.AccountStore.Binding;
import io.gpuaas.api.internal.store.BrowserSessionStore;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.IdGenerator;
import io.gpuaas.quota.Scope;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Changes accounts and role bindings.
@Service
public class Accounts {
  private final AccountStore store;
  private final BrowserSessionStore sessions;
  private final PasswordEncoder encoder;
  private final Callers callers;
  private final IdGenerator ids;
  private final InstantSource clock;

  Accounts(
      AccountStore store,
      BrowserSessionStore sessions,
      PasswordEncoder encoder,
      Callers callers,
      IdGenerator ids,
      InstantSource clock) {
    this.store = store;
    this.sessions = sessions;
    this.encoder = encoder;
    this.callers = callers;
    this.ids = ids;
    this.clock = clock;
  }

  public List<Account> all() {
    return store.all();
  }

  public Optional<Account> find(String login) {
    return store.find(login);
  }

  public boolean isEmpty() {
    return store.isEmpty();
  }

  /// `Accepted` or `Exists`. A null password makes an account that cannot sign in by itself.
  @Transactional
  public ChangeOutcome<Account> create(
      String login, String displayName, boolean active, @Nullable String password) {
    String hash = password == null ? null : encoder.encode(password);
    if (!store.insert(login, displayName, hash, active, clock.instant())) {
      long version = store.find(login).map(Account::version).orElse(0L);
      return new ChangeOutcome.Exists<>(version);
    }
    return accepted(login);
  }

  /// `Accepted`, `Stale` or `Missing`. A null password keeps the old one; with a new one the
  /// person's sessions end, since whoever knew the old one may have one.
  @Transactional
  public ChangeOutcome<Account> replace(
      String login, String displayName, boolean active, @Nullable String password, long version) {
    String hash = password == null ? null : encoder.encode(password);
    if (!store.update(login, displayName, hash, active, version)) {
      return staleOrMissing(login);
    }
    if (password != null) {
      sessions.endAll(login);
    }
    return accepted(login);
  }

  /// `Removed`, `Stale` or `Missing`. Bindings, tokens and sessions go with it: the next of that
  /// login is somebody else.
  @Transactional
  public ChangeOutcome<Account> remove(String login, long version) {
    if (!store.delete(login, version)) {
      return staleOrMissing(login);
    }
    sessions.endAll(login);
    callers.forget();
    return new ChangeOutcome.Removed<>();
  }

  private ChangeOutcome<Account> accepted(String login) {
    callers.forget();
    Account account = store.find(login).orElseThrow();
    return new ChangeOutcome.Accepted<>(account, account.version(), List.of());
  }

  private ChangeOutcome<Account> staleOrMissing(String login) {
    return store
        .find(login)
        .<ChangeOutcome<Account>>map(it -> new ChangeOutcome.Stale<>(it.version()))
        .orElseGet(ChangeOutcome.Missing::new);
  }

  public List<Binding> bindings() {
    return store.bindings();
  }

  public Optional<Binding> binding(String id) {
    return store.binding(id);
  }

  /// Gives a role; giving it again changes nothing. The login must exist.
  @Transactional
  public Binding bind(String login, Role role, Scope scope, String by) {
    Binding wanted =
        new Binding(ids.next("rb"), login, role.word(), scope.kind().name(), scope.name());
    Binding bound = store.bind(wanted, by, clock.instant());
    callers.forget();
    return bound;
  }

  @Transactional
  public boolean unbind(String id) {
    boolean gone = store.unbind(id);
    callers.forget();
    return gone;
  }
}
