package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.edge.manners.Secret;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.TokenExchange;
import io.gpuaas.api.internal.service.TokenExchange.Assertion;
import io.gpuaas.api.internal.service.TrustRules;
import io.gpuaas.api.internal.store.TrustStore.Identity;
import io.gpuaas.api.internal.store.TrustStore.TrustRule;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Which pipelines may act here without a stored secret.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "People and access")
final class TrustRulesController {
  private static final int HOURS = 12;

  /// With these a token of 15 minutes would make one of a year, or give somebody a role.
  private static final Set<Permission> LASTING =
      EnumSet.of(Permission.TOKEN_WRITE, Permission.BINDING_WRITE);

  private final TrustRules rules;
  private final ForeignTokens foreign;
  private final AuditTrail audit;
  private final Lists lists;

  TrustRulesController(TrustRules rules, ForeignTokens foreign, AuditTrail audit, Lists lists) {
    this.rules = rules;
    this.foreign = foreign;
    this.audit = audit;
    this.lists = lists;
  }

  @Schema(name = "TrustRule")
  record RuleDocument(
      String name,
      String issuer,
      String audience,
      SortedMap<String, String> claims,
      String project,
      String login,
      List<String> scopes,
      int maxHours,
      long version) {
    static RuleDocument of(TrustRule it) {
      return new RuleDocument(
          it.name(),
          it.issuer(),
          it.audience(),
          it.claims(),
          it.project(),
          it.login(),
          List.of(it.scopes().split(" ", -1)),
          it.maxHours(),
          it.version());
    }
  }

  @Schema(name = "TrustRuleInput")
  @ReadOnlyFields("version")
  record RuleInput(
      @Nullable String name,
      @Schema(example = "https://token.actions.githubusercontent.com") @Size(min = 8, max = 500)
          String issuer,
      @Schema(description = "What `aud` must have", example = "https://gpu.example")
          @Size(min = 1, max = 500)
          String audience,
      @Schema(
              description =
                  "Values by claim, an immutable id among them; `*` at the end: begins so",
              example = "{\"repository_id\":\"518273645\",\"ref\":\"refs/heads/*\"}")
          @Size(min = 1, max = 16)
          SortedMap<@Size(min = 1, max = 100) String, @Size(min = 1, max = 500) String> claims,
      @Size(min = 1, max = 63) String project,
      @Schema(description = "The account that it acts as", example = "ci.vision")
          @Size(min = 1, max = 100)
          String login,
      @Size(min = 1, max = 64) List<@Size(min = 1, max = 63) String> scopes,
      @Schema(description = "How long tokens can be renewed without a new one of the issuer")
          @Min(1)
          @Max(168)
          @Nullable Integer maxHours) {
    TrustRule rule(String path) {
      return new TrustRule(
          path,
          issuer,
          audience,
          claims,
          project,
          login,
          String.join(" ", scopes),
          Objects.requireNonNullElse(maxHours, HOURS),
          0);
    }
  }

  @GetMapping("/trust-rules")
  @Operation(
      operationId = "listTrustRules",
      summary = "List trust rules",
      description = "By name; those of projects that the caller may look into.")
  Page<RuleDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.BINDING_READ);
    return lists.page(
        visible(call).stream().map(RuleDocument::of).toList(),
        RuleDocument::name,
        "trust-rules",
        limit,
        cursor);
  }

  private List<TrustRule> visible(Call call) {
    return rules.all().stream().filter(it -> sees(call, it)).toList();
  }

  private static boolean sees(Call call, TrustRule rule) {
    return call.caller().may(Permission.BINDING_READ, Scope.project(rule.project()));
  }

  @GetMapping("/trust-rules/{name}")
  @Operation(
      operationId = "getTrustRule",
      summary = "Read a trust rule",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<RuleDocument> get(Call call, @PathVariable String name) {
    TrustRule rule = find(call, name);
    return ResponseEntity.ok().eTag(ETags.of(rule.version())).body(RuleDocument.of(rule));
  }

  private TrustRule find(Call call, String name) {
    return rules
        .find(name)
        .filter(it -> sees(call, it))
        .orElseThrow(() -> ProblemException.notFound("No trust rule", name));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PutMapping("/trust-rules/{name}")
  @Operation(
      operationId = "putTrustRule",
      summary = "Create or replace a trust rule",
      description =
          """
          Needs `binding.write` on the project, and each of the scopes: nobody gives more than \
          they have. `login` is an account with a role on the project, all of whose roles lie \
          where the caller may give roles. `token.write` and `binding.write` are no scopes for \
          pipelines, since what they give would outlast them. Tokens that the rule has given are \
          renewed as it is now, and only while it still fits their pipeline.\
          """)
  ResponseEntity<RuleDocument> put(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody RuleInput body) {
    call.requireProject(Permission.BINDING_WRITE, body.project());
    rules.find(name).ifPresent(it -> requireToReplace(call, it));
    List<Fault> faults = new ArrayList<>(rules.check(body.rule(name), call.caller()));
    for (int i = 0; i < body.scopes().size(); i++) {
      String word = body.scopes().get(i);
      boolean had =
          Permission.ofWord(word)
              .filter(it -> !LASTING.contains(it))
              .filter(it -> call.caller().may(it, Scope.project(body.project())))
              .isPresent();
      if (!had) {
        String detail =
            "Must be a permission such as job.submit that you have on the project; none that"
                + " gives rights which outlast the pipeline (token.write, binding.write).";
        faults.add(new Fault("/scopes/" + i, "NOT_ALLOWED", detail, word, null));
      }
    }
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    return switch (ETags.ofPut(ifMatch, ifNoneMatch)) {
      case ETags.Condition.Create() -> put(call, body.rule(name), 0, 201);
      case ETags.Condition.Change(long version) -> put(call, body.rule(name), version, 200);
    };
  }

  /// A name that is taken where the caller may not look is taken, and no more is said.
  private static void requireToReplace(Call call, TrustRule rule) {
    if (!sees(call, rule)) {
      throw stale();
    }
    call.requireProject(Permission.BINDING_WRITE, rule.project());
  }

  private static ProblemException stale() {
    return new ProblemException(
        ProblemCode.PRECONDITION_FAILED, ProblemCode.PRECONDITION_FAILED.remedy());
  }

  private ResponseEntity<RuleDocument> put(Call call, TrustRule rule, long version, int status) {
    boolean done =
        audit.recording(
            act(call, status == 201 ? "trust.create" : "trust.replace", rule),
            () -> rules.put(rule, version),
            it ->
                it
                    ? Findings.ok(status, RuleDocument.of(rule))
                    : new AuditTrail.Finding("REFUSED", 412, "", null, null));
    if (!done) {
      throw stale();
    }
    TrustRule now = find(call, rule.name());
    return ResponseEntity.status(status).eTag(ETags.of(now.version())).body(RuleDocument.of(now));
  }

  private static AuditTrail.Act act(Call call, String action, TrustRule rule) {
    return new AuditTrail.Act(
        call.actor(), action, "trust-rule/" + rule.name(), "PROJECT/" + rule.project());
  }

  @DryRunnable
  @DeleteMapping("/trust-rules/{name}")
  @Operation(
      operationId = "deleteTrustRule",
      summary = "Remove a trust rule",
      description =
          "Tokens that it has given end within 15 minutes: they are not renewed without it.")
  ResponseEntity<Void> delete(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    TrustRule rule = find(call, name);
    call.requireProject(Permission.BINDING_WRITE, rule.project());
    long version = ETags.required(ifMatch);
    boolean done =
        audit.recording(
            act(call, "trust.remove", rule),
            () -> rules.remove(name, version),
            it -> new AuditTrail.Finding(it ? "OK" : "REFUSED", it ? 204 : 412, "", null, null));
    if (!done) {
      throw stale();
    }
    return ResponseEntity.noContent().build();
  }

  @Schema(name = "TrustQuestion")
  record QuestionInput(@Secret @Size(min = 1, max = 16_384) String token) {
    /// The token is not shown.
    @Override
    public String toString() {
      return "QuestionInput";
    }
  }

  /// What a token would get.
  ///
  /// @param fault why it is not valid, null when it is
  @Schema(name = "TrustExplanation")
  record ExplanationDocument(
      @Nullable String fault, SortedMap<String, String> claims, List<RuleFinding> rules) {}

  /// How a token fits a rule.
  ///
  /// @param misses what keeps it from fitting; empty when it does
  @Schema(name = "TrustFinding")
  record RuleFinding(String rule, String project, String login, List<String> misses) {}

  @PostMapping("/trust-rules:explain")
  @Operation(
      operationId = "explainTrust",
      summary = "Explain what a token of an issuer would get",
      description =
          "Says of each trust rule that the caller may see which of its conditions the token"
              + " misses. The token is not used up.")
  ExplanationDocument explain(Call call, @RequestBody QuestionInput body) {
    call.requireAnywhere(Permission.BINDING_READ);
    return switch (foreign.verify(body.token())) {
      case ForeignTokens.Finding.Refused(_, String why) -> nothing(why);
      case ForeignTokens.Finding.NoKeys(String issuer) ->
          nothing("%s does not answer.".formatted(issuer));
      case ForeignTokens.Finding.Verified(Assertion assertion) ->
          new ExplanationDocument(
              null,
              assertion.identity().claims(),
              visible(call).stream().map(rule -> finding(rule, assertion.identity())).toList());
    };
  }

  private static ExplanationDocument nothing(String why) {
    return new ExplanationDocument(why, Collections.emptySortedMap(), List.of());
  }

  private static RuleFinding finding(TrustRule rule, Identity identity) {
    return new RuleFinding(
        rule.name(), rule.project(), rule.login(), TokenExchange.misses(rule, identity));
  }
}
