package io.gpuaas.accounting;

import io.gpuaas.accounting.Adjustments.Decision;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Keeps what projects have reserved. One person proposes, another decides, of an earlier end too.
/// Nothing of the past ever changes.
public interface Commitments {
  /// In order of id, whether agreed or not.
  List<Entry> list();

  /// Proposes to reserve GPUs, from now on or later.
  ///
  /// @param projects that there are
  ProposalOutcome<Entry> propose(Draft draft, SortedSet<String> projects, String author);

  /// Agrees to a commitment or rejects it. It must not have begun yet; the author can only take it
  /// back.
  ProposalOutcome<Entry> decide(String id, Decision decision, String decidedBy);

  /// Proposes to end a commitment earlier than agreed, from now on or later.
  ///
  /// @param at RFC 3339 instant
  ProposalOutcome<Entry> proposeEnd(String id, String at, String author);

  /// Agrees to the proposed end of a commitment or rejects it.
  ProposalOutcome<Entry> decideEnd(String id, Decision decision, String decidedBy);

  /// A commitment and whether it is agreed.
  ///
  /// @param end an earlier end that waits for a decision
  /// @param endedEarlier whether one was agreed to, after which there is no other
  record Entry(
      Commitment commitment, Approval approval, @Nullable EndProposal end, boolean endedEarlier) {}

  /// An earlier end as somebody wants it.
  record EndProposal(Instant at, String author) {}

  /// A commitment as somebody wants it, as text, not yet checked.
  ///
  /// @param gpus decimal with at most 3 decimals
  /// @param pricePerGpuHour decimal with at most 6 decimals
  /// @param from and `to` are RFC 3339 instants
  record Draft(
      String project,
      String pool,
      String model,
      String gpus,
      String pricePerGpuHour,
      String from,
      String to) {}
}
