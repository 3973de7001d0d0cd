package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.ChargePolicies;
import io.gpuaas.accounting.ChargePolicies.Entry;
import io.gpuaas.accounting.ChargePolicy;
import io.gpuaas.accounting.IdleCosts;
import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Who bears idle GPUs, and what lenders are credited.
@RestController
@RequestMapping("/api/v1/charge-policies")
@Tag(name = "Money")
final class ChargePoliciesController {
  private static final String MISSING = "No charge policy";

  private final ChargePolicies policies;
  private final UnknownHardware unknown;
  private final Proposals proposals;
  private final Lists lists;

  ChargePoliciesController(
      ChargePolicies policies, UnknownHardware unknown, Proposals proposals, Lists lists) {
    this.lists = lists;
    this.policies = policies;
    this.unknown = unknown;
    this.proposals = proposals;
  }

  /// How statements charge what a pool costs beside usage, from a month on.
  ///
  /// @param pool `*`: all pools that have no policy of their own
  /// @param lenderPercent of what borrowed GPUs are charged goes to those who lend them
  /// @param status it holds once it is `APPROVED`
  /// @param decidedBy empty before the decision
  @Schema(name = "ChargePolicy")
  record PolicyDocument(
      @Schema(example = "7") String id,
      @Schema(example = "h200") String pool,
      @Schema(example = "2026-12") String since,
      IdleCosts.Policy idle,
      int lenderPercent,
      String author,
      Approval.State status,
      String decidedBy) {
    static PolicyDocument of(Entry entry) {
      ChargePolicy it = entry.policy();
      return new PolicyDocument(
          Long.toString(entry.id()),
          it.pool(),
          it.since().toString(),
          it.idle(),
          it.lenderPercent(),
          it.author(),
          entry.approval().state(),
          entry.approval().decidedBy());
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
      summary = "All charge policies that were ever proposed",
      description =
          "Oldest first. Without an approved one the platform bears idle GPUs and lenders are"
              + " credited nothing.")
  Page<PolicyDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.RATE_READ);
    return lists.pageInOrder(
        policies.list().stream().map(PolicyDocument::of).toList(),
        PolicyDocument::id,
        "charge-policies",
        limit,
        cursor);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping
  @Operation(
      operationId = "proposeChargePolicy",
      summary = "Propose the charge policy of a pool",
      description =
          "From the given month on, once a second person has agreed; months that are closed do not"
              + " change.")
  ResponseEntity<PolicyDocument> propose(Call call, @RequestBody PolicyInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    List<Fault> faults = unknown.ofPool(body.pool());
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    PolicyDocument made =
        saved(
            call,
            new Proposals.Act("charge-policy.propose", "pool", body.pool(), MISSING),
            () ->
                policies.propose(
                    body.pool(),
                    body.since(),
                    body.idle().name(),
                    body.lenderPercent(),
                    call.caller().login()));
    return ResponseEntity.status(201).body(made);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{id}/decision")
  @Operation(
      operationId = "decideChargePolicy",
      summary = "Agree to a charge policy or reject it",
      description =
          "By somebody else than who proposed it, while its month is open. Who proposed it may"
              + " reject it.")
  PolicyDocument decide(Call call, @PathVariable String id, @RequestBody DecisionInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    String login = call.caller().login();
    return saved(
        call,
        new Proposals.Act("charge-policy.decide", "charge-policy", id, MISSING),
        () -> policies.decide(number(id), body.decision(), login));
  }

  /// -1, which no policy has, for what is no number.
  private static long number(String id) {
    return id.matches("[0-9]{1,18}") ? Long.parseLong(id) : -1;
  }

  private PolicyDocument saved(
      Call call, Proposals.Act act, Supplier<ProposalOutcome<Entry>> change) {
    Supplier<Optional<Entry>> before =
        () ->
            act.kind().equals("charge-policy")
                ? policies.list().stream().filter(it -> it.id() == number(act.name())).findFirst()
                : Optional.empty();
    return proposals.saved(call, act, before, change, PolicyDocument::of);
  }
}
