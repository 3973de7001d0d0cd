package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ProblemWriter;
import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Callers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/// Finds the caller of a request with `Authorization: Bearer …`. A token that is not valid ends the
/// request here, whatever cookies it has.
public final class BearerTokens extends OncePerRequestFilter {
  private static final String SCHEME = "Bearer ";

  private final Callers callers;

  public BearerTokens(Callers callers) {
    this.callers = callers;
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
      ProblemException refusal =
          new ProblemException(
              ProblemCode.UNAUTHENTICATED, "The token is not known, has expired, or was revoked.");
      String challenge = "Bearer error=\"invalid_token\"";
      ProblemWriter.write(request, response, refusal.with("WWW-Authenticate", challenge));
      return;
    }
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new KnownCaller(caller.get()));
    SecurityContextHolder.setContext(context);
    chain.doFilter(request, response);
  }
}
