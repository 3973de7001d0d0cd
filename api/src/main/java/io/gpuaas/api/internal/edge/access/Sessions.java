package io.gpuaas.api.internal.edge.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.stereotype.Component;

/// Begins and ends sessions of browsers.
@Component
public final class Sessions {
  private final CsrfTokenRepository csrf;
  private final HttpSessionSecurityContextRepository contexts =
      new HttpSessionSecurityContextRepository();

  Sessions(CsrfTokenRepository csrf) {
    this.csrf = csrf;
  }

  /// A session of `login`, under a new id, with a new forgery token.
  void begin(String login, HttpServletRequest request, HttpServletResponse response) {
    if (request.getSession(false) != null) {
      request.changeSessionId();
    }
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new SignedIn(login));
    SecurityContextHolder.setContext(context);
    contexts.saveContext(context, request, response);
    csrf.saveToken(csrf.generateToken(request), request, response);
  }

  void end(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
    SecurityContextHolder.clearContext();
  }

  /// Ends it and takes the forgery token away.
  void end(HttpServletRequest request, HttpServletResponse response) {
    end(request);
    csrf.saveToken(null, request, response);
  }
}
