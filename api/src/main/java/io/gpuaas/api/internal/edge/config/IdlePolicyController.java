package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.engine.IdleRule;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.IdleStops;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Durations;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// When notebooks whose GPUs nobody uses are stopped.
@RestController
@RequestMapping("/api/v1/idle-policy")
@Tag(name = "Scheduling")
final class IdlePolicyController {
  private static final String NAME = "site";
  private static final long WINDOW_LEAST_MILLIS = 5_000;

  private final ConfigEndpoint<IdleRule, IdlePolicyDocument> policy;

  IdlePolicyController(IdleStops stops, AuditTrail audit) {
    Stored<IdleRule> stored =
        new Stored<>(
            () -> List.of(stops.rule()),
            _ -> Optional.of(stops.rule()),
            _ -> new ChangeOutcome.Exists<>(stops.rule().version()),
            stops::replace,
            (_, _) -> new ChangeOutcome.Missing<>());
    this.policy =
        new ConfigEndpoint<>(
            "idle-policy", audit, stored, it -> IdlePolicyDocument.of(it.value(), it.version()));
  }

  /// When a notebook counts as idle, and what becomes of it then.
  @Schema(name = "IdlePolicy")
  record IdlePolicyDocument(
      @Schema(description = "Whether idle notebooks are stopped") boolean active,
      @Schema(description = "A GPU that is less busy than this is idle", example = "5") int percent,
      @Schema(description = "So long all its GPUs were idle before it is told", example = "1h")
          String window,
      @Schema(description = "So long it has after it was told", example = "15m") String notice,
      long version) {
    static IdlePolicyDocument of(IdleRule it, long version) {
      return new IdlePolicyDocument(
          it.active(),
          it.percent(),
          Durations.format(Duration.ofMillis(it.windowMillis())),
          Durations.format(Duration.ofMillis(it.noticeMillis())),
          version);
    }
  }

  @Schema(name = "IdlePolicyInput")
  @ReadOnlyFields("version")
  record IdlePolicyInput(
      boolean active,
      @Schema(defaultValue = "5") @Min(1) @Max(100) @Nullable Integer percent,
      @Schema(defaultValue = "1h") @Size(max = 32) @Nullable String window,
      @Schema(defaultValue = "15m") @Size(max = 32) @Nullable String notice) {
    IdleRule rule() {
      Fields fields = new Fields();
      IdleRule base = IdleRule.OFF;
      long windowMillis = fields.millis("/window", window, base.windowMillis());
      long noticeMillis = fields.millis("/notice", notice, base.noticeMillis());
      if (windowMillis < WINDOW_LEAST_MILLIS) {
        fields.add("/window", "OUT_OF_RANGE", "At least 5s.", window);
      }
      fields.check();
      int least = percent == null ? base.percent() : percent;
      return new IdleRule(active, least, windowMillis, noticeMillis);
    }
  }

  @GetMapping
  @Operation(
      operationId = "getIdlePolicy",
      summary = "When idle notebooks are stopped",
      description = "One document for the site, always there; off at first.")
  ResponseEntity<IdlePolicyDocument> get(
      Call call,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireAnywhere(Permission.QUOTA_READ);
    return policy.get(NAME, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping
  @Operation(
      operationId = "putIdlePolicy",
      summary = "Replace the rule by which idle notebooks are stopped",
      description =
          "It works on clusters that measure how busy GPUs are. A notebook is warned in its"
              + " timeline first, and goes on when it is used before the notice has passed.")
  ResponseEntity<IdlePolicyDocument> put(
      Call call,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody IdlePolicyInput body) {
    call.requireOrg(Permission.QUOTA_WRITE);
    ETags.Condition change = new ETags.Condition.Change(ETags.required(ifMatch));
    return policy.put(call, NAME, body.rule(), change);
  }
}
