package io.gpuaas.api.internal.edge.money;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.accounting.Rate;
import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.accounting.RateCardAdmin.SaveOutcome;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.ETags.Condition;
import io.gpuaas.api.internal.edge.manners.FieldName;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Prices.
@RestController
@RequestMapping("/api/v1/rate-cards")
@Tag(name = "Money")
final class RateCardsController {
  private final RateCardAdmin admin;
  private final AuditTrail audit;
  private final Lists lists;

  RateCardsController(RateCardAdmin admin, AuditTrail audit, Lists lists) {
    this.admin = admin;
    this.audit = audit;
    this.lists = lists;
  }

  /// A named list of dated prices; all cards together are the price book.
  @Schema(name = "RateCard")
  record RateCardDocument(
      String name,
      @Schema(example = "EUR") String currency,
      List<RateDocument> rates,
      long version) {
    static RateCardDocument of(RateCard it) {
      return new RateCardDocument(
          it.name(),
          it.currency(),
          it.rates().stream().map(RateDocument::of).toList(),
          it.version());
    }
  }

  /// A price during `[validFrom, validTo)`; `*` stands for any.
  @Schema(name = "Rate")
  record RateDocument(
      String pool,
      String model,
      @JsonProperty("class") String usageClass,
      String meter,
      @Schema(example = "2.900000") String pricePerGpuHour,
      Instant validFrom,
      @Schema(description = "null: no end") @Nullable Instant validTo,
      @Schema(description = "`*`: every hour", example = "MON,SUN 20:00-06:00 Europe/Berlin")
          String timeBand,
      @Schema(description = "What the price list says, before any discount", example = "3.500000")
          String listPricePerGpuHour) {
    static RateDocument of(Rate it) {
      return new RateDocument(
          it.key().pool(),
          it.key().model(),
          it.key().usageClass(),
          it.key().meter(),
          BigDecimal.valueOf(it.priceMicros(), 6).toPlainString(),
          it.validFrom(),
          it.validTo().equals(Rate.OPEN_END) ? null : it.validTo(),
          it.key().band().text(),
          BigDecimal.valueOf(it.listMicros(), 6).toPlainString());
    }
  }

  @Schema(name = "RateCardInput")
  @ReadOnlyFields("version")
  record RateCardInput(
      @Nullable String name,
      @Schema(example = "EUR") @Size(min = 3, max = 3) String currency,
      @Size(max = 1000) List<RateInput> rates) {
    RateCardDraft draft(String ofName) {
      return new RateCardDraft(ofName, currency, rates.stream().map(RateInput::line).toList());
    }
  }

  @Schema(name = "RateInput")
  record RateInput(
      @Size(max = 63) @Nullable String pool,
      @Size(max = 63) @Nullable String model,
      @FieldName("class") @JsonProperty("class") @Size(max = 63) @Nullable String usageClass,
      @Size(max = 63) @Nullable String meter,
      @Schema(description = "Decimal with at most six decimals", example = "2.90")
          @Size(min = 1, max = 32)
          String pricePerGpuHour,
      @Schema(example = "2026-12-01T00:00:00Z") @Size(min = 1, max = 40) String validFrom,
      @Size(max = 40) @Nullable String validTo,
      @Schema(
              description = "Hours of the week by the clocks of a zone; all when left out",
              example = "MON-FRI 20:00-06:00 Europe/Berlin")
          @Size(max = 120)
          @Nullable String timeBand,
      @Schema(
              description =
                  "What the price list says, of which the price is a discount; the price itself"
                      + " when left out",
              example = "3.50")
          @Size(max = 32)
          @Nullable String listPricePerGpuHour) {
    RateCardDraft.Line line() {
      return new RateCardDraft.Line(
          pool,
          model,
          usageClass,
          meter,
          pricePerGpuHour,
          validFrom,
          validTo,
          timeBand,
          listPricePerGpuHour);
    }
  }

  @GetMapping
  @Operation(
      operationId = "listRateCards",
      summary = "List rate cards",
      description = "By name, with their prices and from when to when each holds.")
  Page<RateCardDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.RATE_READ);
    return lists.page(
        admin.list().stream().map(RateCardDocument::of).toList(),
        RateCardDocument::name,
        "rate-cards",
        limit,
        cursor);
  }

  @GetMapping("/{name}")
  @Operation(
      operationId = "getRateCard",
      summary = "Read a rate card",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<RateCardDocument> get(Call call, @PathVariable String name) {
    call.requireAnywhere(Permission.RATE_READ);
    RateCard card = admin.find(name).orElseThrow(() -> missing(name));
    return ResponseEntity.ok().eTag(ETags.of(card.version())).body(RateCardDocument.of(card));
  }

  private static ProblemException missing(String name) {
    return ProblemException.notFound("No rate card", name);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PutMapping("/{name}")
  @Operation(
      operationId = "putRateCard",
      summary = "Create or replace a rate card",
      description = "Prices of times that have passed cannot change.")
  ResponseEntity<RateCardDocument> put(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody RateCardInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    int expected =
        switch (ETags.ofPut(ifMatch, ifNoneMatch)) {
          case Condition.Create() -> 0;
          case Condition.Change(long version) -> (int) Math.min(version, Integer.MAX_VALUE);
        };
    if (expected > 0 && admin.find(name).isEmpty()) {
      throw missing(name);
    }
    RateCardDraft draft = body.draft(name);
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), "rate.write", "rate-card/" + name, "");
    SaveOutcome outcome =
        audit.recording(
            act,
            () -> inForce(admin, name),
            () -> admin.save(draft, expected, call.caller().login()),
            RateCardsController::finding);
    return switch (outcome) {
      case SaveOutcome.Saved(RateCard card) ->
          ResponseEntity.status(expected == 0 ? 201 : 200)
              .eTag(ETags.of(card.version()))
              .body(RateCardDocument.of(card));
      case SaveOutcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      case SaveOutcome.Stale(int current) ->
          throw new ProblemException(
              ProblemCode.PRECONDITION_FAILED, "The version is %d now.".formatted(current));
    };
  }

  /// A card as it is, for the log; null when there is none.
  static @Nullable String inForce(RateCardAdmin admin, String name) {
    return admin.find(name).map(it -> ApiJson.write(RateCardDocument.of(it))).orElse(null);
  }

  static Finding finding(SaveOutcome outcome) {
    return switch (outcome) {
      case SaveOutcome.Saved(RateCard card) ->
          new Finding("OK", 200, "", null, ApiJson.write(RateCardDocument.of(card)));
      case SaveOutcome.Refused _ -> new Finding("REFUSED", 422, "", null, null);
      case SaveOutcome.Stale _ -> new Finding("REFUSED", 412, "", null, null);
    };
  }
}
