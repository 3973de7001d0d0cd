package io.gpuaas.placement.internal.engine;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Where a level search has chosen domains and how many pods go into each, which it does by
/// packing, another strategy may fill their nodes: the domains and the counts stay.
///
/// @param level of the domains that are filled one by one
/// @param allowed nodes that suit the pods
record DomainFill(TopologyTree tree, int level, BitSet allowed) {
  /// Puts so many pods on some of the nodes.
  interface Strategy {
    /// Null when they do not all fit. Changes no room.
    @Nullable Spot place(BitSet nodes, int count);
  }

  /// The same pods in the same domains, in the order of the search.
  Spot refilled(Spot packed, Strategy strategy) {
    SequencedMap<Integer, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < packed.nodes().length; i++) {
      counts.merge(tree.domainOf(packed.nodes()[i], level), packed.counts()[i], Integer::sum);
    }
    List<BitSet> domains = tree.nodesByDomain(level);
    IntStream.Builder nodes = IntStream.builder();
    IntStream.Builder pods = IntStream.builder();
    for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
      BitSet inside = domains.get(entry.getKey());
      inside.and(allowed);
      Spot filled = strategy.place(inside, entry.getValue());
      if (filled == null) {
        return packed;
      }
      IntStream.of(filled.nodes()).forEach(nodes);
      IntStream.of(filled.counts()).forEach(pods);
    }
    return new Spot(nodes.build().toArray(), pods.build().toArray());
  }
}
