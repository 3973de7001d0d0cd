package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.Cursors;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.TimeWindow;
import io.gpuaas.api.internal.service.AuditChain;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.store.AuditStore.Row;
import io.gpuaas.api.internal.store.AuditStore.Search;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/// The audit log, newest first.
@RestController
@RequestMapping("/api/v1/audit")
@Tag(name = "Audit")
final class AuditController {
  private final AuditTrail audit;
  private final AuditChain chain;
  private final Cursors cursors;

  AuditController(AuditTrail audit, AuditChain chain, Cursors cursors) {
    this.audit = audit;
    this.chain = chain;
    this.cursors = cursors;
  }

  /// One thing that was done, or refused.
  ///
  /// @param result `OK`, `REFUSED` (not valid, or stale) or `DENIED` (not allowed)
  /// @param before and `after` are the resource, without secrets
  @Schema(name = "AuditEntry")
  record AuditDocument(
      long seq,
      Instant at,
      String actor,
      String authMethod,
      @Nullable String tokenId,
      String sourceIp,
      String requestId,
      @Schema(example = "project.replace") String action,
      @Schema(example = "project/llm-pretraining") String resource,
      String scope,
      @Schema(allowableValues = {"OK", "REFUSED", "DENIED"}) String result,
      int status,
      String reason,
      @Schema(implementation = Object.class) @Nullable JsonNode before,
      @Schema(implementation = Object.class) @Nullable JsonNode after) {
    static AuditDocument of(Row it) {
      return new AuditDocument(
          it.seq(),
          it.at(),
          it.actor(),
          it.authMethod(),
          it.tokenId(),
          it.sourceIp(),
          it.requestId(),
          it.action(),
          it.resource(),
          it.scope(),
          it.result(),
          it.status(),
          it.reason(),
          tree(it.before()),
          tree(it.after()));
    }

    private static @Nullable JsonNode tree(@Nullable String text) {
      return text == null ? null : ApiJson.READER.readTree(text);
    }
  }

  /// How it went.
  enum Result {
    OK,
    REFUSED,
    DENIED
  }

  @GetMapping
  @Operation(
      operationId = "listAudit",
      summary = "Read the audit log",
      description =
          "Newest first. Nothing is ever removed from it; `limit` and `cursor` read it whole.")
  Page<AuditDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable String actor,
      @Parameter(
              description = "Only about resources that begin so, for example `project/vision`",
              example = "project/")
          @RequestParam(required = false)
          @Nullable String resource,
      @Parameter(
              description =
                  "Only what was done (`OK`), was not valid or possible (`REFUSED`), or was not"
                      + " allowed (`DENIED`)")
          @RequestParam(required = false)
          @Nullable Result result,
      @RequestParam(required = false) @Nullable String from,
      @RequestParam(required = false) @Nullable String to,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireOrg(Permission.AUDIT_READ);
    int most = Lists.limit(limit);
    String filter = "audit\n" + actor + "\n" + resource + "\n" + result + "\n" + from + "\n" + to;
    long before =
        cursors
            .read(filter, cursor)
            .map(place -> Long.parseLong(place.getFirst()))
            .orElse(Long.MAX_VALUE);
    Search search =
        new Search(
            empty(actor),
            empty(resource),
            result == null ? null : result.name(),
            moment("from", from),
            moment("to", to));
    List<Row> found = audit.before(before, search, most + 1);
    boolean more = found.size() > most;
    List<Row> items = more ? found.subList(0, most) : found;
    String next = more ? cursors.make(filter, List.of(Long.toString(items.getLast().seq()))) : null;
    return new Page<>(items.stream().map(AuditDocument::of).toList(), next, more);
  }

  /// Whether the log is as it was written.
  ///
  /// @param sealed rows under the chain of hashes; the newest follow within seconds
  /// @param brokenAt the first row that was changed, null when none was
  @Schema(name = "AuditChain")
  record ChainDocument(long sealed, boolean intact, @Nullable Long brokenAt) {}

  @GetMapping("/chain")
  @Operation(
      operationId = "checkAuditChain",
      summary = "Has the audit log been changed",
      description = "Computes the chain of hashes over the whole log again.")
  ChainDocument chain(Call call) {
    call.requireOrg(Permission.AUDIT_READ);
    AuditChain.Finding finding = chain.check();
    return new ChainDocument(finding.sealed(), finding.brokenAt() == null, finding.brokenAt());
  }

  private static @Nullable Instant moment(String name, @Nullable String text) {
    return text == null || text.isEmpty() ? null : TimeWindow.moment(name, text, ZoneOffset.UTC);
  }

  private static @Nullable String empty(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
