package io.gpuaas.api.internal.service;

import io.gpuaas.api.AccountSeed;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Makes accounts one by one, all in one transaction.
@Service
class AccountImport implements AccountSeed {
  private static final String AUTHOR = "import";

  private final Accounts accounts;

  AccountImport(Accounts accounts) {
    this.accounts = accounts;
  }

  @Override
  @Transactional
  public void ensure(List<Person> people, String password) {
    for (Person person : people) {
      if (accounts.find(person.login()).isEmpty()) {
        accounts.create(person.login(), person.displayName(), true, password);
      }
      accounts.bind(person.login(), role(person), person.scope(), AUTHOR);
    }
  }

  private static Role role(Person person) {
    return Role.ofWord(person.role())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The role (%s) of %s is unknown.".formatted(person.role(), person.login())));
  }
}
