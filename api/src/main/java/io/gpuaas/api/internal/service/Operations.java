package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.OperationStore;
import io.gpuaas.api.internal.store.OperationStore.Operation;
import io.gpuaas.api.internal.store.OperationStore.State;
import io.gpuaas.core.IdGenerator;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Service;

/// Carries out work that takes longer than a request may, beside the requests. Whoever asked for it
/// looks how far it is.
@Service
public class Operations implements DisposableBean {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
  private static final int AT_ONCE = 2;
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private final OperationStore store;
  private final IdGenerator ids;
  private final InstantSource clock;
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          AT_ONCE, Thread.ofPlatform().daemon().name("operation-", 1).factory());

  Operations(OperationStore store, IdGenerator ids, InstantSource clock) {
    this.store = store;
    this.ids = ids;
    this.clock = clock;
  }

  /// The work. Gives its result as JSON text; an exception makes the operation a failed one.
  public interface Work {
    String carryOut(Progress progress);
  }

  /// How the work says how far it is; it must do so at least every minute.
  public interface Progress {
    void at(long done, long total);
  }

  public Operation begin(String kind, String login, Work work) {
    Instant now = clock.instant();
    Operation begun =
        new Operation(ids.next("op"), kind, login, State.RUNNING, 0, 0, "", null, now, null);
    store.insert(begun);
    workers.execute(() -> run(begun, work));
    return begun;
  }

  private void run(Operation operation, Work work) {
    try {
      String result =
          work.carryOut(
              (done, total) -> store.progress(operation.id(), done, total, clock.instant()));
      store.end(operation.id(), State.SUCCEEDED, "", result, clock.instant());
    } catch (RuntimeException e) {
      LOG.error("Operation {} ({}) failed", operation.id(), operation.kind(), e);
      String message = "It failed; the server's log has the cause. What it had done stands.";
      store.end(operation.id(), State.FAILED, message, null, clock.instant());
    }
  }

  public Optional<Operation> find(String id) {
    return store.find(id);
  }

  public List<Operation> list(@Nullable String login, @Nullable String before, int limit) {
    return store.list(login, before, limit);
  }

  /// Ends operations whose process is gone.
  void endSilent() {
    Instant now = clock.instant();
    store.endSilent(now.minus(SILENCE), now);
  }

  @Override
  public void destroy() {
    workers.shutdownNow();
  }
}
