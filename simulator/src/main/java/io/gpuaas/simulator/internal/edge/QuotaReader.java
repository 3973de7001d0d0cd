package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads `cohorts` and `projects`.
record QuotaReader(Names names, Clock clock) {
  private static final long WEIGHT_MAX = 1_000_000_000_000L;

  /// The cohorts declared and those only named as a parent or by a project, in name order.
  List<Cohort> cohorts(FieldReader document, List<Project> projects) {
    SortedMap<String, Cohort> cohorts = new TreeMap<>();
    SortedMap<String, String> parents = new TreeMap<>();
    SortedMap<String, String> paths = new TreeMap<>();
    for (FieldReader reader : document.objects("cohorts")) {
      Cohort cohort = cohort(reader);
      cohorts.put(cohort.name(), cohort);
      if (cohort.parent() != null) {
        parents.put(cohort.name(), cohort.parent());
        paths.put(cohort.name(), reader.path("parent"));
      }
    }
    TreeSet<String> named = new TreeSet<>(parents.values());
    projects.stream().map(Project::cohort).filter(c -> c != null).forEach(named::add);
    for (String name : named) {
      cohorts.putIfAbsent(name, new Cohort(name, null, 1000, List.of()));
    }
    names.cohorts.addAll(cohorts.keySet());
    names.checkCycles(parents, paths, document.faults());
    return List.copyOf(cohorts.values());
  }

  private Cohort cohort(FieldReader reader) {
    String name = reader.requiredText("name");
    Names.declare(reader, name, names.cohorts);
    Cohort cohort =
        new Cohort(
            name,
            reader.optionalText("parent"),
            reader.milli("fairWeight", 0, WEIGHT_MAX, 1000),
            quotas(reader));
    reader.finish();
    return cohort;
  }

  private List<Quota> quotas(FieldReader owner) {
    List<Quota> quotas = new ArrayList<>();
    SortedSet<FlavorResource> seen = new TreeSet<>();
    for (FieldReader reader : owner.objects("quotas")) {
      FlavorResource cell = cell(reader, names);
      if (!seen.add(cell)) {
        String value = cell.flavor() + " " + cell.resource();
        reader.faults().add(reader.path(), "DUPLICATE", value, "each flavor and resource once");
      }
      if (!reader.has("nominal")) {
        reader.faults().missing(reader.path("nominal"), "a quantity of 0 or more");
      }
      quotas.add(
          new Quota(
              cell,
              reader.quantity("nominal", cell.resource()).orElse(0),
              limit(reader, "borrowingLimit", cell.resource()),
              limit(reader, "lendingLimit", cell.resource()),
              reader.time("drainBy", clock)));
      reader.finish();
    }
    return quotas;
  }

  static FlavorResource cell(FieldReader reader, Names names) {
    String flavor = reader.requiredText("flavor");
    if (reader.has("flavor")) {
      Names.check(reader, "flavor", flavor, names.flavors);
    }
    return new FlavorResource(flavor, reader.requiredText("resource"));
  }

  private static @Nullable Long limit(FieldReader reader, String field, String resource) {
    OptionalLong limit = reader.quantity(field, resource);
    return limit.isPresent() ? (Long) limit.getAsLong() : null;
  }

  List<Project> projects(FieldReader document) {
    List<Project> projects = new ArrayList<>();
    for (FieldReader reader : document.objects("projects")) {
      String name = reader.requiredText("name");
      Names.declare(reader, name, names.projects);
      List<Quota> quotas = quotas(reader);
      projects.add(
          new Project(
              name,
              reader.optionalText("cohort"),
              reader.milli("fairWeight", 0, WEIGHT_MAX, 1000),
              reader.choice(
                  "queueingStrategy",
                  Spellings.QUEUEING,
                  Project.QueueingStrategy.BEST_EFFORT_FIFO),
              reader.choice("stopPolicy", Spellings.STOP, Project.StopPolicy.NONE),
              groups(reader, quotas),
              quotas,
              preemption(reader),
              fungibility(reader)));
      reader.finish();
    }
    return projects;
  }

  private List<ResourceGroup> groups(FieldReader project, List<Quota> quotas) {
    if (!project.has("resourceGroups")) {
      return groupsOf(quotas);
    }
    List<ResourceGroup> groups = new ArrayList<>();
    for (FieldReader reader : project.objects("resourceGroups")) {
      List<String> resources = reader.names("resources");
      List<String> flavors = reader.names("flavors");
      flavors.forEach(flavor -> Names.check(reader, "flavors", flavor, names.flavors));
      groups.add(new ResourceGroup(resources, flavors));
      reader.finish();
    }
    return groups;
  }

  /// When left out: resources with quota in the same flavors form a group, flavors as they come.
  private static List<ResourceGroup> groupsOf(List<Quota> quotas) {
    SequencedMap<String, List<String>> flavors = new LinkedHashMap<>();
    for (Quota quota : quotas) {
      flavors
          .computeIfAbsent(quota.cell().resource(), _ -> new ArrayList<>())
          .add(quota.cell().flavor());
    }
    SequencedMap<List<String>, List<String>> resources = new LinkedHashMap<>();
    flavors.forEach(
        (resource, list) -> resources.computeIfAbsent(list, _ -> new ArrayList<>()).add(resource));
    List<ResourceGroup> groups = new ArrayList<>();
    resources.forEach((list, covered) -> groups.add(new ResourceGroup(covered, list)));
    return groups;
  }

  private static PreemptionPolicy preemption(FieldReader project) {
    FieldReader reader = project.child("preemption");
    if (reader == null) {
      return PreemptionPolicy.DEFAULT;
    }
    PreemptionPolicy.Borrow borrow = PreemptionPolicy.Borrow.NEVER;
    Integer threshold = null;
    FieldReader child = reader.child("borrowWithinCohort");
    if (child != null) {
      borrow = child.choice("policy", Spellings.BORROW, borrow);
      if (child.has("maxPriorityThreshold")) {
        threshold = child.integer("maxPriorityThreshold", Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
      }
      child.finish();
    }
    PreemptionPolicy policy =
        new PreemptionPolicy(
            reader.choice(
                "withinProject",
                Spellings.WITHIN_PROJECT,
                PreemptionPolicy.WithinProject.LOWER_PRIORITY),
            reader.choice("reclaimWithinCohort", Spellings.RECLAIM, PreemptionPolicy.Reclaim.ANY),
            borrow,
            threshold);
    reader.finish();
    return policy;
  }

  private static FlavorFungibility fungibility(FieldReader project) {
    FieldReader reader = project.child("flavorFungibility");
    FlavorFungibility base = FlavorFungibility.DEFAULT;
    if (reader == null) {
      return base;
    }
    FlavorFungibility fungibility =
        new FlavorFungibility(
            reader.choice("whenCanBorrow", Spellings.SEARCH, base.whenCanBorrow()),
            reader.choice("whenCanPreempt", Spellings.SEARCH, base.whenCanPreempt()),
            reader.choice("preference", Spellings.PREFERENCE, base.preference()));
    reader.finish();
    return fungibility;
  }
}
