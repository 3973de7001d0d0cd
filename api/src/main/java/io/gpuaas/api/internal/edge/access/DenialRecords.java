package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.core.Fault;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;

/// Writes an audit row for each request of a known caller that was denied for want of a right.
@Component
public final class DenialRecords implements HandlerInterceptor {
  private static final int FORBIDDEN = 403;

  private final AuditTrail audit;
  private final CurrentCall current;

  DenialRecords(AuditTrail audit, CurrentCall current) {
    this.audit = audit;
    this.current = current;
  }

  @Override
  public void afterCompletion(
      HttpServletRequest request,
      HttpServletResponse response,
      Object handler,
      @Nullable Exception cause) {
    if (response.getStatus() != FORBIDDEN) {
      return;
    }
    String path = request.getRequestURI();
    String shown = Fault.shown(path, 500);
    current
        .of(request)
        .ifPresent(
            call ->
                audit.record(
                    new AuditTrail.Act(call.actor(), "request." + request.getMethod(), shown, ""),
                    new AuditTrail.Finding("DENIED", FORBIDDEN, "", null, null)));
  }
}
