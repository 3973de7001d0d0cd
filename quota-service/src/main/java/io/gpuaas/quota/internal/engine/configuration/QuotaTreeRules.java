package io.gpuaas.quota.internal.engine.configuration;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Resources;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.ResourceGroup;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What must hold of the tree of cohorts and projects and of the quotas in it.
///
/// Amounts are bounded so that no sum the engines build over a tree can overflow: each amount, and
/// the sum of all nominal quotas of a cell in one tree, is at most [#amountMax].
final class QuotaTreeRules {
  private static final long AMOUNT_MAX = (1L << 62) - 1;
  private static final long GPUS_MAX = 1_000_000_000;
  private static final long WEIGHT_MILLI_MAX = 1_000_000_000;
  private static final int DEPTH_MAX = 16;
  private static final int CELLS_MAX = 1024;

  private final Configuration after;
  private final SortedSet<ConfigKey> given;
  private final FaultCollector faults;
  private final CohortPaths paths;
  private final TreeSet<ConfigKey> summedRoots = new TreeSet<>();

  QuotaTreeRules(Configuration after, SortedSet<ConfigKey> given, FaultCollector faults) {
    this.after = after;
    this.given = given;
    this.faults = faults;
    this.paths = new CohortPaths(after);
  }

  /// Most that a quota of the resource may be, in its base unit.
  static long amountMax(String resource) {
    return resource.equals(Resources.GPU) ? GPUS_MAX : AMOUNT_MAX;
  }

  void cohort(String at, CohortSettings cohort) {
    faults.dnsLabel(at + "/name", cohort.name());
    weight(at, cohort.fairWeightMilli());
    QuotaOwner owner = QuotaOwner.cohort(cohort.name());
    if (cohort.parent() != null) {
      boolean known = after.has(ConfigKind.COHORT, cohort.parent());
      faults.known(at + "/parent", ConfigKind.COHORT.word(), cohort.parent(), known);
      place(at + "/parent", cohort.name(), cohort.parent());
    }
    standingLimits(at + "/parent", owner, cohort.parent());
    sums(at + "/parent", owner);
  }

  private void place(String pointer, String name, String parent) {
    List<String> path = paths.upward(name);
    if (paths.isInCycle(name)) {
      faults.add(
          pointer,
          "COHORT_CYCLE",
          "A cohort must not lie in itself: %s.".formatted(String.join(" < ", path)),
          parent,
          null);
      return;
    }
    int depth = path.size() - 1 + paths.levelsBelow(name);
    if (depth > DEPTH_MAX) {
      faults.add(
          pointer,
          "COHORT_TOO_DEEP",
          "Cohorts may lie in each other %d deep.".formatted(DEPTH_MAX),
          Integer.toString(depth),
          Integer.toString(DEPTH_MAX));
    }
  }

  void project(String at, ProjectSettings project) {
    weight(at, project.fairWeightMilli());
    QuotaOwner owner = QuotaOwner.project(project.name());
    if (project.cohort() != null) {
      boolean known = after.has(ConfigKind.COHORT, project.cohort());
      faults.known(at + "/cohort", ConfigKind.COHORT.word(), project.cohort(), known);
    }
    if (!given.contains(owner.quotasKey())) {
      standingCells(at + "/resourceGroups", project);
    }
    standingLimits(at + "/cohort", owner, project.cohort());
    sums(at + "/cohort", owner);
  }

  private void weight(String at, long fairWeightMilli) {
    faults.range(at + "/fairWeight", fairWeightMilli, 0, WEIGHT_MILLI_MAX);
  }

  /// Quotas that the project has already must be covered by its new groups.
  private void standingCells(String pointer, ProjectSettings project) {
    for (Quota quota : after.quotas(QuotaOwner.project(project.name()))) {
      if (!covers(project.resourceGroups(), quota.cell())) {
        faults.add(
            pointer,
            "QUOTA_OUTSIDE_GROUPS",
            "The project has quota for %s of %s, so a group must cover them."
                .formatted(quota.cell().resource(), quota.cell().flavor()),
            null,
            null);
      }
    }
  }

  /// Limits that the owner has already need something to borrow from.
  private void standingLimits(String pointer, QuotaOwner owner, @Nullable String parent) {
    boolean limited = after.quotas(owner).stream().anyMatch(QuotaTreeRules::isLimited);
    if (parent == null && limited && !given.contains(owner.quotasKey())) {
      faults.add(
          pointer,
          "LIMIT_WITHOUT_COHORT",
          "The quotas of %s have borrowing or lending limits, which need a cohort around it."
              .formatted(owner.name()));
    }
  }

  private static boolean isLimited(Quota quota) {
    return quota.borrowingLimit() != null || quota.lendingLimit() != null;
  }

  void quotaSet(String at, QuotaSet set) {
    Optional<ProjectSettings> project =
        set.owner().kind() == QuotaOwner.Kind.PROJECT
            ? after.project(set.owner().name())
            : Optional.empty();
    boolean known = after.find(set.owner().key()).isPresent();
    faults.known(at + "/owner", set.owner().key().kind().word(), set.owner().name(), known);
    faults.size(at + "/quotas", set.quotas().size(), CELLS_MAX);
    TreeSet<FlavorResource> seen = new TreeSet<>();
    for (int i = 0; i < set.quotas().size(); i++) {
      Quota quota = set.quotas().get(i);
      String pointer = Fault.at(at + "/quotas", i);
      cell(pointer, quota.cell(), seen);
      project.ifPresent(owner -> inGroups(pointer, owner, quota.cell()));
      amounts(pointer, quota);
      if (quota.drainBy() != null && set.owner().kind() == QuotaOwner.Kind.COHORT) {
        faults.add(
            pointer + "/drainBy",
            "NOT_ALLOWED",
            "Only quotas of projects are drained: give it to the cohort's projects.",
            quota.drainBy().toString(),
            null);
      }
      if (known && isLimited(quota) && isRoot(set.owner())) {
        faults.add(
            pointer + (quota.borrowingLimit() != null ? "/borrowingLimit" : "/lendingLimit"),
            "LIMIT_WITHOUT_COHORT",
            "A limit needs a cohort around %s to borrow from or lend to."
                .formatted(set.owner().name()));
      }
    }
    sums(at + "/quotas", set.owner());
  }

  private boolean isRoot(QuotaOwner owner) {
    return paths.root(owner).equals(Optional.of(owner));
  }

  private void cell(String at, FlavorResource cell, SortedSet<FlavorResource> seen) {
    boolean known = after.has(ConfigKind.FLAVOR, cell.flavor());
    faults.known(at + "/flavor", ConfigKind.FLAVOR.word(), cell.flavor(), known);
    faults.labelKey(at + "/resource", cell.resource());
    if (!seen.add(cell)) {
      faults.add(
          at,
          "DUPLICATE",
          "There is more than one quota for %s of %s.".formatted(cell.resource(), cell.flavor()));
    }
  }

  private void inGroups(String at, ProjectSettings project, FlavorResource cell) {
    if (!covers(project.resourceGroups(), cell)) {
      faults.add(
          at + "/flavor",
          "QUOTA_OUTSIDE_GROUPS",
          "No resource group of %s covers %s of %s."
              .formatted(project.name(), cell.resource(), cell.flavor()),
          cell.flavor(),
          null);
    }
  }

  private static boolean covers(List<ResourceGroup> groups, FlavorResource cell) {
    return groups.stream()
        .anyMatch(
            group ->
                group.resources().contains(cell.resource())
                    && group.flavors().contains(cell.flavor()));
  }

  private void amounts(String at, Quota quota) {
    long max = amountMax(quota.cell().resource());
    faults.range(at + "/nominal", quota.nominal(), 0, max);
    if (quota.borrowingLimit() != null) {
      faults.range(at + "/borrowingLimit", quota.borrowingLimit(), 0, max);
    }
    if (quota.lendingLimit() != null) {
      faults.range(at + "/lendingLimit", quota.lendingLimit(), 0, max);
    }
  }

  /// The sums over the owner's tree; reported once for each tree, at the first item in it.
  private void sums(String pointer, QuotaOwner owner) {
    Optional<QuotaOwner> root = paths.root(owner);
    if (root.isEmpty() || !summedRoots.add(root.get().key())) {
      return;
    }
    TreeMap<FlavorResource, Long> sums = new TreeMap<>();
    for (QuotaSet set : after.all(QuotaSet.class)) {
      if (paths.root(set.owner()).equals(root)) {
        set.quotas().forEach(quota -> add(sums, quota));
      }
    }
    sums.forEach(
        (cell, sum) -> {
          long max = amountMax(cell.resource());
          if (sum > max) {
            faults.add(
                pointer,
                "OVERFLOW",
                "The nominal quotas for %s of %s in the tree of %s must add up to at most %d."
                    .formatted(cell.resource(), cell.flavor(), root.get().name(), max),
                null,
                Long.toString(max));
          }
        });
  }

  /// Adds without overflow: anything above the bound stays just above it.
  private static void add(SortedMap<FlavorResource, Long> sums, Quota quota) {
    long above = AMOUNT_MAX + 1;
    long nominal = Math.clamp(quota.nominal(), 0, above);
    sums.merge(quota.cell(), nominal, (a, b) -> a > above - b ? above : a + b);
  }
}
