package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ProblemWriter;
import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Callers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/// Finds the caller of a request with `Authorization: Bearer …`. A token that is not valid ends the
/// request here, whatever cookies it has.
public final class BearerTokens extends OncePerRequestFilter {
  private static final String SCHEME = "Bearer ";

  private final Callers callers;
  private final AuditTrail audit;

  public BearerTokens(Callers callers, AuditTrail audit) {
    this.callers = callers;
    this.audit = audit;
  }

  /// Whether the request comes with an `Authorization` of any kind.
  public static boolean isUsedBy(HttpServletRequest request) {
    return request.getHeader("Authorization") != null;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String header = request.getHeader("Authorization");
    Optional<Caller> caller =
        header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
            ? callers.ofToken(header.substring(SCHEME.length()).trim())
            : Optional.empty();
    if (caller.isEmpty()) {
      refuse("The token is not known, has expired, or was revoked.", request, response);
      return;
    }
    if (!isFromAllowed(caller.get(), request)) {
      refuse("The token may not be used from this address.", request, response);
      return;
    }
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new KnownCaller(caller.get()));
    SecurityContextHolder.setContext(context);
    chain.doFilter(request, response);
  }

  private static void refuse(String why, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ProblemException refusal = new ProblemException(ProblemCode.UNAUTHENTICATED, why);
    String challenge = "Bearer error=\"invalid_token\"";
    ProblemWriter.write(request, response, refusal.with("WWW-Authenticate", challenge));
  }

  /// A good token from elsewhere may have been stolen, which the audit log shall show.
  private boolean isFromAllowed(Caller caller, HttpServletRequest request) {
    Caller.TokenUse use = Objects.requireNonNull(caller.token());
    String address = request.getRemoteAddr();
    boolean allowed = SourceAddresses.take(use.addresses(), address);
    if (!allowed) {
      AuditTrail.Actor actor =
          new AuditTrail.Actor(
              caller.login(),
              caller.authMethod(),
              use.id(),
              address,
              RequestIds.of(request),
              false);
      audit.record(
          new AuditTrail.Act(actor, "token.use", "token/" + use.name(), ""),
          new AuditTrail.Finding("DENIED", 401, "From an address it is not for.", null, null));
    }
    return allowed;
  }
}
