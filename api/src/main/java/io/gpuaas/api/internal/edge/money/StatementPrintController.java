package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.ProjectHome;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.StatementPrints;
import io.gpuaas.accounting.StatementPrints.Detail;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.ProjectHomes;
import io.gpuaas.quota.Organisation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/// Statements to be printed.
@RestController
@RequestMapping("/api/v1/statements")
@Tag(name = "Money")
final class StatementPrintController {
  private final MonthStatements statements;
  private final StatementPrints prints;
  private final InstantSource clock;

  StatementPrintController(
      MonthStatements statements, StatementPrints prints, InstantSource clock) {
    this.statements = statements;
    this.prints = prints;
    this.clock = clock;
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
      @Parameter(description = "How far down it goes")
          @RequestParam(required = false, defaultValue = "LINES")
          Detail detail) {
    call.requireProject(Permission.STATEMENT_READ, project);
    Organisation organisation = call.caller().organisation();
    Statement statement = statements.find(call, project, MonthText.read(month), clock.instant());
    ProjectHome home =
        ProjectHomes.of(organisation).getOrDefault(project, new ProjectHome("", "", ""));
    String name =
        statement.number().isEmpty() ? project + "-" + month + "-open" : statement.number();
    StreamingResponseBody body =
        out ->
            prints.pdf(statement, home, detail, (bytes, at, count) -> send(out, bytes, at, count));
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_PDF)
        .header(
            HttpHeaders.CONTENT_DISPOSITION,
            ContentDisposition.attachment().filename(name + ".pdf").build().toString())
        .body(body);
  }

  private static void send(OutputStream out, byte[] bytes, int offset, int count) {
    try {
      out.write(bytes, offset, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
