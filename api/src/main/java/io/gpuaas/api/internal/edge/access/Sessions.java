package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.OpenSessions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.stereotype.Component;

/// Begins and ends sessions of browsers.
@Component
public final class Sessions {
  private static final String PROOF = "gpuaas.proof";

  private final CsrfTokenRepository csrf;
  private final InstantSource clock;
  private final OpenSessions open;
  private final HttpSessionSecurityContextRepository contexts =
      new HttpSessionSecurityContextRepository();

  Sessions(CsrfTokenRepository csrf, InstantSource clock, OpenSessions open) {
    this.csrf = csrf;
    this.clock = clock;
    this.open = open;
  }

  /// A session of `login` after a password of ours.
  void begin(String login, HttpServletRequest request, HttpServletResponse response) {
    begin(login, SignInProof.password(clock.instant()), request, response);
  }

  /// A session of `login`, under a new id, with a new forgery token. Returns the id.
  String begin(
      String login, SignInProof proof, HttpServletRequest request, HttpServletResponse response) {
    if (request.getSession(false) != null) {
      request.changeSessionId();
    }
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new SignedIn(login));
    SecurityContextHolder.setContext(context);
    contexts.saveContext(context, request, response);
    request.getSession().setAttribute(PROOF, proof);
    csrf.saveToken(csrf.generateToken(request), request, response);
    return request.getSession().getId();
  }

  /// Null where there is no session, or one that is older than this record of it.
  @Nullable SignInProof proof(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session != null && session.getAttribute(PROOF) instanceof SignInProof proof
        ? proof
        : null;
  }

  void end(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
      open.ended();
    }
    SecurityContextHolder.clearContext();
  }

  /// Ends it and takes the forgery token away.
  void end(HttpServletRequest request, HttpServletResponse response) {
    end(request);
    csrf.saveToken(null, request, response);
  }
}
