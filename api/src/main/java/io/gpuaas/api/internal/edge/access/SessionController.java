package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.edge.manners.Secret;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.SignIn;
import io.gpuaas.api.internal.service.SignInSettings;
import io.gpuaas.api.internal.service.SignInSettings.Issuer;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/// Sign-in and sign-out of a browser.
@RestController
@RequestMapping("/api/v1/session")
@Tag(name = "Session", description = "Sign-in of people. Machines send a bearer token instead.")
final class SessionController {
  private final SignIn signIn;
  private final AuditTrail audit;
  private final Sessions sessions;
  private final SignInSettings settings;
  private final RecentSignIns recent;
  private final SignInIssuers issuers;

  SessionController(
      SignIn signIn,
      AuditTrail audit,
      Sessions sessions,
      SignInSettings settings,
      RecentSignIns recent,
      SignInIssuers issuers) {
    this.signIn = signIn;
    this.audit = audit;
    this.sessions = sessions;
    this.settings = settings;
    this.recent = recent;
    this.issuers = issuers;
  }

  /// What a person types in.
  record Credentials(
      @Schema(example = "ada") @Size(min = 1, max = 200) String login,
      @Schema(format = "password") @Secret @Size(min = 1, max = 200) String password) {
    /// The password is not shown: the framework logs bodies at its finest level.
    @Override
    public String toString() {
      return "Credentials[" + login + "]";
    }
  }

  /// How this browser's session began.
  ///
  /// @param provider where its person has signed in; null for a password of ours
  /// @param provedAt when the person last proved who they are; null when the provider does not say
  /// @param mayChangeRights whether that is recent and strong enough for changes of prices or
  ///   rights
  /// @param stepUp where to go to make it so; null for a password of ours
  /// @param signOut where to go after signing out here, to sign out of the provider too
  @Schema(name = "Session")
  record SessionDocument(
      @Schema(example = "ada.operator") String login,
      @Schema(example = "staff") @Nullable String provider,
      @Nullable Instant provedAt,
      @Schema(example = "true") boolean mayChangeRights,
      @Schema(example = "/oauth2/authorization/staff?step-up") @Nullable String stepUp,
      @Nullable String signOut) {}

  @GetMapping
  @Operation(
      operationId = "getSession",
      summary = "How this browser's session began",
      description =
          """
          Of browsers only: 404 for who comes with a token. Changes of prices and rights need a \
          recent proof; `stepUp` leads to the provider for one, with `&next=/path` back to a page.\
          """)
  SessionDocument get(Call call, HttpServletRequest request) {
    SignInProof proof = call.caller().token() == null ? sessions.proof(request) : null;
    if (proof == null) {
      throw ProblemException.notFound("No session", call.caller().login());
    }
    Instant at = proof.at().equals(Instant.EPOCH) ? null : proof.at();
    boolean enough = recent.isEnough(proof);
    Issuer issuer = proof.provider() == null ? null : settings.issuer(proof.provider());
    String login = call.caller().login();
    return issuer == null
        ? new SessionDocument(login, proof.provider(), at, enough, null, null)
        : new SessionDocument(
            login,
            issuer.name(),
            at,
            enough,
            ProviderRequests.href(issuer) + "?" + ProviderRequests.STEP_UP,
            issuers.signOut(issuer, ServletUriComponentsBuilder.fromContextPath(request)));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @SecurityRequirements
  @Operation(
      operationId = "signIn",
      summary = "Sign in",
      description =
          """
          Answers 204 with the session cookie `GPUAAS_SESSION` and the cookie `XSRF-TOKEN`, whose \
          value each writing request sends back as header `X-XSRF-TOKEN`. After ten failures in \
          five minutes the answer is 429 with `Retry-After`.\
          """)
  void signIn(
      @RequestBody Credentials body, HttpServletRequest request, HttpServletResponse response) {
    if (!settings.localAccounts()) {
      throw new ProblemException(
          ProblemCode.FORBIDDEN, "Passwords are not taken here; sign in at a provider.");
    }
    String address = request.getRemoteAddr();
    switch (signIn.attempt(body.login(), body.password(), address)) {
      case SignIn.Outcome.Welcome(String login) -> {
        sessions.begin(login, request, response);
        record(login, request, "OK", 204);
      }
      case SignIn.Outcome.Refused() -> {
        record(body.login(), request, "REFUSED", 401);
        throw new ProblemException(
            ProblemCode.BAD_CREDENTIALS, ProblemCode.BAD_CREDENTIALS.title() + ".");
      }
      case SignIn.Outcome.TooOften(long seconds) ->
          throw new ProblemException(
                  ProblemCode.TOO_MANY_REQUESTS,
                  "Too many failed sign-ins; the next may be made in %d s.".formatted(seconds))
              .with("Retry-After", Long.toString(seconds));
    }
  }

  private void record(String login, HttpServletRequest request, String result, int status) {
    String shown = Fault.shown(login, 100);
    AuditTrail.Actor actor =
        new AuditTrail.Actor(
            shown, "password", null, request.getRemoteAddr(), RequestIds.of(request), false);
    audit.record(
        new AuditTrail.Act(actor, "session.create", "session/" + shown, ""),
        new AuditTrail.Finding(result, status, "", null, null));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "signOut",
      summary = "Sign out",
      description =
          "Ends this browser's session here; `GET /session` says how to end the provider's.")
  void signOut(Call call, HttpServletRequest request, HttpServletResponse response) {
    sessions.end(request, response);
    audit.record(
        new AuditTrail.Act(call.actor(), "session.delete", "session/" + call.caller().login(), ""),
        new AuditTrail.Finding("OK", 204, "", null, null));
  }
}
