package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Callers;
import io.gpuaas.api.internal.service.Permission;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.stereotype.Component;

/// Whether somebody may read the figures of the whole process, which count the jobs of everybody:
/// `metrics.read`.
@Component
public final class MetricsRight implements AuthorizationManager<RequestAuthorizationContext> {
  private final Callers callers;

  MetricsRight(Callers callers) {
    this.callers = callers;
  }

  @Override
  public AuthorizationDecision authorize(
      Supplier<? extends @Nullable Authentication> who, RequestAuthorizationContext where) {
    Optional<Caller> caller =
        switch (who.get()) {
          case KnownCaller known -> Optional.of(known.caller());
          case SignedIn signedIn -> callers.ofLogin(signedIn.login());
          case null, default -> Optional.empty();
        };
    return new AuthorizationDecision(
        caller.filter(it -> it.mayAnywhere(Permission.METRICS_READ)).isPresent());
  }
}
