package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Workload;
import java.util.SortedMap;
import java.util.SortedSet;

/// What a job needs of the quota, and in which cells it does not get it without victims.
record PlainAsk(
    Workload job, SortedMap<FlavorResource, Long> usage, SortedSet<FlavorResource> contested) {
  String node() {
    return "project " + job.project();
  }

  boolean fits(PlainQuota quota, boolean mayBorrow) {
    return usage.entrySet().stream()
        .allMatch(
            it ->
                it.getValue() <= Math.max(0, quota.available(node(), it.getKey()))
                    && (mayBorrow || quota.withinOwn(node(), it.getKey(), it.getValue())));
  }
}
