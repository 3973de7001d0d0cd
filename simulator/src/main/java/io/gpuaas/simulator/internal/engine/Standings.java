package io.gpuaas.simulator.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.placement.World;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.DominantShare;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.simulator.Standing;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Where projects and cohorts stand in a world, by the engine's own quota arithmetic.
record Standings(World world) {

  SortedMap<String, Standing> projects() {
    SortedMap<String, Standing> standings = new TreeMap<>();
    for (Project project : world.config().projects()) {
      SortedSet<FlavorResource> cells = new TreeSet<>();
      project.quotas().forEach(quota -> cells.add(quota.cell()));
      for (ResourceGroup group : project.resourceGroups()) {
        for (String flavor : group.flavors()) {
          group.resources().forEach(name -> cells.add(new FlavorResource(flavor, name)));
        }
      }
      int node = world.quotaTree().project(project.name());
      standings.put(project.name(), standing(node, cells));
    }
    return standings;
  }

  SortedMap<String, Standing> cohorts() {
    SortedMap<String, Standing> standings = new TreeMap<>();
    QuotaTree tree = world.quotaTree();
    for (Cohort cohort : world.config().cohorts()) {
      int node = tree.cohort(cohort.name());
      SortedSet<FlavorResource> cells = new TreeSet<>();
      for (FlavorResource cell : tree.cells()) {
        if (tree.subtreeQuota(node, tree.cell(cell.flavor(), cell.resource())) > 0) {
          cells.add(cell);
        }
      }
      standings.put(cohort.name(), standing(node, cells));
    }
    return standings;
  }

  private Standing standing(int node, SortedSet<FlavorResource> known) {
    QuotaTree tree = world.quotaTree();
    QuotaUsage usage = world.usage();
    SortedMap<FlavorResource, Long> used = new TreeMap<>();
    SortedMap<FlavorResource, Long> borrowed = new TreeMap<>();
    SortedMap<FlavorResource, Long> available = new TreeMap<>();
    for (int cell = 0; cell < tree.cells().size(); cell++) {
      FlavorResource name = tree.cells().get(cell);
      long amount = usage.used(node, cell);
      if (amount > 0) {
        used.put(name, amount);
      }
      long over = tree.hasParent(node) ? Amount.minus(amount, tree.subtreeQuota(node, cell)) : 0;
      if (over > 0) {
        borrowed.put(name, over);
      }
      if (known.contains(name) || amount > 0) {
        available.put(name, Math.max(0, usage.available(node, cell)));
      }
    }
    DominantShare share = DominantShare.of(usage, node);
    return new Standing(used, borrowed, available, share.isInfinite() ? null : share.shown());
  }
}
