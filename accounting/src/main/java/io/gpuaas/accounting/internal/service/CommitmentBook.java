package io.gpuaas.accounting.internal.service;

import io.gpuaas.accounting.Commitment;
import io.gpuaas.accounting.Commitments;
import io.gpuaas.accounting.internal.engine.CommitmentCheck;
import io.gpuaas.accounting.internal.store.CommitmentStore;
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
  public List<Commitment> list() {
    return store.all();
  }

  @Override
  @Transactional
  public Outcome add(Draft draft, SortedSet<String> projects, String author) {
    Instant now = clock.instant();
    CommitmentCheck.Result checked =
        new CommitmentCheck(now, projects).check(draft, ids.next("cmt"), author);
    Commitment commitment = checked.commitment();
    if (commitment == null) {
      return new Outcome.Refused(checked.faults());
    }
    store.add(commitment, now);
    return new Outcome.Saved(commitment);
  }

  @Override
  @Transactional
  public Outcome end(String id, String at, String author) {
    store.lock();
    Optional<Commitment> found = find(id);
    if (found.isEmpty()) {
      return new Outcome.Unknown();
    }
    Instant now = clock.instant();
    CommitmentCheck check = new CommitmentCheck(now, new TreeSet<>());
    Optional<Instant> end = check.end(found.get(), store.isEnded(id), at);
    if (end.isEmpty()) {
      return new Outcome.Refused(check.faults());
    }
    store.end(id, end.get(), author, now);
    return new Outcome.Saved(find(id).orElseThrow());
  }

  private Optional<Commitment> find(String id) {
    return store.all().stream().filter(it -> it.id().equals(id)).findFirst();
  }
}
