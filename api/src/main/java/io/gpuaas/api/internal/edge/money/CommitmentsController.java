package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Commitments;
import io.gpuaas.accounting.Commitments.Entry;
import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
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

/// GPUs that projects have reserved: charged whether used or not.
@RestController
@RequestMapping("/api/v1/commitments")
@Tag(name = "Money")
final class CommitmentsController {
  private static final JobId NO_JOB = new JobId("job_none");

  private final Commitments commitments;
  private final CostQueries costs;
  private final UnknownHardware unknown;
  private final Proposals proposals;
  private final InstantSource clock;
  private final Lists lists;

  CommitmentsController(
      Commitments commitments,
      CostQueries costs,
      UnknownHardware unknown,
      Proposals proposals,
      InstantSource clock,
      Lists lists) {
    this.lists = lists;
    this.commitments = commitments;
    this.unknown = unknown;
    this.costs = costs;
    this.proposals = proposals;
    this.clock = clock;
  }

  /// A reservation of GPUs during `[from, to)`.
  ///
  /// @param to the agreed end, or the earlier one that was agreed later
  /// @param status charged once it is `APPROVED`
  /// @param decidedBy empty before the decision
  /// @param end an earlier end that waits for a decision
  /// @param endedEarlier whether one was agreed to, after which there is no other
  @Schema(name = "Commitment")
  record CommitmentDocument(
      String id,
      String project,
      String pool,
      String model,
      @Schema(example = "16") String gpus,
      @Schema(description = "Six decimals") Money pricePerGpuHour,
      Instant from,
      Instant to,
      String author,
      Approval.State status,
      String decidedBy,
      @Nullable EndDocument end,
      boolean endedEarlier) {
    static CommitmentDocument of(Entry entry, String currency) {
      Commitment it = entry.commitment();
      Commitments.EndProposal end = entry.end();
      String price = BigDecimal.valueOf(it.priceMicros(), 6).toPlainString();
      return new CommitmentDocument(
          it.id(),
          it.project(),
          it.pool(),
          it.model(),
          BigDecimal.valueOf(it.milliGpus(), 3).stripTrailingZeros().toPlainString(),
          new Money(price, currency),
          it.from(),
          it.to(),
          it.author(),
          entry.approval().state(),
          entry.approval().decidedBy(),
          end == null ? null : new EndDocument(end.at(), end.author()),
          entry.endedEarlier());
    }
  }

  @Schema(name = "CommitmentEndProposal")
  record EndDocument(Instant at, String author) {}

  @Schema(name = "CommitmentInput")
  record CommitmentInput(
      @Size(min = 1, max = 253) String project,
      @Size(min = 1, max = 253) String pool,
      @Size(min = 1, max = 253) String model,
      @Schema(description = "Decimal with at most three decimals", example = "16")
          @Size(min = 1, max = 12)
          String gpus,
      @Schema(description = "Decimal with at most six decimals", example = "1.80")
          @Size(min = 1, max = 32)
          String pricePerGpuHour,
      @Schema(description = "Now or later", example = "2026-12-01T00:00:00Z")
          @Size(min = 1, max = 40)
          String from,
      @Schema(example = "2027-12-01T00:00:00Z") @Size(min = 1, max = 40) String to) {
    Commitments.Draft draft() {
      return new Commitments.Draft(project, pool, model, gpus, pricePerGpuHour, from, to);
    }
  }

  @Schema(name = "CommitmentEnd")
  record EndInput(
      @Schema(description = "Now or later", example = "2027-01-01T00:00:00Z")
          @Size(min = 1, max = 40)
          String at) {}

  @GetMapping
  @Operation(
      operationId = "listCommitments",
      summary = "Reserved GPUs",
      description = "Of the projects of which the caller may read the statements.")
  Page<CommitmentDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    String currency = currency();
    List<CommitmentDocument> mine =
        commitments.list().stream()
            .filter(it -> mayRead(call, it.commitment().project()))
            .map(it -> CommitmentDocument.of(it, currency))
            .toList();
    return lists.pageInOrder(mine, CommitmentDocument::id, "commitments", limit, cursor);
  }

  private static boolean mayRead(Call call, String project) {
    return call.caller().may(Permission.STATEMENT_READ, Scope.project(project));
  }

  private String currency() {
    return costs.ofJob(NO_JOB, clock.instant()).currency();
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping
  @Operation(
      operationId = "proposeCommitment",
      summary = "Propose to reserve GPUs for a project",
      description =
          "Once a second person has agreed it is charged for the whole time, used or not; usage"
              + " that it covers is credited at what it was charged. It does not change quotas.")
  ResponseEntity<CommitmentDocument> propose(Call call, @RequestBody CommitmentInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    List<Fault> faults = new ArrayList<>(unknown.ofPool(body.pool()));
    faults.addAll(unknown.ofModel(body.model()));
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    TreeSet<String> projects = new TreeSet<>(call.caller().organisation().projects().keySet());
    CommitmentDocument made =
        saved(
            call,
            "commitment.propose",
            body.project(),
            () -> commitments.propose(body.draft(), projects, call.caller().login()));
    return ResponseEntity.created(URI.create("/api/v1/commitments/" + made.id())).body(made);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{id}/decision")
  @Operation(
      operationId = "decideCommitment",
      summary = "Agree to a commitment or reject it",
      description =
          "By somebody else than who proposed it, before it begins. Who proposed it may reject it.")
  CommitmentDocument decide(Call call, @PathVariable String id, @RequestBody DecisionInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    String login = call.caller().login();
    return saved(
        call, "commitment.decide", id, () -> commitments.decide(id, body.decision(), login));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{id}/end")
  @Operation(
      operationId = "proposeCommitmentEnd",
      summary = "Propose to end a commitment earlier than agreed",
      description =
          "Once a second person has agreed. One that has not begun yet ends as it begins.")
  CommitmentDocument proposeEnd(Call call, @PathVariable String id, @RequestBody EndInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    String login = call.caller().login();
    return saved(
        call, "commitment.end.propose", id, () -> commitments.proposeEnd(id, body.at(), login));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{id}/end/decision")
  @Operation(
      operationId = "decideCommitmentEnd",
      summary = "Agree to an earlier end of a commitment or reject it",
      description = "By somebody else than who proposed it, before it comes.")
  CommitmentDocument decideEnd(
      Call call, @PathVariable String id, @RequestBody DecisionInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    String login = call.caller().login();
    return saved(
        call, "commitment.end.decide", id, () -> commitments.decideEnd(id, body.decision(), login));
  }

  private CommitmentDocument saved(
      Call call, String action, String of, Supplier<ProposalOutcome<Entry>> change) {
    String currency = currency();
    return proposals.saved(
        call,
        new Proposals.Act(action, "commitment", of, "No commitment"),
        () -> commitments.list().stream().filter(it -> it.commitment().id().equals(of)).findFirst(),
        change,
        it -> CommitmentDocument.of(it, currency));
  }
}
