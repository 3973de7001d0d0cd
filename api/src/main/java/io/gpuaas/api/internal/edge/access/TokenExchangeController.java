package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.RequestIds;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.TokenExchange;
import io.gpuaas.api.internal.service.TokenExchange.Outcome;
import io.gpuaas.api.internal.service.Tokens;
import io.gpuaas.api.internal.store.TokenStore.Token;
import io.gpuaas.api.internal.store.TrustStore.TrustRule;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Token exchange (RFC 8693): the OIDC token of a pipeline for a short one of ours. Answers and
/// refusals have the form of that standard, not of our problems, since clients of it expect so.
@RestController
@RequestMapping("/api/v1/auth/token")
@Tag(name = "Session")
final class TokenExchangeController {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String OURS = "urn:ietf:params:oauth:token-type:access_token";
  private static final String JWT = "urn:ietf:params:oauth:token-type:jwt";
  private static final String ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
  private static final int LONGEST = 32_768;

  private final ForeignTokens foreign;
  private final TokenExchange exchange;
  private final AuditTrail audit;

  TokenExchangeController(ForeignTokens foreign, TokenExchange exchange, AuditTrail audit) {
    this.foreign = foreign;
    this.exchange = exchange;
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
      String subject_token,
      @Schema(example = ID_TOKEN) String subject_token_type,
      @Schema(description = "A project") @Nullable String audience) {}

  @PostMapping(consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  @SecurityRequirements
  @Operation(
      operationId = "exchangeToken",
      summary = "Exchange a token of a trusted issuer for a short one of ours",
      description =
          """
          A form of RFC 8693: `grant_type` as there, `subject_token` and `subject_token_type` \
          (`…:jwt` or `…:id_token`; `…:access_token` renews one that was given here), and \
          optionally `audience`, a project. The token is good for 15 minutes, in one project. \
          Refusals are 400 with `error` as in RFC 6749.\
          """)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_FORM_URLENCODED_VALUE,
              schema = @Schema(implementation = ExchangeForm.class)))
  ResponseEntity<AnswerDocument> exchange(HttpServletRequest request) throws IOException {
    // Not as an argument: the framework logs those at its finest level.
    byte[] body = request.getInputStream().readAllBytes();
    SortedMap<String, String> fields = fields(new String(body, StandardCharsets.UTF_8));
    String token = fields.getOrDefault("subject_token", "");
    String type = fields.getOrDefault("subject_token_type", "");
    if (!GRANT.equals(fields.get("grant_type"))) {
      return refuse(400, "unsupported_grant_type", "grant_type must be " + GRANT + ".");
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

  private ResponseEntity<AnswerDocument> foreign(
      String token, @Nullable String project, HttpServletRequest request) {
    return switch (foreign.verify(token)) {
      case ForeignTokens.Finding.Verified(TokenExchange.Assertion assertion) ->
          answer(exchange.exchange(assertion, project), assertion.issuer(), request);
      case ForeignTokens.Finding.Refused(String why) -> refuse(400, "invalid_grant", why);
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
        long life = Duration.between(token.createdAt(), token.expiresAt()).toSeconds();
        yield ResponseEntity.ok()
            .cacheControl(CacheControl.noStore())
            .body(
                new AnswerDocument(
                    issued.text(), OURS, "Bearer", life, token.scopes(), null, null));
      }
    };
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

  private static SortedMap<String, String> fields(String form) {
    SortedMap<String, String> fields = new TreeMap<>();
    String read = form.length() > LONGEST ? "" : form;
    for (String pair : read.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      // A field that is no text is as good as none.
      return "";
    }
  }
}
