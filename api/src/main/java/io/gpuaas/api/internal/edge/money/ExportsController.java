package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.CostCenterStatement;
import io.gpuaas.accounting.LedgerExports;
import io.gpuaas.accounting.LedgerExports.FocusIssuer;
import io.gpuaas.accounting.LedgerExports.FocusVersion;
import io.gpuaas.accounting.LedgerExports.Format;
import io.gpuaas.accounting.LedgerExports.Sink;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementPrints;
import io.gpuaas.accounting.StatementPrints.Detail;
import io.gpuaas.accounting.UsageQuestion.Projects;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.service.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/// Statements and usage as files, of the projects whose money the caller may read.
@RestController
@RequestMapping("/api/v1/exports")
@Tag(name = "Money")
final class ExportsController {
  private static final Duration LONGEST = Duration.ofDays(400);
  private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
  private static final MediaType PARQUET = new MediaType("application", "vnd.apache.parquet");

  private final LedgerExports exports;
  private final MonthStatements statements;
  private final StatementPrints prints;
  private final UsageReports reports;
  private final InstantSource clock;

  ExportsController(
      LedgerExports exports,
      MonthStatements statements,
      StatementPrints prints,
      UsageReports reports,
      InstantSource clock) {
    this.exports = exports;
    this.reports = reports;
    this.statements = statements;
    this.prints = prints;
    this.clock = clock;
  }

  @GetMapping("/statements")
  @FileAnswer
  @Operation(
      operationId = "exportStatements",
      summary = "Statements of a month as a file",
      description = "A row for each line of each statement that the caller may see.")
  ResponseEntity<StreamingResponseBody> statements(
      Call call,
      @Parameter(example = "2026-11") @RequestParam String month,
      @RequestParam(required = false) @Nullable String costCenter,
      @ParameterObject FileFormat format) {
    Format as = format.read();
    List<Statement> found = found(call, month, costCenter);
    return file("statements-" + month, as, out -> exports.statements(found, as, sink(out)));
  }

  /// @param format as what the file is written
  record FileFormat(
      @Parameter(
              schema =
                  @Schema(
                      allowableValues = {"csv", "parquet"},
                      defaultValue = "csv"))
          @Nullable String format) {
    Format read() {
      return switch (format) {
        case null -> Format.CSV;
        case "csv" -> Format.CSV;
        case "parquet" -> Format.PARQUET;
        default -> throw ProblemException.ofParameter("format", "must be csv or parquet.", format);
      };
    }
  }

  @GetMapping(path = "/cost-center-draft", produces = MediaType.APPLICATION_PDF_VALUE)
  @Operation(
      operationId = "printCostCenterDraft",
      summary = "The open statement of a cost centre as PDF",
      description =
          "As it stands now, of those of its projects whose month is not closed. It has no number,"
              + " and says so. An issued one: `/cost-center-statements/{number}/pdf`.")
  ResponseEntity<StreamingResponseBody> draft(
      Call call,
      @Parameter(example = "2026-11") @RequestParam String month,
      @Parameter(description = "As statements name it", example = "CC-1100") @RequestParam
          String costCenter,
      @Parameter(description = "How far down it goes")
          @RequestParam(required = false, defaultValue = "LINES")
          Detail detail) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    CostCenterStatement draft =
        statements.ofCostCenters(call, MonthText.read(month), clock.instant()).stream()
            .filter(it -> it.costCenter().equals(costCenter))
            .filter(it -> it.status() != Statement.Status.CLOSED)
            .findFirst()
            .orElseThrow(() -> ProblemException.notFound("No open statement", costCenter));
    return PdfAnswer.of(
        "%s-%s-open".formatted(costCenter.replace('/', '-'), month),
        out -> prints.pdf(draft, detail, out));
  }

  @GetMapping("/focus")
  @CsvAnswer
  @Operation(
      operationId = "exportFocus",
      summary = "Statements of a month in FOCUS, as CSV",
      description = "With the columns of the FinOps FOCUS specification, version 1.2 or 1.4.")
  ResponseEntity<StreamingResponseBody> focus(
      Call call,
      @Parameter(example = "2026-11") @RequestParam String month,
      @Parameter(
              schema =
                  @Schema(
                      allowableValues = {"1.2", "1.4"},
                      defaultValue = "1.2"))
          @RequestParam(required = false, defaultValue = "1.2")
          String version,
      @RequestParam(required = false) @Nullable String costCenter) {
    FocusVersion columns = version(version);
    List<Statement> found = found(call, month, costCenter);
    FocusIssuer issuer = new FocusIssuer("organisation", "Organisation", "GPU as a Service");
    return file(
        "focus-" + month, Format.CSV, out -> exports.focus(found, issuer, columns, sink(out)));
  }

  @GetMapping("/usage")
  @FileAnswer
  @Operation(
      operationId = "exportUsage",
      summary = "Each piece of finished usage with its price as a file",
      description = "Half-open time, cut exactly; without limit of rows.")
  ResponseEntity<StreamingResponseBody> usage(
      Call call,
      @RequestParam String from,
      @RequestParam String to,
      @ParameterObject FileFormat format) {
    call.requireAnywhere(Permission.COST_READ);
    Format as = format.read();
    TimeWindow window = TimeWindow.of(from, to, zone(call), LONGEST);
    Projects projects =
        new Projects.Only(new TreeSet<>(call.caller().projects(Permission.COST_READ)));
    return file(
        "usage", as, out -> exports.usage(window.from(), window.to(), projects, as, sink(out)));
  }

  @GetMapping("/costs")
  @FileAnswer
  @Operation(
      operationId = "exportCosts",
      summary = "Usage and cost by group as a file",
      description = "The rows of `/usage` and `/costs` in one table.")
  ResponseEntity<StreamingResponseBody> costs(
      Call call,
      @RequestParam String from,
      @RequestParam String to,
      @ParameterObject UsageReports.Ask ask,
      @ParameterObject FileFormat format) {
    Format as = format.read();
    UsageReports.Made made = reports.make(call, from, to, ask, true);
    return file(
        "costs",
        as,
        out -> exports.report(made.report(), made.fields(), made.jobs(), as, sink(out)));
  }

  private static FocusVersion version(String text) {
    return switch (text) {
      case "1.2" -> FocusVersion.V1_2;
      case "1.4" -> FocusVersion.V1_4;
      default -> throw ProblemException.ofParameter("version", "must be 1.2 or 1.4.", text);
    };
  }

  private List<Statement> found(Call call, String month, @Nullable String costCenter) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    return statements.of(call, MonthText.read(month), clock.instant()).stream()
        .filter(it -> costCenter == null || it.billing().costCenter().equals(costCenter))
        .toList();
  }

  private static ZoneId zone(Call call) {
    return ZoneId.of(call.caller().organisation().settings().timeZone());
  }

  private static Sink sink(OutputStream out) {
    return (bytes, from, count) -> {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static ResponseEntity<StreamingResponseBody> file(
      String name, Format format, StreamingResponseBody body) {
    String ending = format.name().toLowerCase(Locale.ROOT);
    return ResponseEntity.ok()
        .contentType(format == Format.CSV ? CSV : PARQUET)
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            "attachment; filename=\"%s.%s\"".formatted(name, ending))
        .body(body);
  }
}
