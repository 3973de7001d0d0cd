package io.gpuaas;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryDocument;
import io.gpuaas.placement.JobDraft;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.OrganisationDocument;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Team;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Two projects with 8 GPUs each that lend them to each other, on one simulated cluster of two
/// nodes.
final class TwoProjects {
  static final FlavorResource CELL = new FlavorResource("h200", Resources.GPU);

  private TwoProjects() {}

  static SubmitJob wish(String project, String name, int nodes, long seconds) {
    PodSet workers = PodSet.of("workers", nodes, ResourceAmounts.of(Resources.GPU, 8));
    JobSpec spec =
        new JobDraft("registry.local/train:1", workers)
            .maxAttempts(3)
            .simulation(new JobSpec.Simulation(seconds * 1000, 0, 10_000, 0))
            .spec();
    return new SubmitJob(project, name, "ada", Collections.emptySortedMap(), spec);
  }

  static OrganisationDocument organisation() {
    Flavor flavor =
        new Flavor("h200", new TreeMap<>(Map.of("gpu", "h200")), List.of(), List.of(), null);
    return new OrganisationDocument(
        null,
        List.of(new Department("lab", "Lab", null, null)),
        List.of(new Team("team", "Team", "lab")),
        List.of(),
        List.of(new FlavorSettings(flavor, "H200-141GB")),
        List.of(),
        List.of(new CohortSettings("all", null, 1000)),
        List.of(project("blue"), project("red")),
        List.of(quota("blue"), quota("red")));
  }

  static ProjectSettings project(String name) {
    return new ProjectSettings(
        name,
        name,
        "team",
        "all",
        1000,
        Project.QueueingStrategy.BEST_EFFORT_FIFO,
        Project.StopPolicy.NONE,
        List.of(new ResourceGroup(List.of(Resources.GPU), List.of("h200"))),
        PreemptionPolicy.DEFAULT,
        FlavorFungibility.DEFAULT);
  }

  static QuotaSet quota(String project) {
    return new QuotaSet(QuotaOwner.project(project), List.of(new Quota(CELL, 8, null, null)));
  }

  static InventoryDocument inventory(SortedMap<String, String> settings) {
    return new InventoryDocument(
        List.of(new Cluster("east", "simulated", settings)),
        List.of(node("n1"), node("n2")),
        SchedulingPolicy.DEFAULT);
  }

  static Node node(String name) {
    return new Node(
        new NodeRef("east", name),
        new TreeMap<>(Map.of("gpu", "h200")),
        ResourceAmounts.of(Map.of(Resources.GPU, 8L, Resources.PODS, 110L)),
        0,
        "H200-141GB",
        false,
        List.of(),
        true,
        true);
  }
}
