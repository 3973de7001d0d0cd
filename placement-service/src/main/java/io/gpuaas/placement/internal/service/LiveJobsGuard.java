package io.gpuaas.placement.internal.service;

import io.gpuaas.core.Fault;
import io.gpuaas.placement.internal.store.JobStore;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.RemovalGuard;
import java.util.List;
import org.springframework.stereotype.Component;

/// Keeps a project for as long as it has jobs that have not ended.
@Component
class LiveJobsGuard implements RemovalGuard {
  private final JobStore jobs;

  LiveJobsGuard(JobStore jobs) {
    this.jobs = jobs;
  }

  @Override
  public List<Fault> uses(ConfigKey key) {
    if (key.kind() != ConfigKind.PROJECT) {
      return List.of();
    }
    long live = jobs.countLive(key.name());
    return live == 0
        ? List.of()
        : List.of(
            new Fault(
                "",
                "IN_USE",
                "The project has %s not ended."
                    .formatted(live == 1 ? "1 job that has" : live + " jobs that have"),
                key.name(),
                null));
  }
}
