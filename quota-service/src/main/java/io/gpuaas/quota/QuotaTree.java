package io.gpuaas.quota;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FlavorResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The cohort tree with its quota, compiled to arrays. Immutable; holds no usage.
///
/// Nodes are numbered: projects first, in the order of the configuration, then cohorts in name
/// order (also those that exist only because a project or cohort names them). Cells are numbered in
/// their natural order. Amounts are in the units of `Resources`, see [Amount] for the arithmetic.
///
/// Never throws on data: a cohort that is its own ancestor, and all that hang on it, are [#isActive
/// inactive] and named in [#faults].
///
/// @see <a href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/79-hierarchical-cohorts">
///   KEP-79</a>
public final class QuotaTree {
  static final int NONE = -1;

  private final List<FlavorResource> cells;
  private final SortedMap<FlavorResource, Integer> cellNumbers;
  private final List<String> names;
  private final SortedMap<String, Integer> projectNumbers;
  private final SortedMap<String, Integer> cohortNumbers;
  private final int projects;
  private final int[] parents;
  private final int[] heights;
  private final int[][] children;
  private final int[] bottomUp;
  private final long[] weightsMilli;
  private final BitSet inactive = new BitSet();
  private final List<Fault> faults;
  private final long[] nominal;
  private final long[] borrowing;
  private final long[] lending;
  private final long[] subtree;
  private final long[] guaranteed;
  private final long[] potential;
  private final List<int[]> cellsByResource;
  private final long[] lendable;

  private QuotaTree(QuotaConfig config) {
    cellNumbers = numberCells(config);
    cells = List.copyOf(cellNumbers.keySet());
    cohortNumbers = new TreeMap<>();
    projectNumbers = new TreeMap<>();
    names = new ArrayList<>();
    numberNodes(config);
    projects = config.projects().size();
    parents = new int[names.size()];
    weightsMilli = new long[names.size()];
    int size = names.size() * cells.size();
    nominal = new long[size];
    borrowing = filled(size);
    lending = filled(size);
    subtree = new long[size];
    guaranteed = new long[size];
    potential = new long[size];
    readNodes(config);
    faults = cutCycles();
    children = childrenOf();
    bottomUp = bottomUpOrder();
    heights = heightsOf();
    sumUp();
    cellsByResource = groupCells();
    lendable = sumLendable();
  }

  public static QuotaTree of(QuotaConfig config) {
    return new QuotaTree(config);
  }

  private static long[] filled(int size) {
    long[] array = new long[size];
    Arrays.fill(array, Amount.UNLIMITED);
    return array;
  }

  private static SortedMap<FlavorResource, Integer> numberCells(QuotaConfig config) {
    SortedSet<FlavorResource> found = new TreeSet<>();
    for (Cohort cohort : config.cohorts()) {
      cohort.quotas().forEach(quota -> found.add(quota.cell()));
    }
    for (Project project : config.projects()) {
      project.quotas().forEach(quota -> found.add(quota.cell()));
      for (ResourceGroup group : project.resourceGroups()) {
        for (String flavor : group.flavors()) {
          group.resources().forEach(name -> found.add(new FlavorResource(flavor, name)));
        }
      }
    }
    SortedMap<FlavorResource, Integer> numbers = new TreeMap<>();
    found.forEach(cell -> numbers.put(cell, numbers.size()));
    return numbers;
  }

  private void numberNodes(QuotaConfig config) {
    SortedSet<String> cohorts = new TreeSet<>();
    for (Project project : config.projects()) {
      projectNumbers.putIfAbsent(project.name(), names.size());
      names.add(project.name());
      if (project.cohort() != null) {
        cohorts.add(project.cohort());
      }
    }
    for (Cohort cohort : config.cohorts()) {
      cohorts.add(cohort.name());
      if (cohort.parent() != null) {
        cohorts.add(cohort.parent());
      }
    }
    for (String cohort : cohorts) {
      cohortNumbers.put(cohort, names.size());
      names.add(cohort);
    }
  }

  private void readNodes(QuotaConfig config) {
    Arrays.fill(parents, NONE);
    Arrays.fill(weightsMilli, 1000);
    for (int i = 0; i < projects; i++) {
      Project project = config.projects().get(i);
      parents[i] = numberOf(project.cohort());
      weightsMilli[i] = project.fairWeightMilli();
      readQuotas(i, project.quotas());
    }
    for (Cohort cohort : config.cohorts()) {
      int node = numberOf(cohort.name());
      parents[node] = numberOf(cohort.parent());
      weightsMilli[node] = cohort.fairWeightMilli();
      readQuotas(node, cohort.quotas());
    }
  }

  private int numberOf(@Nullable String cohort) {
    return cohort == null ? NONE : cohortNumbers.getOrDefault(cohort, NONE);
  }

  private void readQuotas(int node, List<Quota> quotas) {
    for (Quota quota : quotas) {
      int at = at(node, cell(quota.cell().flavor(), quota.cell().resource()));
      nominal[at] = Math.max(0, quota.nominal());
      Long mostBorrowed = quota.borrowingLimit();
      Long mostLent = quota.lendingLimit();
      borrowing[at] = mostBorrowed == null ? Amount.UNLIMITED : Math.max(0, mostBorrowed);
      lending[at] = mostLent == null ? Amount.UNLIMITED : Math.max(0, mostLent);
    }
  }

  /// Cuts each cohort that hangs in a cycle off its parent and marks it.
  private List<Fault> cutCycles() {
    for (int node = projects; node < parents.length; node++) {
      int at = node;
      for (int steps = 0; at != NONE && steps <= parents.length; steps++) {
        at = parents[at];
      }
      inactive.set(node, at != NONE);
    }
    List<Fault> found = new ArrayList<>();
    for (int node = inactive.nextSetBit(0); node >= 0; node = inactive.nextSetBit(node + 1)) {
      parents[node] = NONE;
      String name = names.get(node);
      String pointer = Fault.at(Fault.at("/cohorts", name), "parent");
      String detail =
          "Cohort %s is its own ancestor or lies below one that is; it admits nothing."
              .formatted(name);
      found.add(new Fault(pointer, "COHORT_CYCLE", detail, name, null));
    }
    return List.copyOf(found);
  }

  private int[][] childrenOf() {
    List<List<Integer>> lists = new ArrayList<>();
    for (int i = 0; i < parents.length; i++) {
      lists.add(new ArrayList<>());
    }
    for (int i = 0; i < parents.length; i++) {
      if (parents[i] != NONE) {
        lists.get(parents[i]).add(i);
      }
    }
    int[][] result = new int[parents.length][];
    for (int i = 0; i < parents.length; i++) {
      result[i] = lists.get(i).stream().mapToInt(Integer::intValue).toArray();
    }
    return result;
  }

  private int[] bottomUpOrder() {
    int[] order = new int[parents.length];
    int filled = 0;
    for (int i = 0; i < parents.length; i++) {
      if (parents[i] == NONE) {
        order[filled++] = i;
      }
    }
    for (int next = 0; next < filled; next++) {
      for (int child : children[order[next]]) {
        order[filled++] = child;
      }
    }
    for (int i = 0; i < filled / 2; i++) {
      int swap = order[i];
      order[i] = order[filled - 1 - i];
      order[filled - 1 - i] = swap;
    }
    return order;
  }

  private int[] heightsOf() {
    int[] result = new int[parents.length];
    for (int node : bottomUp) {
      if (parents[node] != NONE) {
        int above = node < projects ? 1 : result[node] + 1;
        result[parents[node]] = Math.max(result[parents[node]], above);
      }
    }
    return result;
  }

  private void sumUp() {
    System.arraycopy(nominal, 0, subtree, 0, nominal.length);
    for (int node : bottomUp) {
      for (int cell = 0; cell < cells.size(); cell++) {
        int at = at(node, cell);
        boolean lendsAll = lending[at] == Amount.UNLIMITED;
        guaranteed[at] = lendsAll ? 0 : Math.max(0, Amount.minus(subtree[at], lending[at]));
        if (parents[node] != NONE) {
          int up = at(parents[node], cell);
          subtree[up] = Amount.plus(subtree[up], Amount.minus(subtree[at], guaranteed[at]));
        }
      }
    }
    for (int i = bottomUp.length - 1; i >= 0; i--) {
      for (int cell = 0; cell < cells.size(); cell++) {
        potential[at(bottomUp[i], cell)] = potentialOf(bottomUp[i], cell);
      }
    }
  }

  private long potentialOf(int node, int cell) {
    int at = at(node, cell);
    if (parents[node] == NONE) {
      return subtree[at];
    }
    long most = Amount.plus(guaranteed[at], potential[at(parents[node], cell)]);
    return Math.min(most, Amount.plus(subtree[at], borrowing[at]));
  }

  private List<int[]> groupCells() {
    SortedMap<String, List<Integer>> groups = new TreeMap<>();
    cellNumbers.forEach(
        (cell, number) ->
            groups.computeIfAbsent(cell.resource(), _ -> new ArrayList<>()).add(number));
    List<int[]> result = new ArrayList<>();
    for (List<Integer> group : groups.values()) {
      result.add(group.stream().mapToInt(Integer::intValue).toArray());
    }
    return List.copyOf(result);
  }

  private long[] sumLendable() {
    long[] result = new long[names.size() * cellsByResource.size()];
    for (int node = 0; node < names.size(); node++) {
      for (int i = 0; i < cellsByResource.size(); i++) {
        long sum = 0;
        for (int cell : cellsByResource.get(i)) {
          sum = Amount.plus(sum, potentialAvailable(node, cell));
        }
        result[node * cellsByResource.size() + i] = sum;
      }
    }
    return result;
  }

  /// Numbers of the cells of each resource, in the order of resource names.
  List<int[]> cellsByResource() {
    return cellsByResource;
  }

  /// The most that the node could ever hold of the `resource`-th resource, over all flavors.
  long lendable(int node, int resource) {
    return lendable[node * cellsByResource.size() + resource];
  }

  int at(int node, int cell) {
    return node * cells.size() + cell;
  }

  int size() {
    return names.size() * cells.size();
  }

  /// What is wrong with the tree; empty when nothing is.
  public List<Fault> faults() {
    return faults;
  }

  /// The cells in order of their numbers.
  public List<FlavorResource> cells() {
    return cells;
  }

  /// Number of the cell, or -1.
  public int cell(String flavor, String resource) {
    return cellNumbers.getOrDefault(new FlavorResource(flavor, resource), NONE);
  }

  /// Number of the project, or -1.
  public int project(String name) {
    return projectNumbers.getOrDefault(name, NONE);
  }

  /// Number of the cohort, or -1.
  public int cohort(String name) {
    return cohortNumbers.getOrDefault(name, NONE);
  }

  public int projectCount() {
    return projects;
  }

  public int nodeCount() {
    return parents.length;
  }

  public String name(int node) {
    return names.get(node);
  }

  public boolean isProject(int node) {
    return node < projects;
  }

  /// False for cohorts in a cycle and all below them.
  public boolean isActive(int node) {
    return !inactive.get(node) && (parents[node] == NONE || isActive(parents[node]));
  }

  /// Number of the cohort above, or -1 for a root.
  public int parent(int node) {
    return parents[node];
  }

  public boolean hasParent(int node) {
    return parents[node] != NONE;
  }

  public int root(int node) {
    int at = node;
    while (parents[at] != NONE) {
      at = parents[at];
    }
    return at;
  }

  /// Numbers of the projects and cohorts directly below, projects first.
  public int[] children(int node) {
    return children[node].clone();
  }

  int[] childrenShared(int node) {
    return children[node];
  }

  /// 1 for a cohort that has only projects, else 1 more than its highest child cohort.
  public int height(int node) {
    return heights[node];
  }

  public long weightMilli(int node) {
    return weightsMilli[node];
  }

  public long nominal(int node, int cell) {
    return nominal[at(node, cell)];
  }

  /// [Amount#UNLIMITED] when there is no limit.
  public long borrowingLimit(int node, int cell) {
    return borrowing[at(node, cell)];
  }

  /// [Amount#UNLIMITED] when there is no limit.
  public long lendingLimit(int node, int cell) {
    return lending[at(node, cell)];
  }

  /// Own nominal quota plus what the children lend.
  public long subtreeQuota(int node, int cell) {
    return subtree[at(node, cell)];
  }

  /// The part of the subtree quota that the parent cannot see.
  public long guaranteed(int node, int cell) {
    return guaranteed[at(node, cell)];
  }

  /// The most that the node could ever hold: what is available when nothing is used anywhere.
  public long potentialAvailable(int node, int cell) {
    return potential[at(node, cell)];
  }
}
