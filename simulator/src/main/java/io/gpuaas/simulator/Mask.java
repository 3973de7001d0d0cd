package io.gpuaas.simulator;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.ExpectedMix;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Hides the names in a scenario: of jobs, projects, cohorts, flavors, clusters and nodes, and the
/// values of labels and taints. Numbers, label keys, resources and GPU models stay.
///
/// The new names sort as the old ones did, since names decide between equals: a masked scenario
/// plays as the original does.
public final class Mask {
  private final SortedMap<String, String> jobs;
  private final SortedMap<String, String> projects;
  private final SortedMap<String, String> cohorts;
  private final SortedMap<String, String> flavors;
  private final SortedMap<String, String> clusters;
  private final SortedMap<String, String> nodes;
  private final SortedMap<String, String> values;

  private Mask(Scenario scenario) {
    QuotaConfig config = scenario.config();
    jobs = numbered("job", scenario.jobs().stream().map(job -> job.id().value()).toList());
    projects = numbered("project", config.projects().stream().map(Project::name).toList());
    cohorts = numbered("cohort", config.cohorts().stream().map(Cohort::name).toList());
    flavors = numbered("flavor", config.flavors().stream().map(Flavor::name).toList());
    List<NodeRef> refs = scenario.nodes().stream().map(Node::ref).toList();
    clusters = numbered("cluster", refs.stream().map(NodeRef::cluster).toList());
    nodes = numbered("node", refs.stream().map(NodeRef::name).toList());
    values = numbered("value", labelValues(scenario));
  }

  /// The scenario under other names.
  public static Scenario masked(Scenario scenario) {
    return new Mask(scenario).apply(scenario);
  }

  private static SortedMap<String, String> numbered(String prefix, List<String> names) {
    SortedMap<String, String> masked = new TreeMap<>();
    SortedSet<String> sorted = new TreeSet<>(names);
    int digits = Integer.toString(sorted.size()).length();
    for (String name : sorted) {
      String number = Integer.toString(masked.size() + 1);
      masked.put(name, prefix + "-" + "0".repeat(digits - number.length()) + number);
    }
    return masked;
  }

  private static List<String> labelValues(Scenario scenario) {
    List<String> found = new ArrayList<>();
    for (Node node : scenario.nodes()) {
      found.addAll(node.labels().values());
      node.taints().forEach(taint -> found.add(taint.value()));
    }
    for (Flavor flavor : scenario.config().flavors()) {
      found.addAll(flavor.nodeLabels().values());
      flavor.nodeTaints().forEach(taint -> found.add(taint.value()));
      flavor.tolerations().forEach(it -> found.add(it.value()));
    }
    for (Scenario.Job job : scenario.jobs()) {
      job.workload().podSets().forEach(set -> addValues(set, found));
    }
    for (ExpectedMix.Kind kind : scenario.expectedMix().kinds()) {
      addValues(kind.pod(), found);
    }
    found.removeIf(value -> value.isEmpty() || value.chars().allMatch(Character::isDigit));
    return found;
  }

  private static void addValues(PodSet set, List<String> found) {
    found.addAll(set.nodeSelector().values());
    set.nodeAffinity().forEach(term -> found.addAll(term.values()));
    set.tolerations().forEach(it -> found.add(it.value()));
  }

  private static String name(SortedMap<String, String> names, String name) {
    return names.getOrDefault(name, name);
  }

  private Scenario apply(Scenario scenario) {
    return new Scenario(
        "masked",
        scenario.origin(),
        scenario.policy(),
        scenario.maxCycles(),
        config(scenario.config()),
        scenario.nodesDecided(),
        scenario.nodes().stream().map(this::node).toList(),
        scenario.jobs().stream().map(this::job).toList(),
        List.of(),
        scenario.until(),
        scenario.evictionDelay(),
        scenario.from(),
        memory(scenario.memory()),
        mix(scenario.expectedMix()));
  }

  private QuotaConfig config(QuotaConfig config) {
    List<Flavor> newFlavors = new ArrayList<>();
    for (Flavor flavor : config.flavors()) {
      newFlavors.add(
          new Flavor(
              name(flavors, flavor.name()),
              labels(flavor.nodeLabels()),
              flavor.nodeTaints().stream().map(this::taint).toList(),
              flavor.tolerations().stream().map(this::toleration).toList(),
              flavor.topology(),
              flavor.placement()));
    }
    List<Cohort> newCohorts = new ArrayList<>();
    for (Cohort cohort : config.cohorts()) {
      String parent = cohort.parent();
      newCohorts.add(
          new Cohort(
              name(cohorts, cohort.name()),
              parent == null ? null : name(cohorts, parent),
              cohort.fairWeightMilli(),
              cohort.quotas().stream().map(this::quota).toList()));
    }
    return new QuotaConfig(
        config.generation(),
        config.topologies(),
        newFlavors,
        newCohorts,
        config.projects().stream().map(this::project).toList());
  }

  private Project project(Project project) {
    String cohort = project.cohort();
    return new Project(
        name(projects, project.name()),
        cohort == null ? null : name(cohorts, cohort),
        project.fairWeightMilli(),
        project.queueingStrategy(),
        project.stopPolicy(),
        project.resourceGroups().stream()
            .map(
                group ->
                    new ResourceGroup(
                        group.resources(),
                        group.flavors().stream().map(it -> name(flavors, it)).toList()))
            .toList(),
        project.quotas().stream().map(this::quota).toList(),
        project.preemption(),
        project.fungibility());
  }

  private Quota quota(Quota quota) {
    FlavorResource cell = quota.cell();
    return new Quota(
        new FlavorResource(name(flavors, cell.flavor()), cell.resource()),
        quota.nominal(),
        quota.borrowingLimit(),
        quota.lendingLimit(),
        quota.drainBy());
  }

  private SortedMap<String, String> labels(SortedMap<String, String> labels) {
    SortedMap<String, String> masked = new TreeMap<>();
    labels.forEach((key, value) -> masked.put(key, name(values, value)));
    return masked;
  }

  private Taint taint(Taint taint) {
    return new Taint(taint.key(), name(values, taint.value()), taint.effect());
  }

  private Toleration toleration(Toleration it) {
    return new Toleration(it.key(), it.operator(), name(values, it.value()), it.effect());
  }

  private NodeRef ref(NodeRef ref) {
    return new NodeRef(name(clusters, ref.cluster()), name(nodes, ref.name()));
  }

  private Node node(Node node) {
    return new Node(
        ref(node.ref()),
        labels(node.labels()),
        node.capacity(),
        node.gpuMemoryBytes(),
        node.gpuModel(),
        node.mig(),
        node.taints().stream().map(this::taint).toList(),
        node.ready(),
        node.schedulable());
  }

  private Scenario.Job job(Scenario.Job job) {
    Workload workload = workload(job.workload());
    HeldWorkload held = job.held();
    return new Scenario.Job(workload, job.duration(), held == null ? null : held(workload, held));
  }

  private JobId id(JobId id) {
    return new JobId(name(jobs, id.value()));
  }

  private Workload workload(Workload old) {
    return new Workload(
        id(old.id()),
        name(projects, old.project()),
        old.priority(),
        old.queuedAt(),
        old.podSets().stream().map(this::podSet).toList(),
        old.preemptible(),
        old.spanClusters(),
        old.maxRuntimeMillis(),
        old.checkpoint(),
        old.placement(),
        old.waitsSince(),
        old.flavorOrder().stream().map(it -> name(flavors, it)).toList());
  }

  private PodSet podSet(PodSet set) {
    List<NodeAffinityTerm> terms = new ArrayList<>();
    for (NodeAffinityTerm term : set.nodeAffinity()) {
      List<String> masked = term.values().stream().map(it -> name(values, it)).toList();
      terms.add(new NodeAffinityTerm(term.key(), term.operator(), masked));
    }
    return new PodSet(
        set.name(),
        set.count(),
        set.minCount(),
        set.requests(),
        set.device(),
        labels(set.nodeSelector()),
        terms,
        set.tolerations().stream().map(this::toleration).toList(),
        set.topology(),
        set.group(),
        set.numa());
  }

  private HeldWorkload held(Workload workload, HeldWorkload held) {
    List<PodSetAssignment> assignments = new ArrayList<>();
    for (PodSetAssignment old : held.assignments()) {
      SortedMap<String, String> used = new TreeMap<>();
      old.flavors().forEach((resource, flavor) -> used.put(resource, name(flavors, flavor)));
      List<PodSetAssignment.NodeShare> shares = new ArrayList<>();
      for (PodSetAssignment.NodeShare share : old.nodes()) {
        shares.add(
            new PodSetAssignment.NodeShare(
                ref(share.node()), share.count(), share.devices(), share.starts()));
      }
      assignments.add(new PodSetAssignment(old.podSet(), old.count(), used, shares));
    }
    @Nullable JobId claimant = held.claimant();
    return new HeldWorkload(
        workload,
        assignments,
        held.admittedAt(),
        held.evicting(),
        claimant == null ? null : id(claimant));
  }

  /// In the order it had: that of equally frequent kinds would be another under other names.
  private ExpectedMix mix(ExpectedMix mix) {
    List<ExpectedMix.Kind> kinds = new ArrayList<>();
    mix.kinds().forEach(it -> kinds.add(new ExpectedMix.Kind(podSet(it.pod()), it.pods())));
    return new ExpectedMix(kinds);
  }

  private WorldMemory memory(WorldMemory memory) {
    SortedMap<JobId, java.time.Instant> claims = new TreeMap<>();
    memory.claims().forEach((job, since) -> claims.put(id(job), since));
    SortedMap<JobId, Integer> evictions = new TreeMap<>();
    memory.evictions().forEach((job, count) -> evictions.put(id(job), count));
    SortedMap<String, WorldMemory.Spent> spending = new TreeMap<>();
    memory.spending().forEach((project, spent) -> spending.put(name(projects, project), spent));
    return new WorldMemory(claims, evictions, spending);
  }
}
