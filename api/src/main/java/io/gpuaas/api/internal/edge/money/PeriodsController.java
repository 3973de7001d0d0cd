package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.Period;
import io.gpuaas.accounting.PeriodClosing;
import io.gpuaas.accounting.PeriodClosing.CloseOutcome;
import io.gpuaas.accounting.PeriodClosing.PeriodState;
import io.gpuaas.accounting.Statement;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.api.internal.service.BillingPeriods;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Closing months: statements are issued, and never change any more.
@RestController
@RequestMapping("/api/v1/periods")
@Tag(name = "Money")
final class PeriodsController {
  private final PeriodClosing closing;
  private final BillingPeriods periods;
  private final AuditTrail audit;
  private final Lists lists;

  PeriodsController(PeriodClosing closing, BillingPeriods periods, AuditTrail audit, Lists lists) {
    this.lists = lists;
    this.closing = closing;
    this.periods = periods;
    this.audit = audit;
  }

  @Schema(name = "PeriodCloseInput")
  record CloseInput(
      @Schema(description = "All projects when left out") @Size(max = 10_000)
          @Nullable List<String> projects,
      @Schema(
              description =
                  "Not needed; when given, the month of each project must be that of this zone",
              example = "Europe/Berlin")
          @Size(max = 64)
          @Nullable String zone) {}

  /// What was closed; statements that were issued before are among them.
  ///
  /// @param zone null when projects have months of different zones
  @Schema(name = "PeriodClosed")
  record ClosedDocument(
      @Schema(example = "2026-10") String month,
      @Nullable String zone,
      List<IssuedDocument> statements) {}

  /// A statement of the month.
  ///
  /// @param number null as long as the month is soft closed
  /// @param costCenterStatement number of that of its cost centre, on which it stands
  @Schema(name = "IssuedStatement")
  record IssuedDocument(
      @Schema(example = "S-000001") @Nullable String number,
      @Schema(example = "C-000001") @Nullable String costCenterStatement,
      String project,
      String zone,
      Statement.Status status,
      String gpuHours,
      Money total) {
    static IssuedDocument of(Statement it) {
      return new IssuedDocument(
          it.number().isEmpty() ? null : it.number(),
          it.billing().number().isEmpty() ? null : it.billing().number(),
          it.project(),
          it.zone().getId(),
          it.status(),
          it.gpuHours().toPlainString(),
          new Money(it.total().toPlainString(), it.currency()));
    }
  }

  /// How a month of a project stands.
  ///
  /// @param zone by whose clocks it ends, and begins unless it joins two zones
  /// @param from and `to` are its bounds
  /// @param number of the issued statement; null until then
  /// @param closedAt and `closedBy` say who closed or soft closed it; null while it is open
  /// @param lastBookedAt when usage of it was last booked; null while there is none
  @Schema(name = "PeriodState")
  record StateDocument(
      String project,
      String zone,
      Instant from,
      Instant to,
      Statement.Status status,
      @Nullable String number,
      @Nullable Instant closedAt,
      @Nullable String closedBy,
      @Nullable Instant lastBookedAt) {
    static StateDocument of(PeriodState it, @Nullable Instant lastBookedAt) {
      Period period = it.period();
      return new StateDocument(
          it.project(),
          period.ends().getId(),
          period.from(),
          period.to(),
          it.status(),
          it.number().isEmpty() ? null : it.number(),
          it.closedAt(),
          it.closedBy(),
          lastBookedAt);
    }

    static StateDocument open(String project, Period period, @Nullable Instant lastBookedAt) {
      return new StateDocument(
          project,
          period.ends().getId(),
          period.from(),
          period.to(),
          Statement.Status.OPEN,
          null,
          null,
          null,
          lastBookedAt);
    }
  }

  @GetMapping("/{month}")
  @Operation(
      operationId = "getPeriod",
      summary = "Whether a month is open, soft closed or closed",
      description = "For each project of which the caller may read the statements.")
  Page<StateDocument> states(
      Call call,
      @PathVariable String month,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.STATEMENT_READ);
    SortedMap<String, StateDocument> states = new TreeMap<>();
    YearMonth asked = MonthText.read(month);
    Collection<String> readable = call.caller().projects(Permission.STATEMENT_READ);
    periods
        .byPeriod(call.caller().organisation(), readable, asked)
        .forEach(
            (period, projects) -> {
              SortedMap<String, Instant> last = closing.lastBooked(period.from(), period.to());
              projects.forEach(it -> states.put(it, StateDocument.open(it, period, last.get(it))));
            });
    for (PeriodState it : closing.states(asked)) {
      StateDocument open = states.get(it.project());
      if (open != null) {
        states.put(it.project(), StateDocument.of(it, open.lastBookedAt()));
      }
    }
    return lists.page(
        List.copyOf(states.values()), StateDocument::project, "periods\n" + asked, limit, cursor);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{month}/soft-close")
  @Operation(
      operationId = "softClosePeriod",
      summary = "Settle the usage of a month that is over",
      description =
          "What is booked later stands on later statements. Until the month is closed, adjustments"
              + " that name it still change it.")
  ClosedDocument softClose(Call call, @PathVariable String month, @RequestBody CloseInput body) {
    return close(call, month, body, "period.soft-close", closing::softClose);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{month}/close")
  @Operation(
      operationId = "closePeriod",
      summary = "Close a month that is over",
      description =
          "In one transaction, and once: closing again gives the same statements."
              + " Later facts become adjustments of a later month.")
  ClosedDocument close(Call call, @PathVariable String month, @RequestBody CloseInput body) {
    return close(call, month, body, "period.close", closing::close);
  }

  /// One of the two ways of closing.
  private interface Closer {
    CloseOutcome close(Period period, SortedSet<String> projects, String author);
  }

  private ClosedDocument close(
      Call call, String month, CloseInput body, String action, Closer closer) {
    call.requireOrg(Permission.PERIOD_CLOSE);
    YearMonth asked = MonthText.read(month);
    SortedMap<Period, SortedSet<String>> byPeriod = byPeriod(call, asked, body);
    TreeSet<String> projects = new TreeSet<>();
    byPeriod.values().forEach(projects::addAll);
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), action, "period/" + month, "");
    try {
      List<IssuedDocument> issued =
          audit.recording(
              act,
              () -> count(asked, projects),
              () -> closeAll(byPeriod, closer, call.caller().login()),
              it ->
                  new Finding("OK", 200, it.size() + " statements", null, count(asked, projects)));
      String zone = byPeriod.size() == 1 ? byPeriod.firstKey().ends().getId() : null;
      return new ClosedDocument(month, zone, issued);
    } catch (ProblemException refused) {
      audit.record(act, new Finding("REFUSED", 422, "", null, null));
      throw refused;
    }
  }

  /// Takes part in the transaction of the record: months of all zones are closed, or none.
  private static List<IssuedDocument> closeAll(
      SortedMap<Period, SortedSet<String>> byPeriod, Closer closer, String author) {
    List<IssuedDocument> issued = new ArrayList<>();
    // The last to end comes first: when it is over, all are.
    List<Map.Entry<Period, SortedSet<String>>> lastFirst =
        byPeriod.entrySet().stream()
            .sorted(Comparator.comparing(it -> it.getKey().to(), Comparator.reverseOrder()))
            .toList();
    for (Map.Entry<Period, SortedSet<String>> each : lastFirst) {
      switch (closer.close(each.getKey(), new TreeSet<>(each.getValue()), author)) {
        case CloseOutcome.Closed(List<Statement> statements) ->
            statements.forEach(it -> issued.add(IssuedDocument.of(it)));
        case CloseOutcome.Refused(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      }
    }
    issued.sort(Comparator.comparing(IssuedDocument::project));
    return issued;
  }

  /// For the log: how many of the projects' months are open, soft closed and closed.
  private String count(YearMonth month, SortedSet<String> projects) {
    SortedMap<Statement.Status, Long> counts = new TreeMap<>();
    counts.put(Statement.Status.OPEN, (long) projects.size());
    closing.states(month).stream()
        .filter(it -> projects.contains(it.project()))
        .forEach(
            it -> {
              counts.merge(it.status(), 1L, Long::sum);
              counts.merge(Statement.Status.OPEN, -1L, Long::sum);
            });
    return ApiJson.write(counts);
  }

  private SortedMap<Period, SortedSet<String>> byPeriod(
      Call call, YearMonth month, CloseInput body) {
    String named = body.zone();
    SortedMap<Period, SortedSet<String>> byPeriod =
        periods.byPeriod(call.caller().organisation(), projects(call, body.projects()), month);
    if (named == null) {
      return byPeriod;
    }
    Period wanted = Period.of(month, ZoneText.read("/zone", named));
    List<Fault> faults = new ArrayList<>();
    for (Period period : byPeriod.keySet()) {
      if (!period.equals(wanted)) {
        String detail =
            "The month of %s has another zone.".formatted(String.join(", ", byPeriod.get(period)));
        faults.add(new Fault("/zone", "OTHER_ZONE", detail, named, period.key()));
      }
    }
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    return byPeriod;
  }

  private static SortedSet<String> projects(Call call, @Nullable List<String> names) {
    SortedSet<String> known = new TreeSet<>(call.caller().projects(Permission.STATEMENT_READ));
    if (names == null) {
      return known;
    }
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!known.contains(names.get(i))) {
        String at = "/projects/" + i;
        faults.add(new Fault(at, "UNKNOWN_SCOPE", "No such project.", names.get(i), null));
      }
    }
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    return new TreeSet<>(names);
  }
}
