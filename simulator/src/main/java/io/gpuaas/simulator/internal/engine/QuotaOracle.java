package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Says by how much projects and cohorts are over what they may use. Deliberately shares nothing
/// with the engine's own arithmetic: it walks the tree anew from the held workloads.
///
/// Quota that a subtree does not lend counts only for the subtree, so a root that is within its
/// quota also proves that nobody was lent more than a lending limit allows.
final class QuotaOracle {
  private final SortedMap<String, Branch> projects = new TreeMap<>();
  private final SortedMap<String, Branch> cohorts = new TreeMap<>();
  private final SortedSet<FlavorResource> cells = new TreeSet<>();

  private static final class Branch {
    final String title;
    final @Nullable String parent;
    final SortedMap<FlavorResource, Quota> quotas = new TreeMap<>();
    final SortedMap<FlavorResource, Long> ownUsage = new TreeMap<>();
    final List<Branch> children = new ArrayList<>();

    Branch(String title, @Nullable String parent, List<Quota> quotas) {
      this.title = title;
      this.parent = parent;
      quotas.forEach(quota -> this.quotas.put(quota.cell(), quota));
    }
  }

  private record Sums(long usage, long quota) {}

  QuotaOracle(QuotaConfig config, Iterable<HeldWorkload> held) {
    for (Cohort cohort : config.cohorts()) {
      Branch branch = new Branch("cohort " + cohort.name(), cohort.parent(), cohort.quotas());
      cohorts.put(cohort.name(), branch);
    }
    for (Project project : config.projects()) {
      Branch branch = new Branch("project " + project.name(), project.cohort(), project.quotas());
      projects.put(project.name(), branch);
    }
    for (Branch branch : all()) {
      cells.addAll(branch.quotas.keySet());
      Branch parent = branch.parent == null ? null : cohorts.get(branch.parent);
      if (parent != null) {
        parent.children.add(branch);
      }
    }
    held.forEach(this::add);
  }

  private List<Branch> all() {
    List<Branch> all = new ArrayList<>(projects.values());
    all.addAll(cohorts.values());
    return all;
  }

  void add(HeldWorkload held) {
    use(held, 1);
  }

  void remove(HeldWorkload held) {
    use(held, -1);
  }

  private void use(HeldWorkload held, int sign) {
    Branch project = projects.get(held.workload().project());
    if (project == null) {
      return;
    }
    for (PodSetAssignment assignment : held.assignments()) {
      for (PodSet podSet : held.workload().podSets()) {
        if (podSet.name().equals(assignment.podSet())) {
          use(project, podSet, assignment, sign);
        }
      }
    }
  }

  private void use(Branch project, PodSet podSet, PodSetAssignment assignment, int sign) {
    for (Map.Entry<String, String> flavor : assignment.flavors().entrySet()) {
      String resource = flavor.getKey();
      long perPod = resource.equals(Resources.PODS) ? 1 : podSet.requests().of(resource);
      FlavorResource cell = new FlavorResource(flavor.getValue(), resource);
      long amount = Amount.times(perPod, assignment.count());
      project.ownUsage.merge(cell, sign * amount, Amount::plus);
      cells.add(cell);
    }
  }

  /// By how much each project and cohort is over, by `name: flavor resource`, in the trees that the
  /// workloads count in; those that are not over are left out.
  SortedMap<String, Long> excess(Iterable<HeldWorkload> touched) {
    SortedMap<String, Branch> roots = new TreeMap<>();
    for (HeldWorkload held : touched) {
      Branch branch = projects.get(held.workload().project());
      while (branch != null) {
        Branch above = branch.parent == null ? null : cohorts.get(branch.parent);
        if (above == null) {
          roots.put(branch.title, branch);
        }
        branch = above;
      }
    }
    SortedMap<String, Long> excess = new TreeMap<>();
    for (Branch root : roots.values()) {
      cells.forEach(cell -> sums(root, cell, true, excess));
    }
    return excess;
  }

  private Sums sums(
      Branch branch, FlavorResource cell, boolean root, SortedMap<String, Long> excess) {
    Quota quota = branch.quotas.get(cell);
    long usage = branch.ownUsage.getOrDefault(cell, 0L);
    long subtree = quota == null ? 0 : quota.nominal();
    for (Branch child : branch.children) {
      Sums below = sums(child, cell, false, excess);
      usage = Amount.plus(usage, below.usage());
      subtree = Amount.plus(subtree, below.quota());
    }
    Long borrowing = quota == null ? null : quota.borrowingLimit();
    long most =
        root ? subtree : borrowing == null ? Amount.UNLIMITED : Amount.plus(subtree, borrowing);
    if (usage > most) {
      String key = "%s: %s %s".formatted(branch.title, cell.flavor(), cell.resource());
      excess.put(key, usage - most);
    }
    Long lending = quota == null ? null : quota.lendingLimit();
    long kept = lending == null ? 0 : Math.max(0, Amount.minus(subtree, lending));
    return new Sums(Math.max(0, Amount.minus(usage, kept)), Amount.minus(subtree, kept));
  }
}
