package io.gpuaas.api.internal.edge.money;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.accounting.Pricing;
import io.gpuaas.accounting.RatedUsage;
import io.gpuaas.accounting.Statement;
import io.gpuaas.accounting.UsageInterval;
import io.gpuaas.accounting.UsageMeter;
import io.gpuaas.accounting.UsagePieces;
import io.gpuaas.accounting.UsagePieces.Piece;
import io.gpuaas.accounting.UsagePieces.Place;
import io.gpuaas.accounting.UsagePieces.Wanted;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Cursors;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.GpuPlace;
import io.gpuaas.core.UsageClass;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What a line of a statement is made of. Each piece names its run, whose nodes `/jobs/{id}/runs`
/// shows.
@RestController
@RequestMapping("/api/v1/statements")
@Tag(name = "Money")
final class StatementUsageController {
  private final MonthStatements statements;
  private final UsagePieces pieces;
  private final Cursors cursors;
  private final InstantSource clock;

  StatementUsageController(
      MonthStatements statements, UsagePieces pieces, Cursors cursors, InstantSource clock) {
    this.statements = statements;
    this.pieces = pieces;
    this.cursors = cursors;
    this.clock = clock;
  }

  /// A piece of usage during which one price holds.
  ///
  /// @param amount exact: 12 decimals; null when no rate covers it
  /// @param rate and `rateCardVersion` priced it; null when it is free or unrated
  /// @param held on which nodes and devices; empty when that is not known
  @Schema(name = "UsagePiece")
  record PieceDocument(
      String job,
      String jobName,
      String run,
      int attempt,
      String user,
      String pool,
      String model,
      @JsonProperty("class") UsageClass usageClass,
      UsageMeter meter,
      @Schema(example = "8") String gpus,
      Instant from,
      Instant to,
      String gpuHours,
      @Schema(example = "2.900000") @Nullable String pricePerGpuHour,
      @Nullable String amount,
      @Nullable Long rate,
      @Nullable Integer rateCardVersion,
      List<HeldDocument> held) {
    static PieceDocument of(Piece piece) {
      RatedUsage rated = piece.rated();
      UsageInterval usage = rated.usage();
      boolean unrated = rated.pricing() instanceof Pricing.Unpriced;
      boolean priced = rated.pricing() instanceof Pricing.Priced;
      return new PieceDocument(
          usage.run().job().value(),
          usage.run().jobName(),
          usage.run().run().value(),
          usage.run().attempt(),
          usage.run().user(),
          usage.pool(),
          usage.model(),
          usage.usageClass(),
          usage.meter(),
          BigDecimal.valueOf(usage.milliGpus(), 3).stripTrailingZeros().toPlainString(),
          usage.from(),
          usage.to(),
          usage.time().gpuHours().toPlainString(),
          price(rated.pricing()),
          unrated ? null : rated.charge().toDecimal(12).toPlainString(),
          priced ? piece.rateId() : null,
          priced ? piece.cardVersion() : null,
          piece.held().stream().map(HeldDocument::of).toList());
    }

    private static @Nullable String price(Pricing pricing) {
      return switch (pricing) {
        case Pricing.Priced(_, _, long micros, _) -> BigDecimal.valueOf(micros, 6).toPlainString();
        case Pricing.Free() -> "0.000000";
        case Pricing.Unpriced() -> null;
      };
    }
  }

  /// Where a piece of usage held its GPUs.
  ///
  /// @param device index on the node; null where the node's own system chooses
  /// @param slice of the device, with its first memory slice; empty for none
  @Schema(name = "HeldPlace")
  record HeldDocument(
      String cluster,
      String node,
      @Nullable Integer device,
      @Schema(example = "3g.40gb@4") String slice,
      @Schema(example = "1") String gpus) {
    static HeldDocument of(GpuPlace it) {
      return new HeldDocument(
          it.node().cluster(),
          it.node().name(),
          it.device(),
          it.slice(),
          BigDecimal.valueOf(it.milliGpus(), 3).stripTrailingZeros().toPlainString());
    }
  }

  @GetMapping("/{project}/{month}/lines/{line}/usage")
  @Operation(
      operationId = "listStatementLineUsage",
      summary = "The finished pieces of usage behind a line of a statement",
      description = "In order of time, cut to the month. Lines are counted from 0, as listed.")
  Page<PieceDocument> usage(
      Call call,
      @PathVariable String project,
      @PathVariable String month,
      @PathVariable int line,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireProject(Permission.STATEMENT_READ, project);
    Statement statement = statements.find(call, project, MonthText.read(month), clock.instant());
    if (line < 0 || line >= statement.lines().size()) {
      throw ProblemException.notFound("No line", Integer.toString(line));
    }
    Wanted wanted =
        new Wanted(project, statement.from(), statement.to(), statement.lines().get(line));
    int most = Lists.limit(limit);
    String filter = "%s %s %d".formatted(project, month, line);
    List<Piece> found = pieces.page(wanted, place(filter, cursor), most);
    Place last = found.isEmpty() ? Place.START : found.getLast().place();
    boolean more = !found.isEmpty() && !pieces.page(wanted, last, 1).isEmpty();
    List<String> next =
        List.of(last.intervalFrom().toString(), Long.toString(last.id()), last.from().toString());
    return new Page<>(
        found.stream().map(PieceDocument::of).toList(),
        more ? cursors.make(filter, next) : null,
        more);
  }

  private Place place(String filter, @Nullable String cursor) {
    List<String> parts = cursors.read(filter, cursor).orElse(List.of());
    if (parts.isEmpty()) {
      return Place.START;
    }
    try {
      return new Place(
          Instant.parse(parts.getFirst()),
          Long.parseLong(parts.get(1)),
          Instant.parse(parts.getLast()));
    } catch (DateTimeException | NumberFormatException _) {
      throw ProblemException.ofParameter("cursor", "must be as a page gave it.", "" + cursor);
    }
  }
}
