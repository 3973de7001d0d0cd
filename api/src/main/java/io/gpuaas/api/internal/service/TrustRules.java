package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.AccountStore;
import io.gpuaas.api.internal.store.TrustStore;
import io.gpuaas.api.internal.store.TrustStore.TrustRule;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Scope;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Keeps trust rules.
@Service
public class TrustRules {
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  private final TrustStore store;
  private final AccountStore accounts;

  TrustRules(TrustStore store, AccountStore accounts) {
    this.store = store;
    this.accounts = accounts;
  }

  /// In name order.
  public List<TrustRule> all() {
    return store.all();
  }

  public Optional<TrustRule> find(String name) {
    return store.find(name);
  }

  /// What is wrong with a rule that `by` wants.
  public List<Fault> check(TrustRule rule, Caller by) {
    List<Fault> faults = new ArrayList<>();
    if (!NAME.matcher(rule.name()).matches()) {
      String allowed = "Must be lower-case letters, digits and -, as a DNS label.";
      faults.add(new Fault("/name", "FORMAT", allowed, rule.name(), null));
    }
    if (!isAddress(rule.issuer())) {
      String allowed = "Must be the https address that `iss` has.";
      faults.add(new Fault("/issuer", "FORMAT", allowed, rule.issuer(), null));
    }
    if (accounts.find(rule.login()).isEmpty()) {
      faults.add(new Fault("/login", "UNKNOWN", "There is no such user.", rule.login(), null));
    } else if (!isEntrusted(rule, by)) {
      String allowed =
          "Must be an account with a role on the project, all of whose roles lie where you may"
              + " give roles: a pipeline acts in its name.";
      faults.add(new Fault("/login", "NOT_ALLOWED", allowed, rule.login(), null));
    }
    SortedSet<String> ids = TokenExchange.immutableIds(rule.issuer());
    SortedSet<String> sure = new TreeSet<>(ids);
    sure.retainAll(rule.claims().keySet());
    boolean whole =
        rule.claims().entrySet().stream()
            .noneMatch(it -> sure.contains(it.getKey()) && it.getValue().endsWith("*"));
    if (Collections.disjoint(rule.claims().keySet(), ids) || !whole) {
      String allowed =
          "Must have one of %s with its whole value: names can be taken by others.".formatted(ids);
      faults.add(Fault.of("/claims", "NOT_SURE", allowed));
    }
    return faults;
  }

  /// Whoever may give roles in one project must not let pipelines act as people of others.
  private boolean isEntrusted(TrustRule rule, Caller by) {
    List<Scope> roles =
        accounts.bindings(rule.login()).stream()
            .map(it -> new Scope(Scope.Kind.valueOf(it.scopeKind()), it.scopeName()))
            .toList();
    List<Scope> path = by.organisation().path(Scope.project(rule.project()));
    return roles.stream().anyMatch(path::contains)
        && roles.stream().allMatch(it -> by.may(Permission.BINDING_WRITE, it));
  }

  private static boolean isAddress(String issuer) {
    try {
      URI address = URI.create(issuer);
      return address.getHost() != null && List.of("https", "http").contains(address.getScheme());
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// Creates with version 0, else replaces this version; false when something else is there.
  @Transactional
  public boolean put(TrustRule rule, long version) {
    return version == 0 ? store.insert(rule) : store.replace(rule, version);
  }

  @Transactional
  public boolean remove(String name, long version) {
    return store.delete(name, version);
  }
}
