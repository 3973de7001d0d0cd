package io.gpuaas.placement;

import io.gpuaas.core.Taint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A cluster that jobs may be dispatched to.
///
/// @param backend what drives it, for example `simulated`
/// @param settings of that backend, by name; what they mean is the backend's own
/// @param schedulable false while it is drained: what runs goes on, nothing new comes
/// @param taints of all its nodes, beside their own
/// @param reachable false once it could not be reached for a while; observed, not configured
public record Cluster(
    String name,
    String backend,
    SortedMap<String, String> settings,
    boolean schedulable,
    List<Taint> taints,
    boolean reachable) {
  public Cluster {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    taints = List.copyOf(taints);
  }

  /// One that takes jobs.
  public Cluster(String name, String backend, SortedMap<String, String> settings) {
    this(name, backend, settings, true, List.of(), true);
  }

  public Cluster withReachable(boolean newReachable) {
    return new Cluster(name, backend, settings, schedulable, taints, newReachable);
  }

  /// The same, driven by another backend.
  public Cluster withBackend(String newBackend) {
    return new Cluster(name, newBackend, settings, schedulable, taints, reachable);
  }

  /// What drives a job there: what it asks for, else what drives the cluster.
  public String backendOf(JobSpec spec) {
    return spec.backend().isEmpty() ? backend : spec.backend();
  }

  /// Whether a connection made for the other one would do for this.
  public boolean connectsAs(Cluster other) {
    return backend.equals(other.backend) && settings.equals(other.settings);
  }

  /// A node of it as the engines see it.
  public Node over(Node node) {
    if (schedulable && reachable && taints.isEmpty()) {
      return node;
    }
    List<Taint> all = new ArrayList<>(node.taints());
    for (Taint taint : taints) {
      if (!all.contains(taint)) {
        all.add(taint);
      }
    }
    return new Node(
        node.ref(),
        node.labels(),
        node.capacity(),
        node.gpuMemoryBytes(),
        node.gpuModel(),
        node.mig(),
        all,
        node.ready(),
        node.schedulable() && schedulable && reachable,
        node.heldByOthers());
  }
}
