package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Adjustments;
import io.gpuaas.accounting.Adjustments.Adjustment;
import io.gpuaas.accounting.Adjustments.Outcome;
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
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Credits and corrections by hand. Who asks for one cannot decide on it.
@RestController
@RequestMapping("/api/v1/adjustments")
@Tag(name = "Money")
final class AdjustmentsController {
  private final Adjustments adjustments;
  private final AuditTrail audit;
  private final Lists lists;

  AdjustmentsController(Adjustments adjustments, AuditTrail audit, Lists lists) {
    this.lists = lists;
    this.adjustments = adjustments;
    this.audit = audit;
  }

  /// An adjustment and what became of it.
  ///
  /// @param amount negative for a credit; up to six decimals
  /// @param reverses the adjustment that it undoes; empty for none
  /// @param decidedBy empty before the decision
  /// @param month on whose statement it stands; empty: that of the approval
  @Schema(name = "Adjustment")
  record AdjustmentDocument(
      String id,
      String project,
      @Schema(example = "GOODWILL") String reasonCode,
      String explanation,
      Money amount,
      String reverses,
      Adjustments.Status status,
      String requestedBy,
      Instant requestedAt,
      String decidedBy,
      String month) {
    static AdjustmentDocument of(Adjustment it) {
      return new AdjustmentDocument(
          it.id(),
          it.project(),
          it.reasonCode(),
          it.explanation(),
          new Money(it.amount().toDecimal(6).toPlainString(), it.currency()),
          it.reverses(),
          it.status(),
          it.requestedBy(),
          it.requestedAt(),
          it.decidedBy(),
          it.month());
    }
  }

  @Schema(name = "AdjustmentInput")
  record AdjustmentInput(
      @Size(min = 1, max = 253) String project,
      @Schema(description = "Decimal with at most six decimals", example = "-12.50")
          @Size(min = 1, max = 32)
          String amount,
      @Schema(example = "GOODWILL") @Size(min = 1, max = 63) String reasonCode,
      @Size(min = 1, max = 1000) String explanation,
      @Schema(description = "Id of the adjustment that it undoes") @Size(max = 63)
          @Nullable String reverses,
      @Schema(
              description =
                  "A soft closed month on whose statement it shall stand; that of the approval when"
                      + " left out",
              example = "2026-11")
          @Size(max = 7)
          @Nullable String month) {
    Adjustments.Wish wish() {
      return new Adjustments.Wish(
          project,
          amount,
          reasonCode,
          explanation,
          reverses == null ? "" : reverses,
          month == null ? "" : month);
    }
  }

  @GetMapping
  @Operation(
      operationId = "listAdjustments",
      summary = "Adjustments, newest first",
      description = "Those of projects whose costs the caller may see.")
  Page<AdjustmentDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    List<AdjustmentDocument> mine =
        adjustments.list().stream()
            .filter(it -> mayRead(call, it))
            .map(AdjustmentDocument::of)
            .toList();
    return lists.pageInOrder(mine, AdjustmentDocument::id, "adjustments", limit, cursor);
  }

  @GetMapping("/{id}")
  @Operation(
      operationId = "getAdjustment",
      summary = "One adjustment",
      description = "With who asked for it, who decided, and why.")
  AdjustmentDocument get(Call call, @PathVariable String id) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    return adjustments
        .find(id)
        .filter(it -> mayRead(call, it))
        .map(AdjustmentDocument::of)
        .orElseThrow(() -> missing(id));
  }

  private static boolean mayRead(Call call, Adjustment it) {
    return call.caller().may(Permission.STATEMENT_READ, Scope.project(it.project()));
  }

  private static ProblemException missing(String id) {
    return ProblemException.notFound("No adjustment", id);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping
  @Operation(
      operationId = "requestAdjustment",
      summary = "Ask for a credit or a correction",
      description = "It is posted when a second person approves it.")
  ResponseEntity<AdjustmentDocument> request(Call call, @RequestBody AdjustmentInput body) {
    call.requireOrg(Permission.ADJUSTMENT_WRITE);
    if (!call.caller().projects(Permission.STATEMENT_READ).contains(body.project())) {
      throw ProblemException.ofBody(
          List.of(
              new Fault("/project", "UNKNOWN_SCOPE", "No such project.", body.project(), null)));
    }
    AuditTrail.Act act =
        new AuditTrail.Act(
            call.actor(), "adjustment.write", "project/" + body.project(), body.project());
    Outcome outcome =
        audit.recording(
            act,
            () -> adjustments.request(body.wish(), call.caller().login()),
            it -> finding(it, 201));
    Adjustment made = done(outcome, "");
    return ResponseEntity.created(URI.create("/api/v1/adjustments/" + made.id()))
        .body(AdjustmentDocument.of(made));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{id}/decision")
  @Operation(
      operationId = "decideAdjustment",
      summary = "Approve or reject an adjustment",
      description =
          "By somebody else than who asked, who can only take it back (`REJECT`); an approved one"
              + " is posted at once.")
  AdjustmentDocument decide(Call call, @PathVariable String id, @RequestBody DecisionInput body) {
    call.requireOrg(Permission.ADJUSTMENT_WRITE);
    AuditTrail.Act act =
        new AuditTrail.Act(call.actor(), "adjustment.decide", "adjustment/" + id, "");
    Outcome outcome =
        audit.recording(
            act,
            () ->
                adjustments
                    .find(id)
                    .map(it -> ApiJson.write(AdjustmentDocument.of(it)))
                    .orElse(null),
            () -> adjustments.decide(id, body.decision(), call.caller().login()),
            it -> finding(it, 200));
    return AdjustmentDocument.of(done(outcome, id));
  }

  private static Adjustment done(Outcome outcome, String id) {
    return switch (outcome) {
      case Outcome.Done(Adjustment adjustment) -> adjustment;
      case Outcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      case Outcome.Unknown() -> throw missing(id);
    };
  }

  private static Finding finding(Outcome outcome, int status) {
    return switch (outcome) {
      case Outcome.Done(Adjustment it) ->
          new Finding(
              "OK", status, it.explanation(), null, ApiJson.write(AdjustmentDocument.of(it)));
      case Outcome.Refused _ -> new Finding("REFUSED", 422, "", null, null);
      case Outcome.Unknown _ -> new Finding("REFUSED", 404, "", null, null);
    };
  }
}
