package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.ChargePolicies;
import io.gpuaas.accounting.ChargePolicies.Outcome;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Who bears idle GPUs, and what lenders are credited.
@RestController
@RequestMapping("/api/v1/charge-policies")
@Tag(name = "Money")
final class ChargePoliciesController {
  private final ChargePolicies policies;
  private final AuditTrail audit;

  ChargePoliciesController(ChargePolicies policies, AuditTrail audit) {
    this.policies = policies;
    this.audit = audit;
  }

  /// How statements charge what a pool costs beside usage, from a month on.
  ///
  /// @param pool `*`: all pools that have no policy of their own
  /// @param lenderPercent of what borrowed GPUs are charged goes to those who lend them
  @Schema(name = "ChargePolicy")
  record PolicyDocument(
      @Schema(example = "h200") String pool,
      @Schema(example = "2026-12") String since,
      IdleCosts.Policy idle,
      int lenderPercent,
      String author) {
    static PolicyDocument of(ChargePolicy it) {
      return new PolicyDocument(
          it.pool(), it.since().toString(), it.idle(), it.lenderPercent(), it.author());
    }
  }

  @Schema(name = "ChargePolicyInput")
  record PolicyInput(
      @Schema(description = "`*` for all that have none of their own", example = "h200")
          @Size(min = 1, max = 253)
          String pool,
      @Schema(description = "The month that goes on, or a later one", example = "2026-12")
          @Size(min = 7, max = 7)
          String since,
      IdleCosts.Policy idle,
      @Min(0) @Max(100) int lenderPercent) {}

  @GetMapping
  @Operation(
      operationId = "listChargePolicies",
      summary = "All charge policies that were ever set",
      description =
          "In the order in which they were set. Without any the platform bears idle GPUs and"
              + " lenders are credited nothing.")
  Page<PolicyDocument> list(Call call) {
    call.requireAnywhere(Permission.RATE_READ);
    return new Page<>(policies.list().stream().map(PolicyDocument::of).toList(), null, false);
  }

  @NeedsRecentSignIn
  @PostMapping
  @Operation(
      operationId = "setChargePolicy",
      summary = "Set the charge policy of a pool",
      description = "From the given month on; months that are closed do not change.")
  ResponseEntity<PolicyDocument> set(Call call, @RequestBody PolicyInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    AuditTrail.Act act =
        new AuditTrail.Act(call.actor(), "charge-policy.write", "pool/" + body.pool(), "");
    Outcome outcome =
        audit.recording(
            act,
            () ->
                policies.set(
                    body.pool(),
                    body.since(),
                    body.idle().name(),
                    body.lenderPercent(),
                    call.caller().login()),
            ChargePoliciesController::finding);
    return switch (outcome) {
      case Outcome.Saved(ChargePolicy policy) ->
          ResponseEntity.status(201).body(PolicyDocument.of(policy));
      case Outcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
    };
  }

  private static Finding finding(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Saved(ChargePolicy it) ->
          new Finding(
              "OK", 201, "", null, ApiJson.WRITER.writeValueAsString(PolicyDocument.of(it)));
      case Outcome.Refused _ -> new Finding("REFUSED", 422, "", null, null);
    };
  }
}
