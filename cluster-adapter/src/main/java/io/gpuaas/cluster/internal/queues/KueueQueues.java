package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.internal.manifest.Admission;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Toleration;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Kueue's own words for the same tree: ours were taken from it. Its preemption is off, since we
/// choose victims; who it admits in which order is ours as well, so a queue never blocks. Flavors
/// name no topology: with one Kueue would choose nodes, and hold what we have placed elsewhere.
///
/// Where Kueue governs, order and victims are its own to choose, by the project's rules; and where
/// it chooses nodes, its flavors have their topologies.
final class KueueQueues implements QueueForm {
  private static final Tree NO_VICTIMS =
      Tree.of("withinClusterQueue", "Never", "reclaimWithinCohort", "Never");

  @Override
  public List<Manifest> render(QuotaConfig quotas, Site site) {
    List<Manifest> all = new ArrayList<>();
    if (site.admission() == Admission.KUEUE_AND_NODES) {
      quotas.topologies().forEach(it -> all.add(topology(it, site)));
    }
    quotas.flavors().forEach(it -> all.add(flavor(it, site)));
    quotas.cohorts().forEach(it -> all.add(cohort(it, site)));
    for (Project project : quotas.projects()) {
      all.add(clusterQueue(project, site));
      all.add(localQueue(project, site));
    }
    return all;
  }

  @Override
  public List<Manifest.Kind> kinds() {
    return List.of(
        Kinds.KUEUE_LOCAL_QUEUE,
        Kinds.KUEUE_CLUSTER_QUEUE,
        Kinds.KUEUE_COHORT,
        Kinds.KUEUE_FLAVOR,
        Kinds.KUEUE_TOPOLOGY);
  }

  private static Manifest flavor(Flavor flavor, Site site) {
    List<Tree> taints =
        flavor.nodeTaints().stream()
            .map(it -> Tree.of("key", it.key(), "value", it.value(), "effect", it.effect()))
            .toList();
    List<Tree> tolerations = flavor.tolerations().stream().map(KueueQueues::toleration).toList();
    Tree spec =
        Tree.of(
            "nodeLabels",
            Tree.texts(flavor.nodeLabels()),
            "nodeTaints",
            taints,
            "tolerations",
            tolerations,
            "topologyName",
            choosesNodes(flavor, site) ? flavor.topology() : null);
    return shared(Kinds.KUEUE_FLAVOR, flavor.name(), site, spec);
  }

  /// Kueue takes no topology of a flavor that has no labels.
  private static boolean choosesNodes(Flavor flavor, Site site) {
    return site.admission() == Admission.KUEUE_AND_NODES && !flavor.nodeLabels().isEmpty();
  }

  private static Manifest topology(Topology topology, Site site) {
    List<Tree> levels =
        topology.levels().stream().map(level -> Tree.of("nodeLabel", level)).toList();
    return shared(Kinds.KUEUE_TOPOLOGY, topology.name(), site, Tree.of("levels", levels));
  }

  private static Tree toleration(Toleration it) {
    return Tree.of(
        "key", it.key(), "operator", it.operator(), "value", it.value(), "effect", it.effect());
  }

  private static Manifest cohort(Cohort cohort, Site site) {
    Tree spec =
        Tree.of(
            "parentName", cohort.parent(),
            "fairSharing", weight(cohort.fairWeightMilli()),
            "resourceGroups", ownGroups(cohort.quotas()));
    return shared(Kinds.KUEUE_COHORT, cohort.name(), site, spec);
  }

  private static Tree weight(long milli) {
    return milli == 1000 ? Tree.EMPTY : Tree.of("weight", milli + "m");
  }

  /// A cohort's quotas in groups of flavors that have the same resources.
  private static List<Tree> ownGroups(List<Quota> quotas) {
    TreeMap<String, TreeSet<String>> resources = new TreeMap<>();
    quotas.forEach(
        it ->
            resources
                .computeIfAbsent(it.cell().flavor(), _ -> new TreeSet<>())
                .add(it.cell().resource()));
    TreeMap<String, List<String>> flavors = new TreeMap<>();
    resources.forEach(
        (flavor, of) ->
            flavors.computeIfAbsent(String.join(",", of), _ -> new ArrayList<>()).add(flavor));
    List<Tree> groups = new ArrayList<>();
    flavors.forEach(
        (of, names) ->
            groups.add(
                group(
                    new ResourceGroup(List.of(of.split(",", -1)), names),
                    quotas,
                    true,
                    new TreeMap<>())));
    return groups;
  }

  private static Manifest clusterQueue(Project project, Site site) {
    String namespace = site.namespace(project.name());
    List<Tree> groups = new ArrayList<>();
    for (ResourceGroup group : project.resourceGroups()) {
      SortedMap<String, String> more = groups.isEmpty() ? unlimited(project) : new TreeMap<>();
      groups.add(group(group, project.quotas(), project.cohort() != null, more));
    }
    Tree spec =
        Tree.of(
            "cohortName", project.cohort(),
            "namespaceSelector",
                Tree.of("matchLabels", Tree.of("kubernetes.io/metadata.name", namespace)),
            "queueingStrategy", site.admission().isTheirs() ? order(project) : "BestEffortFIFO",
            "fairSharing", weight(project.fairWeightMilli()),
            "preemption", site.admission().isTheirs() ? victims(project) : NO_VICTIMS,
            "resourceGroups", groups,
            "stopPolicy", stopPolicy(project));
    return shared(Kinds.KUEUE_CLUSTER_QUEUE, namespace, site, spec);
  }

  private static String order(Project project) {
    return switch (project.queueingStrategy()) {
      case STRICT_FIFO -> "StrictFIFO";
      case BEST_EFFORT_FIFO -> "BestEffortFIFO";
    };
  }

  /// As the project's own rules have it. Kueue takes no rules for a cohort where there is none.
  private static Tree victims(Project project) {
    PreemptionPolicy policy = project.preemption();
    String within =
        switch (policy.withinProject()) {
          case NEVER -> "Never";
          case LOWER_PRIORITY -> "LowerPriority";
          case LOWER_OR_NEWER_EQUAL_PRIORITY -> "LowerOrNewerEqualPriority";
        };
    String reclaim =
        switch (policy.reclaimWithinCohort()) {
          case NEVER -> "Never";
          case LOWER_PRIORITY -> "LowerPriority";
          case ANY -> "Any";
        };
    boolean reclaims =
        policy.reclaimWithinCohort() != PreemptionPolicy.Reclaim.NEVER && project.cohort() != null;
    boolean borrows =
        reclaims && policy.borrowWithinCohort() == PreemptionPolicy.Borrow.LOWER_PRIORITY;
    Tree borrow =
        borrows
            ? Tree.of("policy", "LowerPriority", "maxPriorityThreshold", policy.borrowMaxPriority())
            : Tree.EMPTY;
    return Tree.of(
        "withinClusterQueue", within,
        "reclaimWithinCohort", reclaims ? reclaim : "Never",
        "borrowWithinCohort", borrow);
  }

  /// What has no quota here has no limit there: Kueue admits nothing that asks for a resource which
  /// its queue does not list.
  private static SortedMap<String, String> unlimited(Project project) {
    TreeMap<String, String> unlimited = new TreeMap<>();
    unlimited.put(Resources.CPU, "1M");
    unlimited.put(Resources.MEMORY, "1Pi");
    project.resourceGroups().forEach(group -> group.resources().forEach(unlimited::remove));
    return unlimited;
  }

  private static String stopPolicy(Project project) {
    return switch (project.stopPolicy()) {
      case NONE -> "None";
      case HOLD -> "Hold";
      case HOLD_AND_DRAIN -> "HoldAndDrain";
    };
  }

  /// Every flavor lists every resource of the group, in the same order; what has no quota has none.
  ///
  /// @param more resources without a limit, with their amounts
  private static Tree group(
      ResourceGroup group, List<Quota> quotas, boolean shares, SortedMap<String, String> more) {
    List<String> covered = new ArrayList<>(group.resources());
    covered.addAll(more.keySet());
    List<Tree> flavors = new ArrayList<>();
    for (String flavor : group.flavors()) {
      List<Tree> resources = new ArrayList<>();
      for (String resource : group.resources()) {
        resources.add(quota(find(quotas, new FlavorResource(flavor, resource)), resource, shares));
      }
      more.forEach((name, amount) -> resources.add(Tree.of("name", name, "nominalQuota", amount)));
      flavors.add(Tree.of("name", flavor, "resources", resources));
    }
    return Tree.of("coveredResources", covered, "flavors", flavors);
  }

  private static @Nullable Quota find(List<Quota> quotas, FlavorResource cell) {
    return quotas.stream().filter(it -> it.cell().equals(cell)).findFirst().orElse(null);
  }

  /// Limits hold within a cohort only, and Kueue refuses them elsewhere.
  private static Tree quota(@Nullable Quota quota, String resource, boolean shares) {
    Long borrowing = quota == null || !shares ? null : quota.borrowingLimit();
    Long lending = quota == null || !shares ? null : quota.lendingLimit();
    return Tree.of(
        "name",
        resource,
        "nominalQuota",
        Quantity.format(resource, quota == null ? 0 : quota.nominal()),
        "borrowingLimit",
        borrowing == null ? null : Quantity.format(resource, borrowing),
        "lendingLimit",
        lending == null ? null : Quantity.format(resource, lending));
  }

  private static Manifest localQueue(Project project, Site site) {
    String namespace = site.namespace(project.name());
    Tree metadata = QueueManifests.metadata(site, site.queueOf(project.name()), namespace);
    Tree spec = Tree.of("clusterQueue", namespace);
    return Manifest.apply(Kinds.KUEUE_LOCAL_QUEUE, metadata, Tree.of("spec", spec));
  }

  private static Manifest shared(Manifest.Kind kind, String name, Site site, Tree spec) {
    return Manifest.apply(kind, QueueManifests.metadata(site, name, ""), Tree.of("spec", spec));
  }
}
