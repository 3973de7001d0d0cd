package io.gpuaas.accounting.internal.engine;

import io.gpuaas.accounting.Adjustments.Decision;
import io.gpuaas.accounting.Approval;
import io.gpuaas.core.Fault;
import java.util.Optional;

/// Who may decide on what somebody proposed.
public final class SecondPerson {
  private SecondPerson() {}

  /// What stands against the decision: it was made before, or the author would agree with himself.
  /// Whoever proposed something may take it back.
  public static Optional<Fault> fault(
      Approval approval, String author, Decision decision, String decidedBy) {
    if (!approval.isOpen()) {
      String detail = "It was decided by %s.".formatted(approval.decidedBy());
      return Optional.of(Fault.of("", "ALREADY_DECIDED", detail));
    }
    if (decision == Decision.APPROVE && author.equals(decidedBy)) {
      return Optional.of(Fault.of("", "SAME_PERSON", "Who proposes it cannot agree to it."));
    }
    return Optional.empty();
  }
}
