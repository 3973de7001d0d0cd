package io.gpuaas.accounting;

import java.util.SortedMap;

/// A port: where each project stands in the organisation now.
public interface KnownHomes {
  /// By project.
  SortedMap<String, ProjectHome> homes();
}
