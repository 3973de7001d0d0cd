package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.DeviceLogins;
import io.gpuaas.api.internal.service.DeviceLogins.Poll;
import io.gpuaas.api.internal.service.TokenExchange;
import io.gpuaas.api.internal.service.TokenExchange.Outcome;
import io.gpuaas.api.internal.service.Tokens;
import io.gpuaas.api.internal.store.TokenStore.Token;
import io.gpuaas.api.internal.store.TrustStore.TrustRule;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Tokens for those who cannot sign in at a page: a pipeline with the OIDC token of its system (RFC
/// 8693), and a command line that its person has let in (RFC 8628). Answers and refusals have the
/// form of those standards, not of our problems, since clients of them expect so.
@RestController
@RequestMapping("/api/v1/auth/token")
@Tag(name = "Session")
final class TokenExchangeController {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
  private static final String OURS = "urn:ietf:params:oauth:token-type:access_token";
  private static final String JWT = "urn:ietf:params:oauth:token-type:jwt";
  private static final String ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

  private final ForeignTokens foreign;
  private final TokenExchange exchange;
  private final DeviceLogins devices;
  private final AuditTrail audit;

  TokenExchangeController(
      ForeignTokens foreign, TokenExchange exchange, DeviceLogins devices, AuditTrail audit) {
    this.foreign = foreign;
    this.exchange = exchange;
    this.devices = devices;
    this.audit = audit;
  }

  /// What the standard answers with.
  ///
  /// @param expires_in seconds
  @Schema(name = "TokenExchangeAnswer")
  record AnswerDocument(
      @Nullable String access_token,
      @Nullable String issued_token_type,
      @Nullable String token_type,
      @Nullable Long expires_in,
      @Nullable String scope,
      @Nullable String error,
      @Nullable String error_description) {
    static AnswerDocument refusal(String error, String description) {
      return new AnswerDocument(null, null, null, null, null, error, description);
    }

    /// The token is not shown.
    @Override
    public String toString() {
      return "AnswerDocument[" + error + "]";
    }
  }

  /// What the standard asks for.
  @Schema(name = "TokenExchangeForm")
  record ExchangeForm(
      @Schema(example = GRANT) String grant_type,
      @Nullable String subject_token,
      @Schema(example = ID_TOKEN) @Nullable String subject_token_type,
      @Schema(description = "A project") @Nullable String audience,
      @Schema(description = "Of a command line, from `POST /auth/device`")
          @Nullable String device_code) {}

  @PostMapping(consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  @SecurityRequirements
  @Operation(
      operationId = "exchangeToken",
      summary = "Exchange a token of a trusted issuer for a short one of ours",
      description =
          """
          The body is the form of RFC 8693: `grant_type` as there, `subject_token` and \
          `subject_token_type` (`…:jwt` or `…:id_token`; `…:access_token` renews one that was \
          given here), and optionally `audience`, a project. The token is good for 15 minutes, \
          in one project. Or it is the form of RFC 8628: `device_code`, with its `grant_type`; \
          400 with `authorization_pending` as long as nobody has decided, and after that a token \
          for 30 days, once. Refusals are 400 with `error` as in RFC 6749.\
          """)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
              schema = @Schema(implementation = ExchangeForm.class)))
  @ApiResponse(responseCode = "200")
  @ApiResponse(
      responseCode = "400",
      description = "`error` says why, as in RFC 6749 and RFC 8628",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON_VALUE,
              schema = @Schema(implementation = AnswerDocument.class)))
  @ApiResponse(
      responseCode = "503",
      description = "The issuer does not answer",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON_VALUE,
              schema = @Schema(implementation = AnswerDocument.class)))
  ResponseEntity<AnswerDocument> exchange(HttpServletRequest request) throws IOException {
    SortedMap<String, String> fields = FormFields.of(request);
    String token = fields.getOrDefault("subject_token", "");
    String type = fields.getOrDefault("subject_token_type", "");
    String grant = fields.getOrDefault("grant_type", "");
    if (grant.equals(DEVICE)) {
      return device(fields.getOrDefault("device_code", ""), request);
    }
    if (!grant.equals(GRANT)) {
      String why = "grant_type must be %s or %s.".formatted(GRANT, DEVICE);
      return refuse(400, "unsupported_grant_type", why);
    }
    if (token.isEmpty()) {
      return refuse(400, "invalid_request", "subject_token is missing.");
    }
    return switch (type) {
      case OURS -> answer(exchange.renew(token), "renewal", request);
      case JWT, ID_TOKEN -> foreign(token, fields.get("audience"), request);
      default ->
          refuse(
              400,
              "invalid_request",
              "subject_token_type must be %s, %s or %s.".formatted(JWT, ID_TOKEN, OURS));
    };
  }

  private ResponseEntity<AnswerDocument> device(String code, HttpServletRequest request) {
    return switch (devices.poll(code)) {
      case Poll.Pending() -> refuse(400, "authorization_pending", "Nobody has decided yet.");
      case Poll.TooSoon() -> refuse(400, "slow_down", "Ask every five seconds.");
      case Poll.Denied() -> refuse(400, "access_denied", "The request was denied.");
      case Poll.Expired() -> refuse(400, "expired_token", "The code is not known, or is over.");
      case Poll.Allowed(Tokens.Issued issued) -> {
        Token token = issued.token();
        record(token.owner(), "token/" + token.id(), "", 200, token.name(), request);
        yield given(issued);
      }
    };
  }

  private ResponseEntity<AnswerDocument> foreign(
      String token, @Nullable String project, HttpServletRequest request) {
    return switch (foreign.verify(token)) {
      case ForeignTokens.Finding.Verified(TokenExchange.Assertion assertion) ->
          answer(exchange.exchange(assertion, project), assertion.identity().issuer(), request);
      case ForeignTokens.Finding.Refused(String issuer, String why) -> {
        if (!issuer.isEmpty()) {
          record(issuer, "token/" + issuer, "", 400, why, request);
        }
        yield refuse(400, "invalid_grant", why);
      }
      case ForeignTokens.Finding.NoKeys(String issuer) ->
          refuse(503, "temporarily_unavailable", "%s does not answer.".formatted(issuer));
    };
  }

  private ResponseEntity<AnswerDocument> answer(
      Outcome outcome, String issuer, HttpServletRequest request) {
    return switch (outcome) {
      case Outcome.Refused(String why) -> {
        record(issuer, "token/" + issuer, "", 400, why, request);
        yield refuse(400, "invalid_grant", why);
      }
      case Outcome.Given(TrustRule rule, Tokens.Issued issued) -> {
        Token token = issued.token();
        String scope = "PROJECT/" + rule.project();
        record(rule.login(), "token/" + token.id(), scope, 200, rule.name(), request);
        yield given(issued);
      }
    };
  }

  private static ResponseEntity<AnswerDocument> given(Tokens.Issued issued) {
    Token token = issued.token();
    long life = Duration.between(token.createdAt(), token.expiresAt()).toSeconds();
    return ResponseEntity.ok()
        .cacheControl(CacheControl.noStore())
        .body(new AnswerDocument(issued.text(), OURS, "Bearer", life, token.scopes(), null, null));
  }

  private void record(
      String who,
      String resource,
      String scope,
      int status,
      String reason,
      HttpServletRequest request) {
    AuditTrail.Actor actor =
        new AuditTrail.Actor(
            who, "exchange", null, request.getRemoteAddr(), RequestIds.of(request), false);
    audit.record(
        new AuditTrail.Act(actor, "token.exchange", resource, scope),
        new AuditTrail.Finding(status == 200 ? "OK" : "REFUSED", status, reason, null, null));
  }

  private static ResponseEntity<AnswerDocument> refuse(int status, String error, String why) {
    return ResponseEntity.status(status)
        .cacheControl(CacheControl.noStore())
        .body(AnswerDocument.refusal(error, why));
  }
}
