package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What one pod set asks for, compiled for one [Catalog].
///
/// Nothing of a covered resource (`cpu: 0`) gets a flavor too, as in Kueue; but it does not tie
/// pods to that flavor's nodes.
///
/// Resources that the project's quota does not cover: `cpu`, `memory` and others without a slash in
/// their name are limited by the nodes alone; a device without quota, or anything in a world
/// without nodes, is refused.
final class PodAsk {
  final PodSet set;
  final Catalog catalog;

  /// Of one pod, by column of the [NodeTable]; a resource that no node has makes [#foreign] true.
  final long[] perPod;

  final boolean foreign;
  final List<GroupAsk> groups;

  /// A requested resource that the project has no quota for; null when there is none.
  final @Nullable String uncovered;

  private final int[] projectFlavors;
  private final @Nullable BitSet[] eligible;

  /// @param flavorOrder flavors that are tried before all others
  PodAsk(Catalog catalog, Project project, List<String> flavorOrder, PodSet set) {
    this.catalog = catalog;
    this.set = set;
    NodeTable nodes = catalog.nodes();
    perPod = new long[nodes.resources().size()];
    perPod[nodes.column(Resources.PODS)] = 1;
    boolean unknown = false;
    for (Map.Entry<String, Long> entry : set.requests().byName().entrySet()) {
      int column = nodes.column(entry.getKey());
      if (column >= 0) {
        perPod[column] = Math.max(perPod[column], entry.getValue());
      } else {
        unknown |= entry.getValue() > 0;
      }
    }
    int instances = nodes.instances(set.device());
    if (instances >= 0) {
      perPod[instances] = 1;
    }
    foreign = unknown && catalog.knowsNodes();
    groups = groupsOf(project, flavorOrder);
    uncovered = uncoveredOf(project);
    projectFlavors =
        project.resourceGroups().stream()
            .flatMap(group -> group.flavors().stream())
            .mapToInt(catalog::flavorNumber)
            .filter(flavor -> flavor >= 0)
            .distinct()
            .toArray();
    eligible = new BitSet[catalog.flavorCount()];
  }

  /// Whether each pod takes a part of a device.
  boolean isShared() {
    return !set.device().isWhole();
  }

  /// Whether the room for a pod is more than a matter of amounts: where it lies on a node counts.
  boolean isParticular() {
    return isShared() || isAligned();
  }

  /// Whether whole GPUs of a pod must lie together.
  boolean isAligned() {
    return !isShared() && set.numa() == NumaWish.REQUIRED && wholeGpus() > 0;
  }

  long wholeGpus() {
    return set.requests().of(Resources.GPU);
  }

  private List<GroupAsk> groupsOf(Project project, List<String> flavorOrder) {
    List<GroupAsk> result = new ArrayList<>();
    SortedSet<String> known = new TreeSet<>();
    for (int number = 0; number < project.resourceGroups().size(); number++) {
      ResourceGroup group = project.resourceGroups().get(number);
      List<String> asked = new ArrayList<>();
      boolean takes = false;
      for (String resource : group.resources()) {
        boolean share = isShared() && resource.equals(Resources.GPU);
        boolean amount = perPodOf(resource) > 0 || share;
        if (known.add(resource) && (amount || set.requests().byName().containsKey(resource))) {
          asked.add(resource);
          takes |= amount;
        }
      }
      if (takes || (!asked.isEmpty() && !catalog.knowsNodes())) {
        result.add(new GroupAsk(this, number, ordered(group.flavors(), flavorOrder), asked));
      }
    }
    return List.copyOf(result);
  }

  /// The job's own order first, then the project's.
  private static List<String> ordered(List<String> flavors, List<String> first) {
    List<String> result = new ArrayList<>(first);
    result.retainAll(flavors);
    for (String flavor : flavors) {
      if (!result.contains(flavor)) {
        result.add(flavor);
      }
    }
    return result;
  }

  private @Nullable String uncoveredOf(Project project) {
    if (isShared() && groups.stream().noneMatch(it -> it.resources.contains(Resources.GPU))) {
      return Resources.GPU;
    }
    for (Map.Entry<String, Long> entry : set.requests().byName().entrySet()) {
      String name = entry.getKey();
      boolean free = catalog.knowsNodes() && name.indexOf('/') < 0;
      boolean covered =
          project.resourceGroups().stream().anyMatch(group -> group.resources().contains(name));
      if (entry.getValue() > 0 && !covered && !free) {
        return name;
      }
    }
    return null;
  }

  /// Amount of one pod that counts against quota.
  long perPodOf(String resource) {
    return resource.equals(Resources.PODS) ? 1 : set.requests().of(resource);
  }

  /// GPUs of one pod in thousandths.
  long milliGpus() {
    long whole = Amount.times(set.requests().of(Resources.GPU), 1000);
    return set.device().milliGpu() > 0 ? set.device().milliGpu() : whole;
  }

  /// Nodes that suit by flavor, labels and taints. Shared: must not be changed.
  BitSet eligible(int flavor) {
    BitSet found = eligible[flavor];
    if (found == null) {
      found = catalog.eligible(set, flavor);
      eligible[flavor] = found;
    }
    return found;
  }

  /// Nodes that suit with one flavor for each resource group; with none, nodes of any flavor that
  /// the project may use.
  BitSet allowed(int[] flavorsUsed) {
    if (flavorsUsed.length == 1) {
      return eligible(flavorsUsed[0]);
    }
    BitSet result = new BitSet();
    if (flavorsUsed.length == 0) {
      for (int flavor : projectFlavors) {
        result.or(eligible(flavor));
      }
      return result;
    }
    result.or(eligible(flavorsUsed[0]));
    for (int i = 1; i < flavorsUsed.length; i++) {
      result.and(eligible(flavorsUsed[i]));
    }
    return result;
  }

  /// The part of a pod set's requests that one resource group covers.
  static final class GroupAsk {
    /// Index of the resource group in the project.
    final int number;

    final List<String> resources;
    final long[] perPod;

    /// Parts of a GPU of one pod, by flavor, where it takes part of a device; else 0.
    final long[] gpuParts;

    final int[] flavors;
    final int[][] cells;
    final @Nullable String[] mismatches;

    GroupAsk(PodAsk ask, int number, List<String> names, List<String> asked) {
      this.number = number;
      Catalog catalog = ask.catalog;
      resources = List.copyOf(asked);
      perPod = asked.stream().mapToLong(ask::perPodOf).toArray();
      flavors = new int[names.size()];
      cells = new int[flavors.length][asked.size()];
      gpuParts = new long[flavors.length];
      mismatches = new String[flavors.length];
      for (int i = 0; i < flavors.length; i++) {
        String flavor = names.get(i);
        flavors[i] = catalog.flavorNumber(flavor);
        mismatches[i] =
            flavors[i] < 0 ? "the flavor does not exist" : catalog.mismatch(ask.set, flavors[i]);
        if (ask.isShared() && asked.contains(Resources.GPU)) {
          gpuParts[i] = catalog.partsOf(ask.set.device(), flavors[i]);
        }
        for (int r = 0; r < asked.size(); r++) {
          cells[i][r] = catalog.tree().cell(flavor, asked.get(r));
        }
      }
    }

    /// Parts of the resource that one pod takes beside its whole amount.
    long partsOf(int flavor, int resource) {
      return resources.get(resource).equals(Resources.GPU) && perPod[resource] == 0
          ? gpuParts[flavor]
          : 0;
    }

    /// Index of the first flavor that suits, or -1.
    int firstMatch() {
      for (int i = 0; i < mismatches.length; i++) {
        if (mismatches[i] == null) {
          return i;
        }
      }
      return -1;
    }
  }
}
