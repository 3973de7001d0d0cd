package io.gpuaas.placement.internal.service;

import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaConfigSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The newest configuration, read again only when its generation has moved.
@Component
class ConfigView {
  private final QuotaConfigSource source;
  private final AtomicReference<@Nullable QuotaConfig> last = new AtomicReference<>();

  ConfigView(QuotaConfigSource source) {
    this.source = source;
  }

  QuotaConfig current() {
    QuotaConfig known = last.get();
    if (known != null && known.generation() == source.generation()) {
      return known;
    }
    QuotaConfig loaded = source.load();
    last.set(loaded);
    return loaded;
  }
}
