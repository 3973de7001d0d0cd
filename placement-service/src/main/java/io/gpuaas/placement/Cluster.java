package io.gpuaas.placement;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A cluster that jobs may be dispatched to.
///
/// @param backend what drives it, for example `simulated`
/// @param settings of that backend, by name; what they mean is the backend's own
public record Cluster(String name, String backend, SortedMap<String, String> settings) {
  public Cluster {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }
}
