package io.gpuaas.api.internal.edge.access;

import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/// What a session remembers: the login and nothing about rights.
final class SignedIn extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  private final String login;

  SignedIn(String login) {
    super(List.of());
    this.login = login;
    setAuthenticated(true);
  }

  String login() {
    return login;
  }

  @Override
  public Object getCredentials() {
    return "";
  }

  @Override
  public Object getPrincipal() {
    return login;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SignedIn it && it.login.equals(login);
  }

  @Override
  public int hashCode() {
    return login.hashCode();
  }
}
