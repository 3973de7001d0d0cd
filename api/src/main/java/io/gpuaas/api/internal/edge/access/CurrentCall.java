package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.Callers;
import io.gpuaas.api.internal.service.OpenSessions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/// Asks again who a long request belongs to: rights may be taken while it runs.
@Component
public final class CurrentCall {
  private final Callers callers;
  private final OpenSessions sessions;

  CurrentCall(Callers callers, OpenSessions sessions) {
    this.callers = callers;
    this.sessions = sessions;
  }

  /// Empty when the account, the token or the session has ended.
  public Optional<Call> of(HttpServletRequest request) {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof KnownCaller known) {
      return callers.again(known.caller()).map(it -> CallArgument.call(it, request));
    }
    HttpSession session = request.getSession(false);
    return session == null || !sessions.isOpen(session.getId())
        ? Optional.empty()
        : CallArgument.current(callers, request);
  }
}
