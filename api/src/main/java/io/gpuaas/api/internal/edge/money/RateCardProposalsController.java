package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.RateCard;
import io.gpuaas.accounting.RateCardAdmin;
import io.gpuaas.accounting.RateCardAdmin.Proposal;
import io.gpuaas.accounting.RateCardAdmin.SaveOutcome;
import io.gpuaas.accounting.RateCardDraft;
import io.gpuaas.accounting.RateCardFiles;
import io.gpuaas.accounting.RateCardFiles.Reading;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.money.RateCardsController.RateCardDocument;
import io.gpuaas.api.internal.edge.money.RateCardsController.RateCardInput;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Prices that one person proposes and another puts in force; and prices as files.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Money")
final class RateCardProposalsController {
  private static final String CSV = "text/csv";
  private static final MediaType CSV_UTF_8 = new MediaType("text", "csv", StandardCharsets.UTF_8);

  /// Where a check says a rate is, `/rates/0/model`, and where it stands in a file.
  private static final Pattern RATE = Pattern.compile("/rates/([0-9]+)(/.*)?");

  /// The same within a sentence.
  private static final Pattern IN_TEXT = Pattern.compile("/rates/([0-9]+)");

  private final RateCardAdmin admin;
  private final RateCardFiles files;
  private final UnknownHardware unknown;
  private final AuditTrail audit;
  private final Lists lists;

  RateCardProposalsController(
      RateCardAdmin admin,
      RateCardFiles files,
      UnknownHardware unknown,
      AuditTrail audit,
      Lists lists) {
    this.lists = lists;
    this.admin = admin;
    this.files = files;
    this.unknown = unknown;
    this.audit = audit;
  }

  /// A version of a card that waits for somebody else's approval.
  ///
  /// @param warnings what is allowed, but may be a slip: prices of hardware that nobody has
  @Schema(name = "RateCardProposal")
  record ProposalDocument(
      RateCardDocument card, String author, Instant createdAt, List<String> warnings) {
    static ProposalDocument of(Proposal it, UnknownHardware unknown) {
      return new ProposalDocument(
          RateCardDocument.of(it.card()),
          it.author(),
          it.createdAt(),
          unknown.warnings(it.card().rates()));
    }
  }

  @GetMapping("/rate-card-proposals")
  @Operation(
      operationId = "listRateCardProposals",
      summary = "Versions of rate cards that wait for approval",
      description =
          "Prices of each are in force once somebody else than its author has approved it.")
  Page<ProposalDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.RATE_READ);
    return lists.pageInOrder(
        admin.proposals().stream().map(it -> ProposalDocument.of(it, unknown)).toList(),
        it -> it.card().name() + "/" + it.card().version(),
        "rate-card-proposals",
        limit,
        cursor);
  }

  @DryRunnable
  @PostMapping("/rate-cards/{name}/proposals")
  @Operation(
      operationId = "proposeRateCard",
      summary = "Propose a version of a rate card",
      description = "Nothing is in force until somebody else approves it.")
  ResponseEntity<RateCardDocument> propose(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody RateCardInput body) {
    call.requireOrg(Permission.RATE_WRITE);
    RateCardDraft draft = body.draft(name);
    return proposed(call, draft, expected(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @PostMapping(path = "/rate-cards/{name}/proposals/csv", consumes = CSV)
  @Operation(
      operationId = "proposeRateCardAsCsv",
      summary = "Propose a version of a rate card from a CSV file",
      description =
          "Columns pool, model, class, meter, price_per_gpu_hour, valid_from, valid_to,"
              + " time_band; as exported. All or nothing: faults name row and column.")
  ResponseEntity<RateCardDocument> proposeCsv(
      Call call,
      @PathVariable String name,
      @Parameter(example = "EUR") @RequestParam String currency,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody(required = false) @Nullable String body) {
    call.requireOrg(Permission.RATE_WRITE);
    int expected = expected(ifMatch, ifNoneMatch);
    return switch (files.read(body == null ? "" : body)) {
      case Reading.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      case Reading.Read(List<RateCardDraft.Line> lines) -> {
        try {
          yield proposed(call, new RateCardDraft(name, currency, lines), expected);
        } catch (ProblemException problem) {
          throw problem.faults().isEmpty() ? problem : ProblemException.ofBody(inFile(problem));
        }
      }
    };
  }

  private static int expected(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    return switch (ETags.ofPut(ifMatch, ifNoneMatch)) {
      case ETags.Condition.Create() -> 0;
      case ETags.Condition.Change(long version) -> (int) Math.min(version, Integer.MAX_VALUE);
    };
  }

  private static List<Fault> inFile(ProblemException problem) {
    List<Fault> faults = new ArrayList<>();
    for (Fault fault : problem.faults()) {
      var rate = RATE.matcher(fault.pointer());
      String at = fault.pointer();
      if (rate.matches()) {
        String column = rate.group(2) == null ? "" : rate.group(2);
        at = "/rows/" + (Integer.parseInt(rate.group(1)) + 1) + column(column);
      }
      String detail =
          IN_TEXT
              .matcher(fault.detail())
              .replaceAll(it -> "row " + (Integer.parseInt(it.group(1)) + 1));
      faults.add(new Fault(at, fault.code(), detail, fault.value(), fault.limit()));
    }
    return faults;
  }

  private static String column(String field) {
    return switch (field) {
      case "/pricePerGpuHour" -> "/price_per_gpu_hour";
      case "/validFrom" -> "/valid_from";
      case "/validTo" -> "/valid_to";
      case "/timeBand" -> "/time_band";
      default -> field;
    };
  }

  private ResponseEntity<RateCardDocument> proposed(Call call, RateCardDraft draft, int expected) {
    String name = draft.name();
    RateCard card =
        saved(
            call,
            "rate.propose",
            name,
            () -> admin.propose(draft, expected, call.caller().login()));
    return ResponseEntity.status(201).body(RateCardDocument.of(card));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/rate-cards/{name}/proposals/{version}/approve")
  @Operation(
      operationId = "approveRateCard",
      summary = "Put a proposed version in force",
      description = "By somebody else than its author. It is checked again.")
  RateCardDocument approve(Call call, @PathVariable String name, @PathVariable int version) {
    call.requireOrg(Permission.RATE_WRITE);
    return RateCardDocument.of(
        saved(
            call, "rate.approve", name, () -> admin.approve(name, version, call.caller().login())));
  }

  @DryRunnable
  @PostMapping("/rate-cards/{name}/proposals/{version}/reject")
  @Operation(
      operationId = "rejectRateCard",
      summary = "Take back or decline a proposed version",
      description = "By its author or somebody else. Prices in force stay as they are.")
  RateCardDocument reject(Call call, @PathVariable String name, @PathVariable int version) {
    call.requireOrg(Permission.RATE_WRITE);
    return RateCardDocument.of(saved(call, "rate.reject", name, () -> admin.reject(name, version)));
  }

  private RateCard saved(Call call, String action, String name, Supplier<SaveOutcome> change) {
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), action, "rate-card/" + name, "");
    SaveOutcome outcome =
        audit.recording(
            act,
            () -> RateCardsController.inForce(admin, name),
            change,
            RateCardsController::finding);
    return switch (outcome) {
      case SaveOutcome.Saved(RateCard card) -> card;
      case SaveOutcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      case SaveOutcome.Stale(int current) ->
          throw new ProblemException(
              ProblemCode.PRECONDITION_FAILED, "The version is %d now.".formatted(current));
    };
  }

  @GetMapping(path = "/rate-cards/{name}/csv", produces = CSV)
  @Operation(
      operationId = "exportRateCard",
      summary = "A rate card as CSV",
      description = "As `proposals/csv` takes it.")
  ResponseEntity<String> export(Call call, @PathVariable String name) {
    call.requireAnywhere(Permission.RATE_READ);
    RateCard card =
        admin.find(name).orElseThrow(() -> ProblemException.notFound("No rate card", name));
    StringBuilder text = new StringBuilder();
    files.write(card, text);
    return ResponseEntity.ok().contentType(CSV_UTF_8).body(text.toString());
  }
}
