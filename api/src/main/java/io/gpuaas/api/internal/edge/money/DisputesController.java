package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.Disputes;
import io.gpuaas.accounting.Disputes.Answer;
import io.gpuaas.accounting.Disputes.Dispute;
import io.gpuaas.accounting.Disputes.Outcome;
import io.gpuaas.accounting.Statement;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Objections to issued statements, and their answers.
@RestController
@RequestMapping("/api/v1/disputes")
@Tag(name = "Money")
final class DisputesController {
  private final Disputes disputes;
  private final MonthStatements statements;
  private final AuditTrail audit;
  private final Lists lists;

  DisputesController(Disputes disputes, MonthStatements statements, AuditTrail audit, Lists lists) {
    this.lists = lists;
    this.disputes = disputes;
    this.statements = statements;
    this.audit = audit;
  }

  /// A dispute and what became of it.
  ///
  /// @param statement number of the issued statement
  /// @param adjustmentId what settles it; empty for none
  @Schema(name = "Dispute")
  record DisputeDocument(
      String id,
      @Schema(example = "S-000001") String statement,
      String project,
      @Schema(example = "WRONG_CLASS") String reasonCode,
      String explanation,
      String raisedBy,
      Instant raisedAt,
      Disputes.Status status,
      String answer,
      String adjustmentId,
      String answeredBy,
      @Nullable Instant answeredAt) {
    static DisputeDocument of(Dispute it) {
      return new DisputeDocument(
          it.id(),
          it.number(),
          it.project(),
          it.reasonCode(),
          it.explanation(),
          it.raisedBy(),
          it.raisedAt(),
          it.status(),
          it.answer(),
          it.adjustmentId(),
          it.answeredBy(),
          it.answeredAt());
    }
  }

  @Schema(name = "DisputeInput")
  record DisputeInput(
      @Schema(example = "S-000001") @Size(min = 1, max = 20) String statement,
      @Schema(example = "WRONG_CLASS") @Size(min = 1, max = 63) String reasonCode,
      @Size(min = 1, max = 1000) String explanation) {}

  @Schema(name = "DisputeAnswer")
  record AnswerInput(
      boolean accepted,
      @Size(min = 1, max = 1000) String text,
      @Schema(description = "An adjustment that settles it") @Size(max = 63)
          @Nullable String adjustmentId) {}

  @GetMapping
  @Operation(
      operationId = "listDisputes",
      summary = "Disputes, newest first",
      description = "Those of projects whose statements the caller may see.")
  Page<DisputeDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    return lists.pageInOrder(
        disputes.list().stream()
            .filter(it -> mayRead(call, it.project()))
            .map(DisputeDocument::of)
            .toList(),
        DisputeDocument::id,
        "disputes",
        limit,
        cursor);
  }

  @GetMapping("/{id}")
  @Operation(
      operationId = "getDispute",
      summary = "One dispute",
      description = "With the line it is about, and the answer where there is one.")
  DisputeDocument get(Call call, @PathVariable String id) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    return disputes
        .find(id)
        .filter(it -> mayRead(call, it.project()))
        .map(DisputeDocument::of)
        .orElseThrow(() -> ProblemException.notFound("No dispute", id));
  }

  private static boolean mayRead(Call call, String project) {
    return call.caller().may(Permission.STATEMENT_READ, Scope.project(project));
  }

  @DryRunnable
  @PostMapping
  @Operation(
      operationId = "raiseDispute",
      summary = "Object to an issued statement",
      description =
          "Anybody who may read the statement may object to it, or to one of its lines; somebody"
              + " else answers.")
  ResponseEntity<DisputeDocument> raise(Call call, @RequestBody DisputeInput body) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    String number = body.statement();
    statements.ofCostCenter(call, number).ifPresent(DisputesController::refuse);
    String project =
        disputes
            .projectOf(number)
            .filter(it -> mayRead(call, it))
            .orElseThrow(() -> ProblemException.notFound("No statement", number));
    AuditTrail.Act act =
        new AuditTrail.Act(call.actor(), "dispute.raise", "statement/" + number, project);
    Outcome outcome =
        audit.recording(
            act,
            () ->
                disputes.raise(
                    number, body.reasonCode(), body.explanation(), call.caller().login()),
            it -> finding(it, 201));
    Dispute made = done(outcome, number);
    return ResponseEntity.created(URI.create("/api/v1/disputes/" + made.id()))
        .body(DisputeDocument.of(made));
  }

  /// What is granted is an adjustment of a project.
  private static void refuse(CostCenterStatement statement) {
    String parts =
        statement.parts().stream().map(Statement::number).collect(Collectors.joining(", "));
    String detail = "It consists of statements of projects. Name the one it is about: %s.";
    throw ProblemException.ofBody(
        List.of(
            new Fault(
                "/statement",
                "NOT_OF_A_PROJECT",
                detail.formatted(parts),
                statement.number(),
                null)));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{id}/answer")
  @Operation(
      operationId = "answerDispute",
      summary = "Accept or reject a dispute",
      description = "By somebody else than who raised it, once.")
  DisputeDocument answer(Call call, @PathVariable String id, @RequestBody AnswerInput body) {
    call.requireOrg(Permission.ADJUSTMENT_WRITE);
    String adjustment = body.adjustmentId() == null ? "" : body.adjustmentId();
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), "dispute.answer", "dispute/" + id, "");
    Outcome outcome =
        audit.recording(
            act,
            () -> disputes.find(id).map(it -> ApiJson.write(DisputeDocument.of(it))).orElse(null),
            () ->
                disputes.answer(
                    id,
                    new Answer(body.accepted(), body.text(), adjustment),
                    call.caller().login()),
            it -> finding(it, 200));
    return DisputeDocument.of(done(outcome, id));
  }

  private static Dispute done(Outcome outcome, String name) {
    return switch (outcome) {
      case Outcome.Done(Dispute dispute) -> dispute;
      case Outcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      case Outcome.Unknown() -> throw ProblemException.notFound("No dispute", name);
    };
  }

  private static Finding finding(Outcome outcome, int status) {
    return switch (outcome) {
      case Outcome.Done(Dispute it) ->
          new Finding("OK", status, "", null, ApiJson.write(DisputeDocument.of(it)));
      case Outcome.Refused _ -> new Finding("REFUSED", 422, "", null, null);
      case Outcome.Unknown _ -> new Finding("REFUSED", 404, "", null, null);
    };
  }
}
