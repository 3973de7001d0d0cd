package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.AuditStore;
import io.gpuaas.api.internal.store.AuditStore.Row;
import io.gpuaas.api.internal.store.AuditStore.Search;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/// Writes the audit log: a change and its row are one transaction.
@Service
public class AuditTrail {
  private final AuditStore store;
  private final InstantSource clock;

  AuditTrail(AuditStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// Who acts, from where, by which request.
  ///
  /// @param dryRun what is done is only tried: no change is kept, and no row is written
  public record Actor(
      String login,
      String authMethod,
      @Nullable String tokenId,
      String sourceIp,
      String requestId,
      boolean dryRun) {}

  /// What is done to what.
  ///
  /// @param action `resource.verb`
  /// @param resource kind and name, for example `project/llm`
  /// @param scope the scope that the right was asked on
  public record Act(Actor actor, String action, String resource, String scope) {}

  /// How it went.
  ///
  /// @param result `OK`, `REFUSED` or `DENIED`
  /// @param before JSON text without secrets, null when there is none
  public record Finding(
      String result, int status, String reason, @Nullable String before, @Nullable String after) {
    private Finding since(@Nullable String was) {
      return result.equals("OK") ? new Finding(result, status, reason, was, after) : this;
    }
  }

  /// Runs `change` and records it, in one transaction: both stand or neither. A dry run is rolled
  /// back.
  @Transactional
  public <T> T recording(Act act, Supplier<T> change, Function<T, Finding> finding) {
    T outcome = change.get();
    if (act.actor().dryRun()) {
      TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
    } else {
      write(act, finding.apply(outcome));
    }
    return outcome;
  }

  /// The same for a change of something that was there before.
  ///
  /// @param before what it was, as JSON text; asked before the change, in its transaction
  @Transactional
  public <T> T recording(
      Act act,
      Supplier<@Nullable String> before,
      Supplier<T> change,
      Function<T, Finding> finding) {
    String was = before.get();
    return recording(act, change, it -> finding.apply(it).since(was));
  }

  /// Records something that changed nothing else, such as a refusal.
  @Transactional
  public void record(Act act, Finding finding) {
    write(act, finding);
  }

  private void write(Act act, Finding finding) {
    Actor actor = act.actor();
    store.insert(
        new Row(
            0,
            clock.instant(),
            actor.login(),
            actor.authMethod(),
            actor.tokenId(),
            actor.sourceIp(),
            actor.requestId(),
            act.action(),
            act.resource(),
            act.scope(),
            finding.result(),
            finding.status(),
            finding.reason(),
            finding.before(),
            finding.after()));
  }

  /// Newest first.
  public List<Row> before(long seq, Search search, int limit) {
    return store.before(seq, search, limit);
  }
}
