package io.gpuaas.api.internal.edge.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.stereotype.Component;

/// Begins and ends sessions of browsers.
@Component
public final class Sessions {
  private static final String BEGUN_AT = "gpuaas.begunAt";

  private final CsrfTokenRepository csrf;
  private final InstantSource clock;
  private final HttpSessionSecurityContextRepository contexts =
      new HttpSessionSecurityContextRepository();

  Sessions(CsrfTokenRepository csrf, InstantSource clock) {
    this.csrf = csrf;
    this.clock = clock;
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
    request.getSession().setAttribute(BEGUN_AT, clock.millis());
    csrf.saveToken(csrf.generateToken(request), request, response);
  }

  /// When its person signed in; long ago where there is no session.
  Instant begunAt(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session != null && session.getAttribute(BEGUN_AT) instanceof Long millis
        ? Instant.ofEpochMilli(millis)
        : Instant.EPOCH;
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
