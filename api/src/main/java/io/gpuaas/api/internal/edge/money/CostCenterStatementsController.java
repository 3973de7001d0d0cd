package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementPrints;
import io.gpuaas.accounting.StatementPrints.Detail;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/// What cost centres owe for months: the statements of their projects, under a number of their own.
@RestController
@RequestMapping("/api/v1/cost-center-statements")
@Tag(name = "Money")
final class CostCenterStatementsController {
  private final MonthStatements statements;
  private final StatementPrints prints;
  private final InstantSource clock;
  private final Lists lists;

  CostCenterStatementsController(
      MonthStatements statements, StatementPrints prints, InstantSource clock, Lists lists) {
    this.statements = statements;
    this.prints = prints;
    this.clock = clock;
    this.lists = lists;
  }

  /// What one cost centre owes for one month.
  ///
  /// @param number null until it is issued, and of months closed before cost centres had statements
  /// @param costCenter of departments; `department/NAME` of one without, `unassigned` of projects
  ///   without a department
  /// @param status open as long as one of its projects' is
  /// @param statements of its projects, to the last line; the totals are their sums
  @Schema(name = "CostCenterStatement")
  record CostCenterDocument(
      @Schema(example = "C-000001") @Nullable String number,
      @Schema(example = "CC-1100") String costCenter,
      @Schema(example = "2026-11") String month,
      Statement.Status status,
      List<StatementDocument> statements,
      Money total,
      String gpuHours,
      String unratedGpuHours) {
    static CostCenterDocument of(CostCenterStatement it) {
      return new CostCenterDocument(
          it.number().isEmpty() ? null : it.number(),
          it.costCenter(),
          it.month().toString(),
          it.status(),
          it.parts().stream().map(StatementDocument::of).toList(),
          Money.of(it.total(), it.currency()),
          it.gpuHours().toPlainString(),
          it.unratedGpuHours().toPlainString());
    }
  }

  @GetMapping
  @Operation(
      operationId = "listCostCenterStatements",
      summary = "Statements of a month by cost centre",
      description =
          "Of the cost centres of which the caller may read all projects. A close issues one"
              + " statement to each cost centre, of the projects that it closes; those that are"
              + " still open stand on one without a number.")
  Page<CostCenterDocument> list(
      Call call,
      @RequestParam String month,
      @RequestParam(required = false) @Nullable String costCenter,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    List<CostCenterDocument> found =
        statements.ofCostCenters(call, MonthText.read(month), clock.instant()).stream()
            .filter(it -> costCenter == null || it.costCenter().equals(costCenter))
            .map(CostCenterDocument::of)
            .toList();
    return lists.pageInOrder(
        found,
        it -> "%s %s".formatted(it.costCenter(), it.number()),
        "cost-centers\n%s\n%s".formatted(month, costCenter),
        limit,
        cursor);
  }

  @GetMapping("/{number}")
  @Operation(
      operationId = "getCostCenterStatement",
      summary = "An issued statement of a cost centre",
      description = "It never changes.")
  CostCenterDocument one(Call call, @PathVariable String number) {
    return CostCenterDocument.of(issued(call, number));
  }

  @GetMapping(path = "/{number}/pdf", produces = MediaType.APPLICATION_PDF_VALUE)
  @Operation(
      operationId = "printCostCenterStatement",
      summary = "An issued statement of a cost centre as PDF",
      description =
          "What each project comes to, then the statement of each. With `detail=USAGE` each piece"
              + " of usage behind each line follows, with the version of its price.")
  ResponseEntity<StreamingResponseBody> print(
      Call call,
      @PathVariable String number,
      @Parameter(description = "`USAGE` adds each piece of usage; left out, none is")
          @RequestParam(required = false, defaultValue = "LINES")
          Detail detail) {
    CostCenterStatement statement = issued(call, number);
    return PdfAnswer.of(number, out -> prints.pdf(statement, detail, out));
  }

  private CostCenterStatement issued(Call call, String number) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    return statements
        .ofCostCenter(call, number)
        .orElseThrow(() -> ProblemException.notFound("No statement", number));
  }
}
