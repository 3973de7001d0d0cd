package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Billing;
import io.gpuaas.accounting.BillingModes;
import io.gpuaas.accounting.BillingModes.Decision;
import io.gpuaas.accounting.BillingModes.Outcome;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Organisation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Which departments are shown their cost, and which are charged it.
@RestController
@RequestMapping("/api/v1/billing")
@Tag(name = "Money")
final class BillingController {
  private final BillingModes modes;
  private final AuditTrail audit;
  private final InstantSource clock;
  private final Lists lists;

  BillingController(BillingModes modes, AuditTrail audit, InstantSource clock, Lists lists) {
    this.lists = lists;
    this.modes = modes;
    this.audit = audit;
    this.clock = clock;
  }

  /// How a department stands to its statements.
  ///
  /// @param mode of the month that goes on
  /// @param decisions newest first; of those that are for a month the newest counts
  @Schema(name = "DepartmentBilling")
  record BillingDocument(
      String department, Billing.Mode mode, List<BillingDecisionDocument> decisions) {}

  @Schema(name = "BillingDecision")
  record BillingDecisionDocument(
      Billing.Mode mode,
      @Schema(description = "The first month", example = "2026-12") String since,
      String reason,
      String author,
      Instant at) {
    static BillingDecisionDocument of(Decision it) {
      return new BillingDecisionDocument(
          it.mode(), it.since().toString(), it.reason(), it.author(), it.at());
    }
  }

  @Schema(name = "BillingDecisionInput")
  record DecisionInput(
      Billing.Mode mode,
      @Schema(
              description = "A month from which on nothing is closed for the department",
              example = "2026-12")
          @Size(min = 7, max = 7)
          String since,
      @Size(min = 1, max = 1_000) String reason) {}

  @GetMapping
  @Operation(
      operationId = "listBilling",
      summary = "Which departments are shown their cost, and which are charged it",
      description = "Those of whose projects the caller may see statements.")
  Page<BillingDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    Organisation organisation = call.caller().organisation();
    TreeSet<String> departments = new TreeSet<>();
    for (String project : call.caller().projects(Permission.STATEMENT_READ)) {
      organisation.departmentOf(project).ifPresent(it -> departments.add(it.name()));
    }
    List<Decision> decisions = modes.decisions().reversed();
    YearMonth month =
        YearMonth.from(clock.instant().atZone(ZoneId.of(organisation.settings().timeZone())));
    return lists.page(
        departments.stream().map(it -> document(it, month, decisions)).toList(),
        BillingDocument::department,
        "billing",
        limit,
        cursor);
  }

  private BillingDocument document(String department, YearMonth month, List<Decision> decisions) {
    return new BillingDocument(
        department,
        modes.mode(department, month),
        decisions.stream()
            .filter(it -> it.department().equals(department))
            .map(BillingDecisionDocument::of)
            .toList());
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{department}/decisions")
  @Operation(
      operationId = "decideBilling",
      summary = "Show a department its cost, or charge it, from a month on",
      description =
          "Show-back statements are for information. A charge-back statement is a bill: when it is"
              + " issued its total is posted as owed by the department. Months that are closed do"
              + " not change.")
  BillingDecisionDocument decide(
      Call call, @PathVariable String department, @RequestBody DecisionInput body) {
    call.requireOrg(Permission.PERIOD_CLOSE);
    if (!call.caller().organisation().departments().containsKey(department)) {
      throw ProblemException.notFound("No department", department);
    }
    AuditTrail.Act act =
        new AuditTrail.Act(call.actor(), "billing.decide", "department/" + department, "");
    Outcome outcome =
        audit.recording(
            act,
            () -> lastOf(department),
            () ->
                modes.decide(
                    department, body.mode(), body.since(), body.reason(), call.caller().login()),
            BillingController::finding);
    return switch (outcome) {
      case Outcome.Decided(Decision decision) -> BillingDecisionDocument.of(decision);
      case Outcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
    };
  }

  /// What was decided of it last; null when nothing ever was.
  private @Nullable String lastOf(String department) {
    return modes.decisions().reversed().stream()
        .filter(it -> it.department().equals(department))
        .findFirst()
        .map(it -> ApiJson.write(BillingDecisionDocument.of(it)))
        .orElse(null);
  }

  private static Finding finding(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Decided(Decision it) ->
          new Finding("OK", 200, it.reason(), null, ApiJson.write(BillingDecisionDocument.of(it)));
      case Outcome.Refused _ -> new Finding("REFUSED", 422, "", null, null);
    };
  }
}
