package io.gpuaas.core;

import java.util.List;

/// Where accounting reads [UsageEvent]s. A port: placement records them, accounting follows.
public interface UsageEventLog {
  /// Up to `limit` events with `seq` greater than `after`, in order, committed ones only.
  List<UsageEvent> after(long after, int limit);
}
