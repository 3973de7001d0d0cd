package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.service.SignInSettings.GroupRole;
import io.gpuaas.api.internal.service.SignInSettings.Issuer;
import io.gpuaas.api.internal.store.AccountStore.Account;
import io.gpuaas.api.internal.store.AccountStore.Binding;
import io.gpuaas.api.internal.store.ExternalIdentityStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Accounts of people whom an OpenID Connect provider vouches for. The first sign-in makes one;
/// each further one brings the roles of its groups up to date.
@Service
public class ExternalAccounts {
  private static final String LOGIN = "[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}";

  private final ExternalIdentityStore store;
  private final Accounts accounts;
  private final InstantSource clock;

  ExternalAccounts(ExternalIdentityStore store, Accounts accounts, InstantSource clock) {
    this.store = store;
    this.accounts = accounts;
    this.clock = clock;
  }

  /// What a provider says of a person.
  ///
  /// @param login that the person would like
  public record Person(String subject, String login, String displayName, List<String> groups) {
    public Person {
      groups = List.copyOf(groups);
    }
  }

  /// Whether the person may come in.
  public sealed interface Outcome {
    record Welcome(String login) implements Outcome {}

    record Refused(String why) implements Outcome {}
  }

  @Transactional
  public Outcome signIn(Issuer issuer, Person person) {
    Optional<String> known = store.login(issuer.address(), person.subject());
    if (known.isPresent()) {
      store.seen(issuer.address(), person.subject(), clock.instant());
      return welcome(issuer, person, known.get());
    }
    if (!person.login().matches(LOGIN)) {
      return new Outcome.Refused("The provider gives no login that can be one here.");
    }
    Optional<Account> holder = accounts.find(person.login());
    if (holder.isPresent() && isTaken(holder.get())) {
      return new Outcome.Refused("The login is taken by another account.");
    }
    if (holder.isEmpty()) {
      accounts.create(person.login(), person.displayName(), true, null);
    }
    store.link(issuer.address(), person.subject(), person.login(), clock.instant());
    return welcome(issuer, person, person.login());
  }

  /// An account that an administrator has made without a password waits for its person.
  private boolean isTaken(Account holder) {
    return holder.passwordHash() != null || store.isLinked(holder.login());
  }

  private Outcome welcome(Issuer issuer, Person person, String login) {
    boolean active = accounts.find(login).map(Account::active).orElse(false);
    if (!active) {
      return new Outcome.Refused("The account is switched off.");
    }
    bringRolesUpToDate(issuer, person, login);
    return new Outcome.Welcome(login);
  }

  /// Roles that were given here by hand stay.
  private void bringRolesUpToDate(Issuer issuer, Person person, String login) {
    String by = "group of " + issuer.name();
    SortedSet<String> wanted = new TreeSet<>();
    for (GroupRole rule : issuer.groupRoles()) {
      if (person.groups().contains(rule.group())) {
        Binding bound = accounts.bind(login, rule.what(), rule.where(), by);
        wanted.add(bound.id());
      }
    }
    for (String id : store.bindings(login, by)) {
      if (!wanted.contains(id)) {
        accounts.unbind(id);
      }
    }
  }
}
