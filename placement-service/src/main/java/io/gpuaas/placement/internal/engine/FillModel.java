package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.Resources;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.internal.engine.NodeState.Option;
import io.gpuaas.placement.internal.engine.NodeState.Prospect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What nodes are expected to come to under a mix. Answers depend on the mix, the layout of the
/// nodes and the state asked about alone; they are kept, so that asking again is cheap.
///
/// Used by one thread at a time: callers lock it.
final class FillModel {
  final ExpectedMix mix;
  final StockGroups groups;
  private final PodKinds kinds;
  private final int sequences;
  private final NodeOffers[] offers;
  private final int gpuColumn;
  private final int podsColumn;
  private final NodeStates states = new NodeStates();
  private final SortedMap<Demand, Integer> demandNumbers = new TreeMap<>(Demand.ORDER);
  private final List<Demand> demands = new ArrayList<>();

  FillModel(Catalog catalog, ExpectedMix mix) {
    this.mix = mix;
    NodeTable nodes = catalog.nodes();
    gpuColumn = nodes.column(Resources.GPU);
    podsColumn = nodes.column(Resources.PODS);
    kinds = new PodKinds(catalog, mix);
    groups = new StockGroups(nodes, kinds);
    int[][] ofKinds = Offers.of(kinds);
    sequences = ofKinds.length;
    offers = new NodeOffers[kinds.wholes.length];
    for (int kind = 0; kind < offers.length; kind++) {
      offers[kind] = new NodeOffers(kinds, kind, ofKinds);
    }
  }

  /// The state of a node of which so much is free.
  NodeState stateOf(int node, long[] free, Devices devices) {
    int columns = free.length / kinds.nodeKinds.length;
    long[] row = Arrays.copyOfRange(free, node * columns, (node + 1) * columns);
    row[podsColumn] = 0;
    return known(kinds.nodeKinds[node], row, devices.parts(node));
  }

  private NodeState known(int kind, long[] row, long[] parts) {
    return states.known(new NodeState(kind, row, parts));
  }

  int number(Demand demand) {
    Integer known = demandNumbers.putIfAbsent(demand, demands.size());
    if (known == null) {
      demands.add(demand);
    }
    return known == null ? demands.size() - 1 : known;
  }

  Prospect prospect(NodeState state) {
    Prospect known = state.prospect;
    if (known == null) {
      known = foresee(state);
      state.prospect = known;
    }
    return known;
  }

  private Prospect foresee(NodeState state) {
    double[] stocks = new double[groups.count];
    groups.addGpuStocks(state, gpuColumn, stocks);
    double idle = 0;
    NodeFill fill = new NodeFill(offers[state.kind], state, gpuColumn, kinds.wholes[state.kind]);
    double freeMilli = fill.idleMilli();
    long[] left = state.free.clone();
    for (int sequence = 0; sequence < sequences; sequence++) {
      fill.fill(sequence);
      idle += fill.idleMilli() / sequences;
      fill.writeRest(left);
      groups.addRest(state.kind, left, 1.0 / sequences, stocks);
    }
    if (sequences == 0) {
      idle = freeMilli;
      groups.addRest(state.kind, left, 1, stocks);
    }
    long[] counted = new long[stocks.length];
    for (int group = 0; group < counted.length; group++) {
      counted[group] = (long) Math.rint(stocks[group] * StockGroups.PARTS);
    }
    return new Prospect(freeMilli, idle, counted);
  }

  /// The ways in which a node in the state can take the demand; it must have the rest for it.
  Option[] options(NodeState state, int demand) {
    Option @Nullable [] @Nullable [] known = state.options;
    if (known == null || known.length <= demand) {
      int length = Math.max(demand + 1, demands.size());
      known = known == null ? new Option[length][] : Arrays.copyOf(known, length);
      state.options = known;
    }
    Option[] found = known[demand];
    if (found == null) {
      found = findOptions(state, demands.get(demand));
      known[demand] = found;
    }
    return found;
  }

  private Option[] findOptions(NodeState state, Demand demand) {
    List<Option> found = new ArrayList<>();
    long[] left = state.free.clone();
    for (int column = 0; column < left.length; column++) {
      left[column] -= demand.amounts()[column];
    }
    if (!demand.isShared()) {
      found.add(option(0, state, known(state.kind, left, state.parts)));
      return found.toArray(Option[]::new);
    }
    long whole = kinds.wholes[state.kind];
    long units = Devices.unitsOf(whole, demand.share());
    for (int i = 0; i < state.parts.length; i++) {
      boolean seen = i > 0 && state.parts[i] == state.parts[i - 1];
      if (state.parts[i] >= units && !seen) {
        long[] parts = with(without(state.parts, i), state.parts[i] - units);
        found.add(option(state.parts[i], state, known(state.kind, left, parts)));
      }
    }
    if (state.free[gpuColumn] > 0 && units <= whole) {
      long[] opened = left.clone();
      opened[gpuColumn]--;
      long[] parts = with(state.parts, whole - units);
      found.add(option(whole, state, known(state.kind, opened, parts)));
    }
    return found.toArray(Option[]::new);
  }

  private static long[] without(long[] parts, int index) {
    long[] rest = new long[parts.length - 1];
    System.arraycopy(parts, 0, rest, 0, index);
    System.arraycopy(parts, index + 1, rest, index, rest.length - index);
    return rest;
  }

  private static long[] with(long[] parts, long part) {
    if (part == 0) {
      return parts;
    }
    long[] more = Arrays.copyOf(parts, parts.length + 1);
    more[parts.length] = part;
    Arrays.sort(more);
    return more;
  }

  private Option option(long device, NodeState before, NodeState after) {
    Prospect now = prospect(before);
    Prospect then = prospect(after);
    int[] touched = new int[groups.count];
    double[] lost = new double[groups.count];
    int count = 0;
    for (int group = 0; group < groups.count; group++) {
      long less = now.stocks()[group] - then.stocks()[group];
      if (less != 0) {
        touched[count] = group;
        lost[count++] = (double) less / StockGroups.PARTS;
      }
    }
    double gained = now.idleMilli() - then.idleMilli();
    return new Option(device, gained, Arrays.copyOf(touched, count), Arrays.copyOf(lost, count));
  }
}
