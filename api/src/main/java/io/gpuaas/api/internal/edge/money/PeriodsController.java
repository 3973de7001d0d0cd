package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.PeriodClosing.CloseOutcome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Closing months: statements are issued, and never change any more.
@RestController
@RequestMapping("/api/v1/periods")
@Tag(name = "Money")
final class PeriodsController {
  private final PeriodClosing closing;
  private final AuditTrail audit;

  PeriodsController(PeriodClosing closing, AuditTrail audit) {
    this.closing = closing;
    this.audit = audit;
  }

  @Schema(name = "PeriodCloseInput")
  record CloseInput(
      @Schema(description = "All projects when left out") @Size(max = 10_000)
          @Nullable List<String> projects,
      @Schema(description = "Of the organisation when left out", example = "Europe/Berlin")
          @Size(max = 64)
          @Nullable String zone) {}

  /// What was closed; statements that were issued before are among them.
  @Schema(name = "PeriodClosed")
  record ClosedDocument(
      @Schema(example = "2026-10") String month, String zone, List<IssuedDocument> statements) {}

  @Schema(name = "IssuedStatement")
  record IssuedDocument(
      @Schema(example = "S-000001") String number, String project, String gpuHours, Money total) {
    static IssuedDocument of(Statement it) {
      return new IssuedDocument(
          it.number(),
          it.project(),
          it.gpuHours().toPlainString(),
          new Money(it.total().toPlainString(), it.currency()));
    }
  }

  @NeedsRecentSignIn
  @PostMapping("/{month}/close")
  @Operation(
      operationId = "closePeriod",
      summary = "Close a month that is over",
      description =
          "In one transaction, and once: closing again gives the same statements. Later facts"
              + " become adjustments of a later month.")
  ClosedDocument close(Call call, @PathVariable String month, @RequestBody CloseInput body) {
    call.requireOrg(Permission.PERIOD_CLOSE);
    YearMonth asked = MonthText.read(month);
    String settled = call.caller().organisation().settings().timeZone();
    ZoneId zone = ZoneText.read("/zone", body.zone() == null ? settled : body.zone());
    SortedSet<String> projects = projects(call, body.projects());
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), "period.close", "period/" + month, "");
    CloseOutcome outcome = closing.close(asked, zone, projects, call.caller().login());
    audit.record(act, finding(outcome));
    return switch (outcome) {
      case CloseOutcome.Closed(List<Statement> statements) ->
          new ClosedDocument(
              month, zone.getId(), statements.stream().map(IssuedDocument::of).toList());
      case CloseOutcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
    };
  }

  private static SortedSet<String> projects(Call call, @Nullable List<String> names) {
    SortedSet<String> known = new TreeSet<>(call.caller().projects(Permission.STATEMENT_READ));
    if (names == null) {
      return known;
    }
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!known.contains(names.get(i))) {
        String at = "/projects/" + i;
        faults.add(new Fault(at, "UNKNOWN_SCOPE", "No such project.", names.get(i), null));
      }
    }
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    return new TreeSet<>(names);
  }

  private static Finding finding(CloseOutcome outcome) {
    return switch (outcome) {
      case CloseOutcome.Closed(List<Statement> statements) ->
          new Finding("OK", 200, statements.size() + " statements", null, null);
      case CloseOutcome.Refused _ -> new Finding("REFUSED", 422, "", null, null);
    };
  }
}
