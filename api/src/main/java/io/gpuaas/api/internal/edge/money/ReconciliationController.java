package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Auditor;
import io.gpuaas.accounting.NightlyAudits;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.service.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The auditor's page: each invariant of the books, green or red, with the rows that break it.
@RestController
@RequestMapping("/api/v1/reconciliation")
@Tag(name = "Money")
final class ReconciliationController {
  private static final int NIGHTS = 31;

  private final Auditor auditor;
  private final NightlyAudits nightly;
  private final InstantSource clock;
  private final Lists lists;

  ReconciliationController(
      Auditor auditor, NightlyAudits nightly, InstantSource clock, Lists lists) {
    this.lists = lists;
    this.auditor = auditor;
    this.nightly = nightly;
    this.clock = clock;
  }

  /// All checks of one moment.
  @Schema(name = "Reconciliation")
  record ReconciliationDocument(Instant asOf, boolean ok, List<CheckDocument> checks) {}

  /// One invariant.
  ///
  /// @param rows what breaks it, at most 100; empty when it holds
  @Schema(name = "ReconciliationCheck")
  record CheckDocument(
      @Schema(example = "double-entry") String name,
      String meaning,
      boolean ok,
      List<SortedMap<String, String>> rows) {}

  @GetMapping
  @Operation(
      operationId = "getReconciliation",
      summary = "Check the books",
      description = "Reads all of the books and events; takes time in proportion to them.")
  ReconciliationDocument reconciliation(Call call) {
    call.requireOrg(Permission.CONSERVATION_READ);
    Instant now = clock.instant();
    return document(now, auditor.run(now));
  }

  private static ReconciliationDocument document(Instant at, List<Auditor.Check> found) {
    List<CheckDocument> checks =
        found.stream()
            .map(it -> new CheckDocument(it.name(), it.meaning(), it.ok(), it.rows()))
            .toList();
    return new ReconciliationDocument(at, checks.stream().allMatch(CheckDocument::ok), checks);
  }

  @GetMapping("/nights")
  @Operation(
      operationId = "listNightlyReconciliations",
      summary = "What the nightly checks of the books have found",
      description = "Of the last 31 nights on which they were run, the newest first.")
  Page<ReconciliationDocument> nights(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireOrg(Permission.CONSERVATION_READ);
    return lists.pageInOrder(
        nightly.latest(NIGHTS).stream().map(it -> document(it.at(), it.checks())).toList(),
        it -> it.asOf().toString(),
        "reconciliation-nights",
        limit,
        cursor);
  }
}
