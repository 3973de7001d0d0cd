package io.gpuaas.api;

import io.gpuaas.quota.Scope;
import java.util.List;

/// Makes accounts in bulk, for a sample or an import.
public interface AccountSeed {
  /// A person with one role; one who has several is named several times.
  ///
  /// @param role in the word of the REST interface, for example `data-scientist`
  record Person(String login, String displayName, String role, Scope scope) {}

  /// Makes the accounts and gives the roles; whoever is there keeps account and password.
  ///
  /// @param password of those who are new
  void ensure(List<Person> people, String password);
}
