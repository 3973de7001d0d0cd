package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Dimension;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementPrints;
import io.gpuaas.accounting.StatementPrints.Detail;
import io.gpuaas.accounting.UsageQueries;
import io.gpuaas.accounting.UsageQuestion;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.service.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneId;
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

/// What projects owe for months, to be read and to be printed.
@RestController
@RequestMapping("/api/v1/statements")
@Tag(name = "Money")
final class StatementsController {
  private static final Duration LONGEST_PAST = Duration.ofDays(3660);

  private final MonthStatements statements;
  private final StatementPrints prints;
  private final UsageQueries usage;
  private final InstantSource clock;
  private final Lists lists;

  StatementsController(
      MonthStatements statements,
      StatementPrints prints,
      UsageQueries usage,
      InstantSource clock,
      Lists lists) {
    this.statements = statements;
    this.prints = prints;
    this.usage = usage;
    this.clock = clock;
    this.lists = lists;
  }

  @GetMapping
  @Operation(
      operationId = "listStatements",
      summary = "Statements by month and project",
      description = "Of the months in which something was used, oldest first.")
  Page<StatementDocument> statements(
      Call call,
      @RequestParam(required = false) @Nullable String project,
      @Parameter(description = "All months when left out", example = "2026-11")
          @RequestParam(required = false)
          @Nullable String month,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    String only = project == null ? "" : project;
    if (!only.isEmpty()) {
      call.requireProject(Permission.STATEMENT_READ, only);
    }
    Instant now = clock.instant();
    ZoneId zone = ZoneId.of(call.caller().organisation().settings().timeZone());
    List<YearMonth> months =
        month == null || month.isEmpty() ? usedMonths(zone, now) : List.of(MonthText.read(month));
    List<StatementDocument> found =
        months.stream()
            .flatMap(it -> statements.of(call, it, now).stream())
            .filter(it -> only.isEmpty() || it.project().equals(only))
            .map(StatementDocument::of)
            .toList();
    return lists.pageInOrder(
        found,
        it -> it.month() + "/" + it.project(),
        "statements\n%s\n%s".formatted(only, month),
        limit,
        cursor);
  }

  private List<YearMonth> usedMonths(ZoneId zone, Instant now) {
    UsageQuestion question =
        UsageQuestion.of(now.minus(LONGEST_PAST), now.plusMillis(1), now, List.of(Dimension.MONTH))
            .inZone(zone)
            .withoutJobs();
    return usage.report(question).rows().stream()
        .map(row -> YearMonth.parse(row.key().getFirst()))
        .sorted()
        .toList();
  }

  /// What the statements of a month come to together.
  ///
  /// @param statements how many there are, `closed` of them issued
  /// @param total and the hours are sums of what the statements say; null when there are none
  @Schema(name = "StatementTotals")
  record TotalsDocument(
      @Schema(example = "2026-11") String month,
      int statements,
      int closed,
      String gpuHours,
      String unratedGpuHours,
      @Nullable Money total) {
    static TotalsDocument of(YearMonth month, List<Statement> found) {
      BigDecimal hours = BigDecimal.ZERO;
      BigDecimal unrated = BigDecimal.ZERO;
      BigDecimal total = BigDecimal.ZERO;
      int closed = 0;
      for (Statement each : found) {
        hours = hours.add(each.gpuHours());
        unrated = unrated.add(each.unratedGpuHours());
        total = total.add(each.total());
        closed += each.status() == Statement.Status.CLOSED ? 1 : 0;
      }
      return new TotalsDocument(
          month.toString(),
          found.size(),
          closed,
          hours.toPlainString(),
          unrated.toPlainString(),
          found.isEmpty() ? null : Money.of(total, found.getFirst().currency()));
    }
  }

  @GetMapping("/totals")
  @Operation(
      operationId = "getStatementTotals",
      summary = "What the statements of a month come to",
      description = "Of the statements that the caller may read.")
  TotalsDocument totals(
      Call call,
      @Parameter(example = "2026-11") @RequestParam String month,
      @Parameter(description = "Only of these, separated by commas") @RequestParam(required = false)
          @Nullable String project) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    YearMonth asked = MonthText.read(month);
    List<String> only =
        project == null || project.isEmpty() ? List.of() : List.of(project.split(",", -1));
    only.forEach(it -> call.requireProject(Permission.STATEMENT_READ, it));
    return TotalsDocument.of(
        asked,
        statements.of(call, asked, clock.instant()).stream()
            .filter(it -> only.isEmpty() || only.contains(it.project()))
            .toList());
  }

  @GetMapping("/{project}/{month}")
  @Operation(
      operationId = "getStatement",
      summary = "The statement of one project and month",
      description = "A draft until its month is closed; rounded once, line by line.")
  StatementDocument statement(Call call, @PathVariable String project, @PathVariable String month) {
    call.requireProject(Permission.STATEMENT_READ, project);
    return StatementDocument.of(
        statements.find(call, project, MonthText.read(month), clock.instant()));
  }

  @GetMapping(path = "/{project}/{month}/pdf", produces = MediaType.APPLICATION_PDF_VALUE)
  @Operation(
      operationId = "printStatement",
      summary = "The statement of one project and month as PDF",
      description =
          "The figures are those of the statement. With `detail=USAGE` each piece of usage behind"
              + " each line follows, with the version of its price.")
  ResponseEntity<StreamingResponseBody> print(
      Call call,
      @PathVariable String project,
      @PathVariable String month,
      @Parameter(description = "`USAGE` adds each piece of usage; left out, none is")
          @RequestParam(required = false, defaultValue = "LINES")
          Detail detail) {
    call.requireProject(Permission.STATEMENT_READ, project);
    Statement statement = statements.find(call, project, MonthText.read(month), clock.instant());
    String name =
        statement.number().isEmpty() ? project + "-" + month + "-open" : statement.number();
    return PdfAnswer.of(name, out -> prints.pdf(statement, detail, out));
  }
}
