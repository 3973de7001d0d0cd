package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Budget;
import io.gpuaas.accounting.Budgets;
import io.gpuaas.accounting.Budgets.Outcome;
import io.gpuaas.accounting.Budgets.Standing;
import io.gpuaas.accounting.Charge;
import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.Accounts;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.api.internal.service.PeriodZones;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.ProjectHomes;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What parts of the organisation may spend, and how much of it is used and held.
@RestController
@RequestMapping("/api/v1/budgets")
@Tag(name = "Money")
final class BudgetsController {
  private final Budgets budgets;
  private final Accounts accounts;
  private final AuditTrail audit;
  private final InstantSource clock;
  private final Lists lists;

  BudgetsController(
      Budgets budgets, Accounts accounts, AuditTrail audit, InstantSource clock, Lists lists) {
    this.lists = lists;
    this.budgets = budgets;
    this.accounts = accounts;
    this.audit = audit;
    this.clock = clock;
  }

  /// A budget and how it stands in the period that goes on.
  ///
  /// @param held what running jobs may cost at most, beyond what they have cost
  /// @param forecast what will be used at the end, if it goes on as until now
  /// @param reached the thresholds that used and held together have reached
  /// @param state `OVER`, `GRACE` and `BLOCKS` when used and held come to the amount: of a soft
  ///   one, of a hard one whose grace goes on or begins with the next job, and of a hard one for
  ///   which jobs wait; `WARNED` when a threshold is reached
  /// @param exhaustedAt since when there was no room for what a job may cost at most; null when
  ///   there is
  @Schema(name = "Budget")
  record BudgetDocument(
      String id,
      Budget.ScopeKind scopeKind,
      @Schema(description = "Empty for the organisation") String scope,
      Budget.Period period,
      @Schema(example = "Europe/Berlin") String zone,
      Money amount,
      boolean hard,
      List<Integer> thresholds,
      long graceMinutes,
      boolean active,
      Instant from,
      Instant to,
      Money used,
      Money held,
      Money forecast,
      List<Integer> reached,
      Budgets.State state,
      @Nullable Instant exhaustedAt,
      @Nullable Instant overriddenUntil,
      int version) {
    static BudgetDocument of(Standing it, Instant now) {
      Budget budget = it.budget();
      return new BudgetDocument(
          budget.id(),
          budget.scopeKind(),
          budget.scope(),
          budget.period(),
          budget.zone().getId(),
          money(budget.amount(), budget),
          budget.hard(),
          budget.thresholds(),
          budget.graceMillis() / 60_000,
          budget.active(),
          it.from(),
          it.to(),
          money(it.used(), budget),
          money(it.held(), budget),
          money(it.forecast(), budget),
          it.reached(),
          it.state(now),
          it.exhaustedAt(),
          it.overriddenUntil(),
          budget.version());
    }

    private static Money money(Charge charge, Budget budget) {
      return Money.of(charge, budget.currency());
    }
  }

  @Schema(name = "BudgetInput")
  @ReadOnlyFields({
    "id",
    "from",
    "to",
    "used",
    "held",
    "forecast",
    "reached",
    "state",
    "exhaustedAt",
    "overriddenUntil",
    "version"
  })
  record BudgetInput(
      @Schema(allowableValues = {"ORGANISATION", "DEPARTMENT", "PROJECT", "USER"}) @Size(max = 20)
          String scopeKind,
      @Size(max = 253) @Nullable String scope,
      @Schema(allowableValues = {"MONTH", "QUARTER", "YEAR"}) @Size(max = 20) String period,
      @Schema(
              description = "Of the scope's department, else of the organisation, when left out",
              example = "Europe/Berlin")
          @Size(max = 64)
          @Nullable String zone,
      Money amount,
      boolean hard,
      @Schema(description = "50, 80 and 100 when left out") @Nullable List<Integer> thresholds,
      @Schema(description = "15 when left out") @Nullable Integer graceMinutes,
      @Schema(description = "true when left out") @Nullable Boolean active) {
    static BudgetInput of(Budget budget) {
      return new BudgetInput(
          budget.scopeKind().name(),
          budget.scope(),
          budget.period().name(),
          budget.zone().getId(),
          Money.of(budget.amount(), budget.currency()),
          budget.hard(),
          budget.thresholds(),
          (int) (budget.graceMillis() / 60_000),
          budget.active());
    }

    Budgets.Draft draft(String id, Organisation organisation) {
      String usual =
          PeriodZones.ofScope(organisation, scopeKind, scope == null ? "" : scope).getId();
      return new Budgets.Draft(
          id,
          scopeKind,
          scope,
          period,
          zone == null ? usual : zone,
          amount.currency(),
          amount.amount(),
          hard,
          thresholds == null ? List.of(50, 80, 100) : thresholds,
          graceMinutes == null ? 15 : graceMinutes,
          active == null || active);
    }
  }

  /// Lets jobs through until then.
  @Schema(name = "BudgetOverride")
  record OverrideInput(
      @Schema(example = "2026-12-01T00:00:00Z") @Size(min = 1, max = 40) String until,
      @Size(min = 1, max = 1000) String reason) {}

  @GetMapping
  @Operation(
      operationId = "listBudgets",
      summary = "Budgets and how they stand",
      description = "Those of which the caller may read the costs.")
  Page<BudgetDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.COST_READ);
    Instant now = clock.instant();
    List<BudgetDocument> mine =
        budgets.standings(homes(call), now).stream()
            .filter(it -> mayRead(call, it.budget()))
            .map(it -> BudgetDocument.of(it, now))
            .toList();
    return lists.page(mine, BudgetDocument::id, "budgets", limit, cursor);
  }

  @GetMapping("/{id}")
  @Operation(
      operationId = "getBudget",
      summary = "One budget and how it stands",
      description = "With what is spent, held for running jobs, and forecast for its period.")
  ResponseEntity<BudgetDocument> get(Call call, @PathVariable String id) {
    call.requireAnywhere(Permission.COST_READ);
    return answer(call, id, 200);
  }

  private ResponseEntity<BudgetDocument> answer(Call call, String id, int status) {
    Standing found =
        standing(call, id).filter(it -> mayRead(call, it.budget())).orElseThrow(() -> missing(id));
    return ResponseEntity.status(status)
        .eTag(ETags.of(found.budget().version()))
        .body(BudgetDocument.of(found, clock.instant()));
  }

  private static boolean mayRead(Call call, Budget budget) {
    return switch (budget.scopeKind()) {
      case ORGANISATION, USER -> call.caller().may(Permission.COST_READ, Scope.ORG);
      case DEPARTMENT -> call.caller().may(Permission.COST_READ, Scope.department(budget.scope()));
      case PROJECT -> call.caller().may(Permission.COST_READ, Scope.project(budget.scope()));
    };
  }

  private static ProblemException missing(String id) {
    return ProblemException.notFound("No budget", id);
  }

  private static SortedMap<String, ProjectHome> homes(Call call) {
    return ProjectHomes.of(call.caller().organisation());
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PutMapping("/{id}")
  @Operation(
      operationId = "putBudget",
      summary = "Create or change a budget",
      description = "Created with `If-None-Match: *`, changed with `If-Match`.")
  ResponseEntity<BudgetDocument> put(
      Call call,
      @PathVariable String id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody BudgetInput body) {
    call.requireOrg(Permission.BUDGET_WRITE);
    int expected =
        switch (ETags.ofPut(ifMatch, ifNoneMatch)) {
          case ETags.Condition.Create() -> 0;
          case ETags.Condition.Change(long version) -> (int) Math.min(version, Integer.MAX_VALUE);
        };
    boolean unknown =
        body.scopeKind().equals(Budget.ScopeKind.USER.name())
            && accounts.find(body.scope() == null ? "" : body.scope()).isEmpty();
    if (unknown) {
      throw ProblemException.ofBody(
          List.of(new Fault("/scope", "UNKNOWN_SCOPE", "No such user.", body.scope(), null)));
    }
    Budgets.Draft draft = body.draft(id, call.caller().organisation());
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), "budget.write", "budget/" + id, "");
    Outcome outcome =
        audit.recording(
            act,
            () ->
                standing(call, id)
                    .map(it -> ApiJson.write(BudgetInput.of(it.budget())))
                    .orElse(null),
            () -> budgets.save(draft, expected, homes(call), call.caller().login()),
            BudgetsController::finding);
    refuse(outcome, id);
    return answer(call, id, expected == 0 ? 201 : 200);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{id}/override")
  @Operation(
      operationId = "overrideBudget",
      summary = "Let jobs through a budget that is used up",
      description = "Until the given instant, with a reason.")
  ResponseEntity<BudgetDocument> override(
      Call call, @PathVariable String id, @RequestBody OverrideInput body) {
    call.requireOrg(Permission.BUDGET_WRITE);
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), "budget.override", "budget/" + id, "");
    Outcome outcome =
        audit.recording(
            act,
            () -> standing(call, id).map(BudgetsController::overridden).orElse(null),
            () -> budgets.override(id, body.until(), body.reason(), call.caller().login()),
            it -> finding(it, body));
    refuse(outcome, id);
    return answer(call, id, 200);
  }

  private static void refuse(Outcome outcome, String id) {
    switch (outcome) {
      case Outcome.Saved _ -> {}
      case Outcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      case Outcome.Stale(int current) ->
          throw new ProblemException(
              ProblemCode.PRECONDITION_FAILED, "The version is %d now.".formatted(current));
      case Outcome.Unknown() -> throw missing(id);
    }
  }

  private Optional<Standing> standing(Call call, String id) {
    return budgets.standing(id, homes(call), clock.instant());
  }

  private static @Nullable String overridden(Standing it) {
    Instant until = it.overriddenUntil();
    return until == null ? null : ApiJson.write(new OverrideInput(until.toString(), ""));
  }

  private static Finding finding(Outcome outcome) {
    return outcome instanceof Outcome.Saved(Budget budget)
        ? finding(outcome, BudgetInput.of(budget))
        : finding(outcome, "");
  }

  private static Finding finding(Outcome outcome, Object made) {
    return switch (outcome) {
      case Outcome.Saved _ -> new Finding("OK", 200, "", null, ApiJson.write(made));
      case Outcome.Refused _ -> new Finding("REFUSED", 422, "", null, null);
      case Outcome.Stale _ -> new Finding("REFUSED", 412, "", null, null);
      case Outcome.Unknown _ -> new Finding("REFUSED", 404, "", null, null);
    };
  }
}
