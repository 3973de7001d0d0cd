package io.gpuaas.quota.internal.engine.configuration;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.ResourceGroup;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What must hold of a project by itself: its policies and its resource groups.
final class ProjectRules {
  private static final int GROUPS_MAX = 16;
  private static final int ENTRIES_MAX = 64;

  private final Configuration after;
  private final FaultCollector faults;

  ProjectRules(Configuration after, FaultCollector faults) {
    this.after = after;
    this.faults = faults;
  }

  void project(String at, ProjectSettings project) {
    preemption(at + "/preemption", project.preemption());
    fungibility(at + "/flavorFungibility", project.fungibility());
    groups(at + "/resourceGroups", project.resourceGroups());
  }

  private void preemption(String at, PreemptionPolicy policy) {
    boolean never = policy.borrowWithinCohort() == PreemptionPolicy.Borrow.NEVER;
    if (never && policy.borrowMaxPriority() != null) {
      faults.add(
          at + "/borrowMaxPriority",
          "NOT_ALLOWED",
          "A threshold needs borrowWithinCohort LOWER_PRIORITY.",
          policy.borrowMaxPriority().toString(),
          null);
    }
    boolean reclaimsNever = policy.reclaimWithinCohort() == PreemptionPolicy.Reclaim.NEVER;
    if (!never && reclaimsNever) {
      faults.add(
          at + "/borrowWithinCohort",
          "NOT_ALLOWED",
          "To preempt while borrowing, reclaimWithinCohort must not be NEVER.",
          policy.borrowWithinCohort().name(),
          null);
    }
  }

  private void fungibility(String at, FlavorFungibility fungibility) {
    boolean prefersPreemption =
        fungibility.preference() == FlavorFungibility.Preference.PREEMPTION_OVER_BORROWING;
    boolean triesAll =
        fungibility.whenCanBorrow() == FlavorFungibility.Search.TRY_NEXT_FLAVOR
            && fungibility.whenCanPreempt() == FlavorFungibility.Search.TRY_NEXT_FLAVOR;
    if (prefersPreemption && !triesAll) {
      faults.add(
          at + "/preference",
          "NOT_ALLOWED",
          "PREEMPTION_OVER_BORROWING needs whenCanBorrow and whenCanPreempt TRY_NEXT_FLAVOR.",
          fungibility.preference().name(),
          null);
    }
  }

  private void groups(String at, List<ResourceGroup> groups) {
    faults.size(at, groups.size(), GROUPS_MAX);
    SortedSet<String> resources = new TreeSet<>();
    SortedSet<String> flavors = new TreeSet<>();
    for (int i = 0; i < groups.size(); i++) {
      ResourceGroup group = groups.get(i);
      String resourcesAt = Fault.at(at, i) + "/resources";
      entries(resourcesAt, group.resources(), resources, "resource");
      for (int j = 0; j < group.resources().size(); j++) {
        faults.labelKey(Fault.at(resourcesAt, j), group.resources().get(j));
      }
      String flavorsAt = Fault.at(at, i) + "/flavors";
      entries(flavorsAt, group.flavors(), flavors, "flavor");
      for (int j = 0; j < group.flavors().size(); j++) {
        String flavor = group.flavors().get(j);
        boolean known = after.has(ConfigKind.FLAVOR, flavor);
        faults.known(Fault.at(flavorsAt, j), ConfigKind.FLAVOR.word(), flavor, known);
      }
    }
  }

  private void entries(String at, List<String> values, SortedSet<String> seen, String what) {
    if (values.isEmpty()) {
      faults.add(at, "REQUIRED", "A resource group names at least one %s.".formatted(what));
    }
    faults.size(at, values.size(), ENTRIES_MAX);
    for (int i = 0; i < values.size(); i++) {
      if (!seen.add(values.get(i))) {
        faults.add(
            Fault.at(at, i),
            "DUPLICATE",
            "Each %s may stand in one resource group, once.".formatted(what),
            values.get(i),
            null);
      }
    }
  }
}
