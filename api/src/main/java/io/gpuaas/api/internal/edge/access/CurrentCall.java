package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.Callers;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/// Asks again who a long request belongs to: rights may be taken while it runs.
@Component
public final class CurrentCall {
  private final Callers callers;

  CurrentCall(Callers callers) {
    this.callers = callers;
  }

  /// Empty when the account, the token or the session has ended.
  public Optional<Call> of(HttpServletRequest request) {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof KnownCaller known) {
      return callers.again(known.caller()).map(it -> CallArgument.call(it, request));
    }
    return CallArgument.current(callers, request);
  }
}
