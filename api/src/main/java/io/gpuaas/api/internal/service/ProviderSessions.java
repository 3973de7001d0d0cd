package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.ProviderSessionStore;
import io.gpuaas.api.internal.store.ProviderSessionStore.Ended;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/// Sessions that began at a provider, so that it can end them: a person who signs out there, or is
/// locked there, is out here too.
@Service
public class ProviderSessions implements Forgetful {
  private static final Duration UNWRITTEN = Duration.ofHours(1);

  private final ProviderSessionStore store;
  private final FindByIndexNameSessionRepository<? extends Session> sessions;
  private final OpenSessions open;
  private final InstantSource clock;

  ProviderSessions(
      ProviderSessionStore store,
      FindByIndexNameSessionRepository<? extends Session> sessions,
      OpenSessions open,
      InstantSource clock) {
    this.store = store;
    this.sessions = sessions;
    this.open = open;
    this.clock = clock;
  }

  @Transactional
  public void begun(String session, String issuer, String subject, @Nullable String sid) {
    store.add(session, issuer, subject, sid, clock.instant());
  }

  /// Ends one session at the provider with all of ours that belong to it; without `sid` all of the
  /// person's.
  @Transactional
  public List<Ended> end(String issuer, @Nullable String subject, @Nullable String sid) {
    List<Ended> ended = store.take(issuer, subject, sid);
    ended.forEach(it -> sessions.deleteById(it.session()));
    open.ended();
    return ended;
  }

  @Override
  @Transactional
  public void forgetOld() {
    store.dropOrphans(clock.instant().minus(UNWRITTEN));
  }
}
