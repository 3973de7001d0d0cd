package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.LedgerExports;
import io.gpuaas.accounting.LedgerExports.FocusIssuer;
import io.gpuaas.accounting.LedgerExports.FocusVersion;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementQueries;
import io.gpuaas.accounting.UsageQuestion.Projects;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.ProjectHomes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/// Statements and usage as CSV files, of the projects whose money the caller may read.
@RestController
@RequestMapping("/api/v1/exports")
@Tag(name = "Money")
final class ExportsController {
  private static final Duration LONGEST = Duration.ofDays(400);
  private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

  private final LedgerExports exports;
  private final StatementQueries statements;
  private final InstantSource clock;

  ExportsController(LedgerExports exports, StatementQueries statements, InstantSource clock) {
    this.exports = exports;
    this.statements = statements;
    this.clock = clock;
  }

  @GetMapping("/statements")
  @Operation(operationId = "exportStatements", summary = "Statements of a month as CSV")
  ResponseEntity<StreamingResponseBody> statements(
      Call call, @Parameter(example = "2026-11") @RequestParam String month) {
    List<Statement> found = found(call, month);
    return file("statements-" + month, out -> exports.statements(found, out));
  }

  @GetMapping("/focus")
  @Operation(operationId = "exportFocus", summary = "Statements of a month in FOCUS")
  ResponseEntity<StreamingResponseBody> focus(
      Call call,
      @Parameter(example = "2026-11") @RequestParam String month,
      @Parameter(
              schema =
                  @Schema(
                      allowableValues = {"1.2", "1.4"},
                      defaultValue = "1.2"))
          @RequestParam(required = false, defaultValue = "1.2")
          String version) {
    FocusVersion columns = version(version);
    List<Statement> found = found(call, month);
    FocusIssuer issuer =
        new FocusIssuer(
            "organisation",
            "Organisation",
            "GPU as a Service",
            ProjectHomes.of(call.caller().organisation()));
    return file("focus-" + month, out -> exports.focus(found, issuer, columns, out));
  }

  @GetMapping("/usage")
  @Operation(
      operationId = "exportUsage",
      summary = "Each piece of finished usage with its price as CSV",
      description = "Half-open time, cut exactly; without limit of rows.")
  ResponseEntity<StreamingResponseBody> usage(
      Call call, @RequestParam String from, @RequestParam String to) {
    call.requireAnywhere(Permission.COST_READ);
    TimeWindow window = TimeWindow.of(from, to, zone(call), LONGEST);
    Projects projects =
        new Projects.Only(new TreeSet<>(call.caller().projects(Permission.COST_READ)));
    return file("usage", out -> exports.usage(window.from(), window.to(), projects, out));
  }

  private static FocusVersion version(String text) {
    return switch (text) {
      case "1.2" -> FocusVersion.V1_2;
      case "1.4" -> FocusVersion.V1_4;
      default -> throw ProblemException.ofParameter("version", "must be 1.2 or 1.4.", text);
    };
  }

  private List<Statement> found(Call call, String month) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    return MonthStatements.of(statements, call, MonthText.read(month), clock.instant());
  }

  private static ZoneId zone(Call call) {
    return ZoneId.of(call.caller().organisation().settings().timeZone());
  }

  private static ResponseEntity<StreamingResponseBody> file(
      String name, Consumer<Appendable> content) {
    StreamingResponseBody body =
        out -> {
          try (Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
            content.accept(writer);
          }
        };
    return ResponseEntity.ok()
        .contentType(CSV)
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + ".csv\"")
        .body(body);
  }
}
