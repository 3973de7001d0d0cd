package io.gpuaas.api.internal.service;

import io.gpuaas.api.FirstSignIn;
import io.gpuaas.quota.Scope;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Draws the first password and keeps only its hash.
@Service
class FirstAccount implements FirstSignIn {
  private static final String LOGIN = "admin";
  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final int PASSWORD_LENGTH = 20;

  private final Accounts accounts;
  private final Tokens tokens;

  FirstAccount(Accounts accounts, Tokens tokens) {
    this.accounts = accounts;
    this.tokens = tokens;
  }

  @Override
  @Transactional
  public Optional<Credentials> create() {
    if (!accounts.isEmpty()) {
      return Optional.empty();
    }
    String password = password();
    accounts.create(LOGIN, "Administrator", true, password);
    accounts.bind(LOGIN, Role.ORG_ADMIN, Scope.ORG, LOGIN);
    String token = tokens.issue(LOGIN, "first-sign-in", null, List.of("*"), null).text();
    return Optional.of(new Credentials(LOGIN, password, token));
  }

  private static String password() {
    SecureRandom random = new SecureRandom();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < PASSWORD_LENGTH; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }
}
