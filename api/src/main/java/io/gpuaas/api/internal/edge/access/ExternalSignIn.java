package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.ExternalAccounts;
import io.gpuaas.api.internal.service.ExternalAccounts.Outcome;
import io.gpuaas.api.internal.service.ExternalAccounts.Person;
import io.gpuaas.api.internal.service.ProviderSessions;
import io.gpuaas.api.internal.service.SignInSettings;
import io.gpuaas.api.internal.service.SignInSettings.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.stereotype.Component;

/// The end of a sign-in at an OpenID Connect provider. The protocol is Spring Security's work; here
/// the person becomes an account of ours, and the browser gets the same session as after a
/// password. Tokens of the provider are kept nowhere.
@Component
public final class ExternalSignIn
    implements AuthenticationSuccessHandler, AuthenticationFailureHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ExternalSignIn.class);

  private final SignInSettings settings;
  private final ExternalAccounts accounts;
  private final Sessions sessions;
  private final ProviderSessions theirs;
  private final AuditTrail audit;
  private final InstantSource clock;

  ExternalSignIn(
      SignInSettings settings,
      ExternalAccounts accounts,
      Sessions sessions,
      ProviderSessions theirs,
      AuditTrail audit,
      InstantSource clock) {
    this.settings = settings;
    this.accounts = accounts;
    this.sessions = sessions;
    this.theirs = theirs;
    this.audit = audit;
    this.clock = clock;
  }

  @Override
  public void onAuthenticationSuccess(
      HttpServletRequest request, HttpServletResponse response, Authentication authentication)
      throws IOException {
    if (!(authentication instanceof OAuth2AuthenticationToken token)
        || !(token.getPrincipal() instanceof OidcUser user)) {
      refuse(request, response, "unknown", "The provider gave no identity.");
      return;
    }
    Issuer issuer =
        Objects.requireNonNull(settings.issuer(token.getAuthorizedClientRegistrationId()));
    switch (accounts.signIn(issuer, person(issuer, user))) {
      case Outcome.Welcome(String login) -> {
        String next = ProviderRequests.next(request);
        String session = sessions.begin(login, proof(issuer, user), request, response);
        String sid = user.getClaimAsString("sid");
        theirs.begun(session, user.getIssuer().toString(), user.getSubject(), sid);
        record(login, request, issuer.name(), "OK", 302);
        response.sendRedirect(next);
      }
      case Outcome.Refused(String why) -> {
        sessions.end(request);
        refuse(request, response, issuer.name() + "/" + user.getSubject(), why);
      }
    }
  }

  /// Never later than now, whatever the provider's clock says. A provider that does not say when
  /// the person proved who they are has to be asked for it, by a step-up.
  private SignInProof proof(Issuer issuer, OidcUser user) {
    @Nullable Instant said = user.getAuthenticatedAt();
    Instant now = clock.instant();
    Instant at = said == null ? Instant.EPOCH : said.isAfter(now) ? now : said;
    return new SignInProof(issuer.name(), at, user.getAuthenticationContextClass());
  }

  private static Person person(Issuer issuer, OidcUser user) {
    String login = Objects.requireNonNullElse(user.getClaimAsString(issuer.loginClaim()), "");
    String name = Objects.requireNonNullElse(user.getFullName(), login);
    List<String> groups = user.getClaimAsStringList(issuer.groupsClaim());
    return new Person(
        user.getSubject(), login, name, Objects.requireNonNullElse(groups, List.of()));
  }

  @Override
  public void onAuthenticationFailure(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
      throws IOException {
    LOG.warn("A sign-in at a provider failed: {}", cause.toString());
    refuse(request, response, "unknown", "The sign-in at the provider failed; try again.");
  }

  private void refuse(
      HttpServletRequest request, HttpServletResponse response, String who, String why)
      throws IOException {
    record(who, request, why, "REFUSED", 302);
    response.sendRedirect("/sign-in?error=" + URLEncoder.encode(why, StandardCharsets.UTF_8));
  }

  private void record(
      String who, HttpServletRequest request, String reason, String result, int status) {
    AuditTrail.Actor actor =
        new AuditTrail.Actor(
            who, "oidc", null, request.getRemoteAddr(), RequestIds.of(request), false);
    audit.record(
        new AuditTrail.Act(actor, "session.create", "session/" + who, ""),
        new AuditTrail.Finding(result, status, reason, null, null));
  }
}
