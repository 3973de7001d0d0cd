package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.Caller;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/// The caller of one request with a bearer token.
final class KnownCaller extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  private final transient Caller caller;

  KnownCaller(Caller caller) {
    super(List.of());
    this.caller = caller;
    setAuthenticated(true);
  }

  Caller caller() {
    return caller;
  }

  @Override
  public Object getCredentials() {
    return "";
  }

  @Override
  public Object getPrincipal() {
    return caller.login();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KnownCaller it && it.caller.equals(caller);
  }

  @Override
  public int hashCode() {
    return caller.hashCode();
  }
}
