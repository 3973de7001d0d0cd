package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.Tokens;
import io.gpuaas.api.internal.store.TokenStore.Token;
import io.gpuaas.core.Durations;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Service tokens.
@RestController
@RequestMapping("/api/v1/tokens")
@Tag(name = "People and access")
final class TokensController {
  private static final Duration LONGEST_OVERLAP = Duration.ofDays(30);

  private final Tokens tokens;
  private final AuditTrail audit;
  private final Lists lists;
  private final RecentSignIns recent;
  private final InstantSource clock;

  TokensController(
      Tokens tokens, AuditTrail audit, Lists lists, RecentSignIns recent, InstantSource clock) {
    this.tokens = tokens;
    this.audit = audit;
    this.lists = lists;
    this.recent = recent;
    this.clock = clock;
  }

  /// A service token. It acts as its owner, in one project if it is bound to one, and with its
  /// scopes at most.
  ///
  /// @param addresses from where it may be used; empty: from everywhere
  /// @param token the secret itself; only in the answer that creates it
  @Schema(name = "Token")
  record TokenDocument(
      String id,
      String name,
      String owner,
      @Nullable String project,
      @Schema(example = "[\"job.submit\",\"job.read\"]") List<String> scopes,
      @Schema(example = "[\"10.20.0.0/16\"]") List<String> addresses,
      Instant createdAt,
      Instant expiresAt,
      @Nullable Instant lastUsedAt,
      @Schema(description = "The secret; only in the answer that creates it")
          @com.fasterxml.jackson.annotation.JsonInclude(
              com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL)
          @Nullable String token) {
    static TokenDocument of(Token it, @Nullable String text) {
      return new TokenDocument(
          it.id(),
          it.name(),
          it.owner(),
          it.project(),
          Tokens.words(it.scopes()),
          Tokens.words(it.addresses()),
          it.createdAt(),
          it.expiresAt(),
          it.lastUsedAt(),
          text);
    }

    /// The secret is not shown.
    @Override
    public String toString() {
      return "TokenDocument[" + id + "]";
    }
  }

  @Schema(name = "TokenInput")
  record TokenInput(
      @Schema(example = "ci-llm") @Size(min = 1, max = 100) String name,
      @Schema(description = "Bind it to this project; left out: wherever its owner may act")
          @Size(min = 1, max = 63)
          @Nullable String project,
      @Schema(description = "Permissions it may use at most; `*` for all of its owner")
          @Size(min = 1, max = 64)
          List<@Size(min = 1, max = 63) String> scopes,
      @Schema(
              description = "Addresses and networks from which it may be used; left out: all",
              example = "[\"10.20.0.0/16\"]")
          @Size(min = 1, max = 16)
          @Nullable List<@Size(min = 2, max = 43) String> addresses,
      @Schema(description = "At most a year from now; 90 days when left out")
          @Nullable Instant expiresAt) {
    List<String> allowed() {
      return Objects.requireNonNullElse(addresses, List.of());
    }
  }

  @GetMapping
  @Operation(
      operationId = "listTokens",
      summary = "List tokens",
      description =
          "The caller's own, and those of projects on which the caller has `token.read`. None"
              + " shows its secret.")
  Page<TokenDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return lists.page(
        tokens.all().stream()
            .filter(it -> may(call, Permission.TOKEN_READ, it))
            .map(it -> TokenDocument.of(it, null))
            .toList(),
        TokenDocument::id,
        "tokens",
        limit,
        cursor);
  }

  /// Whoever has the right on its project, and its owner; a token in the owner's hands only what it
  /// could do with it itself.
  private static boolean may(Call call, Permission permission, Token token) {
    return isOwn(call, permission, token) || call.caller().may(permission, scope(token));
  }

  private static boolean isOwn(Call call, Permission permission, Token token) {
    Caller.TokenUse used = call.caller().token();
    boolean fits =
        used == null
            || used.id().equals(token.id())
            || (used.scopes().contains(permission)
                && (used.project() == null || used.project().equals(token.project())));
    return fits && token.owner().equals(call.caller().login());
  }

  private static Scope scope(Token token) {
    return token.project() == null ? Scope.ORG : Scope.project(token.project());
  }

  @DryRunnable
  @PostMapping
  @Operation(
      operationId = "createToken",
      summary = "Create a token",
      description =
          """
          The answer has the secret, this once. Needs `token.write` on the project, and of a \
          browser a recent sign-in (`STEP_UP`) where the token could change prices or rights. \
          `Idempotency-Key` has no effect here, since secrets are not kept.\
          """)
  ResponseEntity<TokenDocument> create(
      Call call, HttpServletRequest request, @RequestBody TokenInput body) {
    Caller.TokenUse used = call.caller().token();
    if (used != null && used.project() != null && body.project() == null) {
      throw new ProblemException(
          ProblemCode.FORBIDDEN, "A token of a project creates tokens of this project only.");
    }
    if (body.project() == null) {
      call.requireAnywhere(Permission.TOKEN_WRITE);
    } else {
      call.requireProject(Permission.TOKEN_WRITE, body.project());
    }
    check(call, body);
    recent.requireFor(call, body.scopes(), request);
    Tokens.Issued issued =
        audit.recording(
            act(call, "token.create", body.name(), body.project()),
            () ->
                tokens.issue(
                    call.caller().login(),
                    body.name(),
                    body.project(),
                    body.scopes(),
                    body.allowed(),
                    body.expiresAt()),
            it -> Findings.ok(201, TokenDocument.of(it.token(), null)));
    return ResponseEntity.created(URI.create("/api/v1/tokens/" + issued.token().id()))
        .body(TokenDocument.of(issued.token(), issued.text()));
  }

  private void check(Call call, TokenInput body) {
    List<Fault> faults = new ArrayList<>(SourceAddresses.faults(body.allowed()));
    Caller.TokenUse used = call.caller().token();
    boolean narrowed = used != null && used.scopes().size() < Permission.values().length;
    for (int i = 0; i < body.scopes().size(); i++) {
      String word = body.scopes().get(i);
      boolean known = word.equals("*") ? !narrowed : Permission.ofWord(word).isPresent();
      boolean had =
          !narrowed || Permission.ofWord(word).map(call.caller()::mayAnywhere).orElse(true);
      if (!known || !had) {
        String detail = "Must be a permission such as job.submit that the caller has, or *.";
        faults.add(new Fault("/scopes/" + i, "NOT_ALLOWED", detail, word, null));
      }
    }
    Instant end = body.expiresAt();
    Instant now = clock.instant();
    if (end != null && (!end.isAfter(now) || end.isAfter(now.plus(Tokens.LONGEST)))) {
      String detail = "Must be in the future and at most 366 days away.";
      faults.add(new Fault("/expiresAt", "RANGE", detail, end.toString(), null));
    }
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
  }

  private static AuditTrail.Act act(
      Call call, String action, String name, @Nullable String project) {
    String scope = project == null ? "ORG/" + Scope.ORG.name() : "PROJECT/" + project;
    return new AuditTrail.Act(call.actor(), action, "token/" + name, scope);
  }

  @Schema(name = "TokenRotation")
  record RotationInput(
      @Schema(description = "How long the old one stays good: at most 30d; 24h when left out")
          @Nullable String overlap) {
    Duration span() {
      String text = Objects.requireNonNullElse(overlap, "24h");
      return Durations.parse(text)
          .filter(it -> it.compareTo(LONGEST_OVERLAP) <= 0)
          .orElseThrow(
              () -> {
                String allowed = "Must be at most 30d, for example 24h.";
                Fault fault = new Fault("/overlap", "RANGE", allowed, text, null);
                return ProblemException.ofBody(List.of(fault));
              });
    }
  }

  @DryRunnable
  @PostMapping("/{id}:rotate")
  @Operation(
      operationId = "rotateToken",
      summary = "Make the next of a token",
      description =
          """
          The answer has its secret, this once. It has the name, project, scopes, addresses and \
          length of life of the old one, which stays good for `overlap`, so that whoever uses it \
          can change over without a gap. By its owner only. Needs `token.write`, and of a browser \
          a recent sign-in (`STEP_UP`) where it could change prices or rights. `Idempotency-Key` \
          has no effect here, since secrets are not kept.\
          """)
  ResponseEntity<TokenDocument> rotate(
      Call call,
      HttpServletRequest request,
      @PathVariable String id,
      @RequestBody(required = false) @Nullable RotationInput body) {
    Token old = find(call, id);
    Caller.TokenUse used = call.caller().token();
    boolean itself = used == null || used.isWhole() || used.id().equals(id);
    boolean writes =
        old.project() == null
            ? call.caller().mayAnywhere(Permission.TOKEN_WRITE)
            : call.caller().may(Permission.TOKEN_WRITE, Scope.project(old.project()));
    if (!itself || !writes || !isOwn(call, Permission.TOKEN_WRITE, old)) {
      String why = "Its owner rotates a token, or the token itself, with token.write.";
      throw new ProblemException(ProblemCode.FORBIDDEN, why);
    }
    Duration overlap = (body == null ? new RotationInput(null) : body).span();
    recent.requireFor(call, Tokens.words(old.scopes()), request);
    Tokens.Issued issued =
        audit.recording(
            act(call, "token.rotate", old.name(), old.project()),
            () -> tokens.rotate(old, overlap),
            it -> Findings.ok(200, TokenDocument.of(it.token(), null)));
    return ResponseEntity.ok(TokenDocument.of(issued.token(), issued.text()));
  }

  private Token find(Call call, String id) {
    return tokens
        .find(id)
        .filter(it -> may(call, Permission.TOKEN_READ, it))
        .orElseThrow(() -> ProblemException.notFound("No token", id));
  }

  @DryRunnable
  @DeleteMapping("/{id}")
  @Operation(
      operationId = "revokeToken",
      summary = "Revoke a token, at once and for good",
      description = "The next request with it is refused. A token cannot be brought back.")
  ResponseEntity<Void> delete(Call call, @PathVariable String id) {
    Token token = find(call, id);
    if (!isOwn(call, Permission.TOKEN_WRITE, token)) {
      call.require(Permission.TOKEN_WRITE, scope(token));
    }
    audit.recording(
        act(call, "token.revoke", token.name(), token.project()),
        () -> tokens.revoke(id),
        it -> Findings.ok(204, TokenDocument.of(token, null)));
    return ResponseEntity.noContent().build();
  }
}
