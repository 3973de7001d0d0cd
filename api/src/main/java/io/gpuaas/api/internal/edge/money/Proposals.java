package io.gpuaas.api.internal.edge.money;

import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.core.Fault;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/// Changes that need a second person: each proposal and each decision is in the audit log with what
/// came of it.
@Component
final class Proposals {
  private final AuditTrail audit;

  Proposals(AuditTrail audit) {
    this.audit = audit;
  }

  /// Of what, and how it is called in the log.
  ///
  /// @param action for example `commitment.propose`
  /// @param kind of thing, for example `commitment`
  /// @param missing what a problem says there is not, for example `No commitment`
  record Act(String action, String kind, String name, String missing) {}

  /// Carries out `change`; the document of what was saved.
  ///
  /// @param before how it was; empty for something new
  /// @throws ProblemException when it was refused, or there is no such thing
  <T, D> D saved(
      Call call,
      Act act,
      Supplier<Optional<T>> before,
      Supplier<ProposalOutcome<T>> change,
      Function<T, D> document) {
    AuditTrail.Act recorded =
        new AuditTrail.Act(call.actor(), act.action(), act.kind() + "/" + act.name(), "");
    ProposalOutcome<T> outcome =
        audit.recording(
            recorded,
            () -> before.get().map(it -> ApiJson.write(document.apply(it))).orElse(null),
            change,
            it -> finding(it, document));
    return switch (outcome) {
      case ProposalOutcome.Saved<T>(T entry) -> document.apply(entry);
      case ProposalOutcome.Refused<T>(List<Fault> faults) -> throw ProblemException.ofBody(faults);
      case ProposalOutcome.Unknown<T>() ->
          throw ProblemException.notFound(act.missing(), act.name());
    };
  }

  private static <T, D> Finding finding(ProposalOutcome<T> outcome, Function<T, D> document) {
    return switch (outcome) {
      case ProposalOutcome.Saved<T>(T entry) ->
          new Finding("OK", 200, "", null, ApiJson.write(document.apply(entry)));
      case ProposalOutcome.Refused<T> _ -> new Finding("REFUSED", 422, "", null, null);
      case ProposalOutcome.Unknown<T> _ -> new Finding("REFUSED", 404, "", null, null);
    };
  }
}
