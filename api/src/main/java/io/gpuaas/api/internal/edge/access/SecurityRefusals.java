package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;

/// The security chain's refusals as problems.
public final class SecurityRefusals implements AuthenticationEntryPoint, AccessDeniedHandler {
  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
      throws IOException {
    ProblemException refusal =
        new ProblemException(ProblemCode.UNAUTHENTICATED, ProblemCode.UNAUTHENTICATED.remedy());
    ProblemWriter.write(request, response, refusal.with("WWW-Authenticate", "Bearer"));
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException cause)
      throws IOException {
    ProblemCode code = cause instanceof CsrfException ? ProblemCode.CSRF : ProblemCode.FORBIDDEN;
    ProblemWriter.write(request, response, new ProblemException(code, code.remedy()));
  }
}
