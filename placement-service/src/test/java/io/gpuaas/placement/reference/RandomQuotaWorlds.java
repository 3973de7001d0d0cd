package io.gpuaas.placement.reference;

import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SchedulingPolicy.FairStrategy;
import io.gpuaas.placement.World;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.FlavorFungibility.Preference;
import io.gpuaas.quota.FlavorFungibility.Search;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.ResourceGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Small worlds without nodes, full of contention: cohorts up to four levels deep, limits, several
/// flavors and resources, all policies, running jobs that mostly fit and waiting jobs that mostly
/// do not.
final class RandomQuotaWorlds {
  static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private final Random random;
  private final int headsPerProject;
  private final List<String> resources;
  private final List<Flavor> flavors = new ArrayList<>();
  private final List<Cohort> cohorts = new ArrayList<>();
  private final List<Project> projects = new ArrayList<>();

  private RandomQuotaWorlds(Random random, int headsPerProject) {
    this.random = random;
    this.headsPerProject = headsPerProject;
    resources = random.nextInt(3) == 0 ? List.of("cpu", "memory") : List.of("cpu");
  }

  /// @param headsPerProject 1 = a cycle looks at the heads of queues, 0 = at each job
  static World of(long seed, int headsPerProject) {
    return new RandomQuotaWorlds(new Random(seed), headsPerProject).world();
  }

  private World world() {
    // Where all jobs are looked at, what follows a flavor that leads nowhere is not compared.
    int kinds = headsPerProject == 1 ? 1 + random.nextInt(3) : 1;
    for (int i = 0; i < kinds; i++) {
      flavors.add(flavor(i));
    }
    int groups = random.nextInt(5);
    for (int i = 0; i < groups; i++) {
      String parent = i == 0 || random.nextInt(5) == 0 ? null : "c" + random.nextInt(i);
      List<Quota> own = random.nextInt(3) == 0 ? quotas(flavorNames(), parent != null) : List.of();
      cohorts.add(new Cohort("c" + i, parent, weight(), own));
    }
    int tenants = 1 + random.nextInt(5);
    for (int i = 0; i < tenants; i++) {
      String cohort = groups == 0 || random.nextInt(8) == 0 ? null : "c" + random.nextInt(groups);
      projects.add(project("p" + i, cohort));
    }
    QuotaConfig config = new QuotaConfig(1, List.of(), flavors, cohorts, projects);
    return World.of(config, policy(), List.of(), held(config), waiting());
  }

  private SchedulingPolicy policy() {
    List<FairStrategy> strategies =
        switch (random.nextInt(4)) {
          case 0 -> List.of(FairStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE);
          case 1 -> List.of(FairStrategy.LESS_THAN_INITIAL_SHARE);
          default -> SchedulingPolicy.DEFAULT.preemptionStrategies();
        };
    return new SchedulingPolicy(
        random.nextBoolean(),
        strategies,
        SchedulingPolicy.DEFAULT.placement(),
        headsPerProject,
        false);
  }

  private Flavor flavor(int number) {
    SortedMap<String, String> labels = new TreeMap<>();
    if (random.nextInt(3) == 0) {
      labels.put("kind", "k" + random.nextInt(2));
    }
    String effect = random.nextBoolean() ? "NoSchedule" : "PreferNoSchedule";
    List<Taint> taints =
        random.nextInt(6) == 0 ? List.of(new Taint("spot", "yes", effect)) : List.of();
    List<Toleration> given =
        random.nextInt(4) == 0
            ? List.of(new Toleration("spot", "Equal", "yes", "NoSchedule"))
            : List.of();
    return new Flavor("f" + number, labels, taints, given, null);
  }

  private List<String> flavorNames() {
    return flavors.stream().map(Flavor::name).toList();
  }

  private <T> T pick(T[] choices) {
    return List.of(choices).get(random.nextInt(choices.length));
  }

  private long weight() {
    return List.of(1000L, 1000L, 1000L, 2000L, 500L, 0L).get(random.nextInt(6));
  }

  private List<Quota> quotas(List<String> names, boolean hasParent) {
    List<Quota> rows = new ArrayList<>();
    for (String flavor : names) {
      for (String resource : resources) {
        long nominal = random.nextInt(4) == 0 ? 0 : random.nextInt(9);
        Long borrow = hasParent && random.nextInt(3) == 0 ? (Long) (long) random.nextInt(6) : null;
        Long lend =
            hasParent && random.nextInt(3) == 0
                ? (Long) (long) random.nextInt((int) nominal + 1)
                : null;
        rows.add(new Quota(new FlavorResource(flavor, resource), nominal, borrow, lend));
      }
    }
    return rows;
  }

  private Project project(String name, @Nullable String cohort) {
    List<String> names = new ArrayList<>(flavorNames());
    Collections.shuffle(names, random);
    names = names.subList(0, 1 + random.nextInt(names.size()));
    List<ResourceGroup> groups = new ArrayList<>();
    if (names.size() > 1 && resources.size() > 1 && random.nextBoolean()) {
      int half = names.size() / 2;
      groups.add(new ResourceGroup(resources.subList(0, 1), names.subList(0, half)));
      groups.add(new ResourceGroup(resources.subList(1, 2), names.subList(half, names.size())));
    } else {
      groups.add(new ResourceGroup(resources, names));
    }
    return new Project(
        name,
        cohort,
        weight(),
        pick(Project.QueueingStrategy.values()),
        Project.StopPolicy.NONE,
        groups,
        quotas(names.stream().sorted().toList(), cohort != null),
        preemption(),
        fungibility());
  }

  private PreemptionPolicy preemption() {
    Integer threshold = random.nextBoolean() ? (Integer) (random.nextInt(4) - 1) : null;
    PreemptionPolicy.Borrow borrow = pick(PreemptionPolicy.Borrow.values());
    return new PreemptionPolicy(
        pick(PreemptionPolicy.WithinProject.values()),
        pick(PreemptionPolicy.Reclaim.values()),
        borrow,
        borrow == PreemptionPolicy.Borrow.NEVER ? null : threshold);
  }

  private FlavorFungibility fungibility() {
    Search borrow = pick(Search.values());
    Search preempt = pick(Search.values());
    boolean both = borrow == Search.TRY_NEXT_FLAVOR && preempt == Search.TRY_NEXT_FLAVOR;
    Preference preference = both ? pick(Preference.values()) : Preference.BORROWING_OVER_PREEMPTION;
    return new FlavorFungibility(borrow, preempt, preference);
  }

  private List<HeldWorkload> held(QuotaConfig config) {
    PlainQuota quota = new PlainQuota(config);
    List<HeldWorkload> result = new ArrayList<>();
    int tries = random.nextInt(16);
    for (int i = 0; i < tries; i++) {
      Project project = projects.get(random.nextInt(projects.size()));
      SortedMap<String, String> chosen = new TreeMap<>();
      SortedMap<FlavorResource, Long> usage = new TreeMap<>();
      ResourceAmounts amounts = ResourceAmounts.NONE;
      for (ResourceGroup group : project.resourceGroups()) {
        String flavor = group.flavors().get(random.nextInt(group.flavors().size()));
        for (String resource : group.resources()) {
          long amount = 1L + random.nextInt(4);
          amounts = amounts.with(resource, amount);
          chosen.put(resource, flavor);
          usage.put(new FlavorResource(flavor, resource), amount);
        }
      }
      String node = "project " + project.name();
      boolean fits =
          usage.entrySet().stream()
              .allMatch(it -> it.getValue() <= quota.available(node, it.getKey()));
      if (fits || random.nextInt(20) == 0) {
        quota.add(project.name(), usage);
        Workload job = job("r" + i, project, PodSet.of("main", 1, amounts));
        var assignment = new PodSetAssignment("main", 1, chosen, List.of());
        Instant at = START.plusSeconds(random.nextInt(6));
        result.add(new HeldWorkload(job, List.of(assignment), at, false, null));
      }
    }
    return result;
  }

  private List<Workload> waiting() {
    List<Workload> result = new ArrayList<>();
    for (Project project : projects) {
      int most = headsPerProject == 1 ? 1 : 1 + random.nextInt(3);
      int jobs = random.nextInt(8) == 0 ? most + 1 : most;
      for (int i = 0; i < jobs; i++) {
        PodSet[] sets = new PodSet[random.nextInt(3) == 0 ? 2 : 1];
        String group = random.nextInt(3) == 0 ? "g" : "";
        Arrays.setAll(sets, at -> podSet("set" + at, sets.length == 2 ? group : ""));
        result.add(job("w-" + project.name() + "-" + i, project, sets));
      }
    }
    return result;
  }

  private PodSet podSet(String name, String group) {
    int count = 1 + random.nextInt(3);
    int least = random.nextInt(4) == 0 ? 1 + random.nextInt(count) : count;
    Map<String, Long> amounts = new TreeMap<>();
    for (String resource : resources) {
      amounts.put(resource, random.nextInt(12) == 0 ? 0L : 1L + random.nextInt(3));
    }
    if (resources.size() > 1 && random.nextInt(4) == 0) {
      amounts.remove(resources.get(random.nextInt(2)));
    }
    SortedMap<String, String> selector = new TreeMap<>();
    if (random.nextInt(5) == 0) {
      selector.put("kind", "k" + random.nextInt(2));
      selector.put("zone", "z");
    }
    List<NodeAffinityTerm> affinity = new ArrayList<>();
    if (random.nextInt(6) == 0) {
      NodeAffinityTerm.Operator operator =
          random.nextBoolean() ? NodeAffinityTerm.Operator.IN : NodeAffinityTerm.Operator.NOT_IN;
      affinity.add(new NodeAffinityTerm("kind", operator, List.of("k" + random.nextInt(2))));
    }
    List<Toleration> tolerations =
        random.nextInt(4) == 0 ? List.of(new Toleration("spot", "Exists", "", "")) : List.of();
    return new PodSet(
        name,
        count,
        least,
        ResourceAmounts.of(amounts),
        DeviceShare.WHOLE,
        selector,
        affinity,
        tolerations,
        null,
        group);
  }

  private Workload job(String id, Project project, PodSet... sets) {
    return new Workload(
        new JobId(id),
        project.name(),
        random.nextInt(4) - 1,
        START.plusSeconds(random.nextInt(8)),
        List.of(sets),
        true,
        false,
        0,
        null);
  }
}
