package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Adjustments.Decision;
import io.gpuaas.accounting.Approval;
import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Commitments;
import io.gpuaas.accounting.ProposalOutcome;
import io.gpuaas.accounting.internal.engine.CommitmentCheck;
import io.gpuaas.accounting.internal.engine.SecondPerson;
import io.gpuaas.accounting.internal.store.CommitmentStore;
import io.gpuaas.core.Fault;
import io.gpuaas.core.IdGenerator;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Keeps commitments.
@Service
class CommitmentBook implements Commitments {
  private final CommitmentStore store;
  private final IdGenerator ids;
  private final InstantSource clock;

  CommitmentBook(CommitmentStore store, IdGenerator ids, InstantSource clock) {
    this.store = store;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  @Transactional(readOnly = true)
  public List<Entry> list() {
    return store.all();
  }

  @Override
  @Transactional
  public ProposalOutcome<Entry> propose(Draft draft, SortedSet<String> projects, String author) {
    Instant now = clock.instant();
    CommitmentCheck.Result checked =
        new CommitmentCheck(now, projects).check(draft, ids.next("cmt"), author);
    Commitment commitment = checked.commitment();
    if (commitment == null) {
      return new ProposalOutcome.Refused<>(checked.faults());
    }
    store.add(commitment, now);
    return new ProposalOutcome.Saved<>(new Entry(commitment, Approval.OPEN, null, false));
  }

  @Override
  @Transactional
  public ProposalOutcome<Entry> decide(String id, Decision decision, String decidedBy) {
    store.lock();
    Entry entry = find(id).orElse(null);
    if (entry == null) {
      return new ProposalOutcome.Unknown<>();
    }
    Instant now = clock.instant();
    Commitment it = entry.commitment();
    Optional<Fault> fault =
        SecondPerson.fault(entry.approval(), it.author(), decision, decidedBy)
            .or(() -> tooLate(decision, check(now).agree(it)));
    if (fault.isPresent()) {
      return new ProposalOutcome.Refused<>(List.of(fault.get()));
    }
    store.decide(id, decision == Decision.APPROVE, decidedBy, now);
    return new ProposalOutcome.Saved<>(find(id).orElseThrow());
  }

  private static CommitmentCheck check(Instant now) {
    return new CommitmentCheck(now, new TreeSet<>());
  }

  private static Optional<Fault> tooLate(Decision decision, List<Fault> faults) {
    return decision == Decision.APPROVE ? faults.stream().findFirst() : Optional.empty();
  }

  @Override
  @Transactional
  public ProposalOutcome<Entry> proposeEnd(String id, String at, String author) {
    store.lock();
    Entry entry = find(id).orElse(null);
    if (entry == null) {
      return new ProposalOutcome.Unknown<>();
    }
    Instant now = clock.instant();
    CommitmentCheck check = check(now);
    Optional<Instant> end = check.end(entry, at);
    if (end.isEmpty()) {
      return new ProposalOutcome.Refused<>(check.faults());
    }
    store.proposeEnd(id, end.get(), author, now);
    return new ProposalOutcome.Saved<>(find(id).orElseThrow());
  }

  @Override
  @Transactional
  public ProposalOutcome<Entry> decideEnd(String id, Decision decision, String decidedBy) {
    store.lock();
    Entry entry = find(id).orElse(null);
    if (entry == null) {
      return new ProposalOutcome.Unknown<>();
    }
    EndProposal end = entry.end();
    if (end == null) {
      return new ProposalOutcome.Refused<>(
          List.of(Fault.of("", "NOTHING_PROPOSED", "No earlier end of it waits for a decision.")));
    }
    Instant now = clock.instant();
    Optional<Fault> fault =
        SecondPerson.fault(Approval.OPEN, end.author(), decision, decidedBy)
            .or(() -> tooLate(decision, check(now).agreeToEnd(end)));
    if (fault.isPresent()) {
      return new ProposalOutcome.Refused<>(List.of(fault.get()));
    }
    store.decideEnd(id, decision == Decision.APPROVE, decidedBy, now);
    return new ProposalOutcome.Saved<>(find(id).orElseThrow());
  }

  private Optional<Entry> find(String id) {
    return store.all().stream().filter(it -> it.commitment().id().equals(id)).findFirst();
  }
}
