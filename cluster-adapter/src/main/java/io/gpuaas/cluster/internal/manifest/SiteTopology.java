package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The topology of a cluster as its own scheduler knows it: KAI's Topology, Volcano's HyperNodes.
/// Nodes are ours to choose; a job's wish is told that scheduler, too, so that it holds whatever it
/// does with the gang.
///
/// @param name of KAI's object; what those of Volcano begin with
/// @param levels node labels, outermost first, without that of the host; none where it knows none
public record SiteTopology(String name, List<String> levels) {
  static final List<String> KEYS = List.of("topology", "topologyLevels");
  static final String HOST = "kubernetes.io/hostname";

  public SiteTopology {
    levels = List.copyOf(levels);
  }

  static SiteTopology of(SortedMap<String, String> settings) {
    return new SiteTopology(
        settings.getOrDefault("topology", "gpuaas"),
        Texts.words(settings.getOrDefault("topologyLevels", "")));
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "topology" -> faults.dnsLabel(pointer, text);
      case "topologyLevels" -> {
        List<String> levels = Texts.words(text);
        boolean distinct = levels.stream().distinct().count() == levels.size();
        Texts.allow(
            pointer,
            text,
            !levels.isEmpty() && distinct && !levels.contains(HOST),
            "keys of node labels by comma, outermost first, each once, without that of the host",
            faults);
        levels.forEach(level -> faults.labelKey(pointer, level));
      }
      default -> {}
    }
  }

  public boolean isKnown() {
    return !levels.isEmpty();
  }

  /// With that of the host, which every topology ends with.
  public List<String> allLevels() {
    List<String> all = new ArrayList<>(levels);
    all.add(HOST);
    return all;
  }

  /// How far a level is from the nodes: 1 is the innermost above them.
  public int tier(String level) {
    return levels.size() - levels.indexOf(level);
  }

  /// What a pod set asks of a level that is known there; null when it asks nothing of one.
  @Nullable TopologyRequest wish(PodSet podSet) {
    TopologyRequest request = podSet.topology();
    return request != null && levels.contains(request.level()) ? request : null;
  }
}
