package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.ProviderSessions;
import io.gpuaas.api.internal.store.ProviderSessionStore.Ended;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionRegistry;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import org.springframework.stereotype.Component;

/// OpenID Connect back-channel logout: a provider says, server to server, that a session of its own
/// has ended. Spring Security checks the logout token; here our sessions end.
@Component
public final class ProviderSignOut implements LogoutHandler {
  /// Where Spring Security would keep which session began in which of a provider. It asks before
  /// the session has its last id, and keeps it in this process only: [ProviderSessions] does that.
  public static final OidcSessionRegistry KEPT_ELSEWHERE = new KeptElsewhere();

  private final ProviderSessions sessions;
  private final AuditTrail audit;

  ProviderSignOut(ProviderSessions sessions, AuditTrail audit) {
    this.sessions = sessions;
    this.audit = audit;
  }

  @Override
  public void logout(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Authentication authentication) {
    if (authentication == null
        || !(authentication.getPrincipal() instanceof OidcLogoutToken token)) {
      throw new IllegalStateException("A logout without a logout token was let through.");
    }
    String issuer = token.getIssuer().toString();
    for (Ended ended : sessions.end(issuer, token.getSubject(), token.getSessionId())) {
      String login = Objects.requireNonNullElse(ended.login(), "unknown");
      AuditTrail.Actor actor =
          new AuditTrail.Actor(
              login, "oidc", null, request.getRemoteAddr(), RequestIds.of(request), false);
      audit.record(
          new AuditTrail.Act(actor, "session.delete", "session/" + login, ""),
          new AuditTrail.Finding("OK", 200, "The provider has ended it.", null, null));
    }
  }

  private static final class KeptElsewhere implements OidcSessionRegistry {
    @Override
    public void saveSessionInformation(OidcSessionInformation info) {}

    @Override
    public @Nullable OidcSessionInformation removeSessionInformation(String session) {
      return null;
    }

    @Override
    public Iterable<OidcSessionInformation> removeSessionInformation(OidcLogoutToken token) {
      return java.util.List.of();
    }
  }
}
