package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.SchedulingPolicy;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// How the scheduler orders, places and preempts, where projects and flavors do not say it
/// themselves.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Scheduling")
final class SchedulingPolicyController {
  private static final String NAME = "site";

  private final ConfigEndpoint<SchedulingPolicy, SchedulingPolicyDocument> policy;
  private final Effects effects;

  SchedulingPolicyController(InventoryAdmin admin, AuditTrail audit, Effects effects) {
    Stored<SchedulingPolicy> stored =
        new Stored<>(
            () -> List.of(admin.policy()),
            _ -> Optional.of(admin.policy()),
            _ -> new ChangeOutcome.Exists<>(admin.policy().version()),
            admin::replacePolicy,
            (_, _) -> new ChangeOutcome.Missing<>());
    this.policy =
        new ConfigEndpoint<>(
            "scheduling-policy",
            audit,
            stored,
            it -> SchedulingPolicyDocument.of(it.value(), it.version()));
    this.effects = effects;
  }

  @GetMapping("/scheduling-policy")
  @Operation(
      operationId = "getSchedulingPolicy",
      summary = "Read the scheduling policy",
      description = "One document for the site, always there, with all defaults filled in.")
  ResponseEntity<SchedulingPolicyDocument> get(
      Call call,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireAnywhere(Permission.QUOTA_READ);
    return policy.get(NAME, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/scheduling-policy")
  @Operation(
      operationId = "putSchedulingPolicy",
      summary = "Replace the scheduling policy",
      description =
          "Holds from the next decision on; nothing that runs is stopped by the change itself."
              + " What is left out gets its default.")
  ResponseEntity<SchedulingPolicyDocument> put(
      Call call,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody SchedulingPolicyInput body) {
    call.requireOrg(Permission.QUOTA_WRITE);
    ETags.Condition change = new ETags.Condition.Change(ETags.required(ifMatch));
    return policy.put(call, NAME, body.policy(), change);
  }

  @PostMapping("/scheduling-policy:preview")
  @Operation(
      operationId = "previewSchedulingPolicy",
      summary = "What another scheduling policy would do now",
      description = "Takes the body of the change. Changes nothing.")
  EffectDocument preview(Call call, @RequestBody SchedulingPolicyInput body) {
    call.requireOrg(Permission.QUOTA_READ);
    return effects.ofPolicy(call, body.policy());
  }
}
