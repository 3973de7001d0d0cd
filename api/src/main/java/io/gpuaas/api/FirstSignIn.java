package io.gpuaas.api;

import io.gpuaas.api.internal.service.Accounts;
import io.gpuaas.api.internal.service.Role;
import io.gpuaas.api.internal.service.Tokens;
import io.gpuaas.quota.Scope;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Makes the first account of a new installation.
@Service
public class FirstSignIn {
  private static final String LOGIN = "admin";
  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  private static final int PASSWORD_LENGTH = 20;

  private final Accounts accounts;
  private final Tokens tokens;

  FirstSignIn(Accounts accounts, Tokens tokens) {
    this.accounts = accounts;
    this.tokens = tokens;
  }

  /// What the first person needs. Known only now: neither secret can be read again.
  public record Credentials(String login, String password, String token) {
    /// Secrets are not shown.
    @Override
    public String toString() {
      return "Credentials[" + login + "]";
    }
  }

  /// An account with the role `org-admin` on the whole organisation and a token with all its
  /// rights; empty when the installation has accounts already.
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
