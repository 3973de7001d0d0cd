package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.World;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The world in mid-cycle: who runs and stays, what quota is used once the victims so far are gone
/// and those they went for are in, and what is held at this moment.
final class PlainState {
  final QuotaConfig config;
  final boolean fair;
  final boolean finalShareFirst;
  final boolean twoStrategies;
  final PlainQuota quota;
  final PlainQuota heldNow;
  final List<PlainRun> staying = new ArrayList<>();

  PlainState(World world) {
    config = world.config();
    fair = world.policy().fairSharing();
    var strategies = world.policy().preemptionStrategies();
    twoStrategies = strategies.size() == 2;
    finalShareFirst = strategies.getFirst().name().contains("FINAL");
    quota = new PlainQuota(config);
    heldNow = new PlainQuota(config);
    for (HeldWorkload held : world.held()) {
      PlainRun run = new PlainRun(held.workload(), usageOf(held), held.admittedAt());
      staying.add(run);
      quota.add(run.job().project(), run.usage());
      heldNow.add(run.job().project(), run.usage());
    }
  }

  private static SortedMap<FlavorResource, Long> usageOf(HeldWorkload held) {
    SortedMap<FlavorResource, Long> usage = new TreeMap<>();
    for (int i = 0; i < held.assignments().size(); i++) {
      var assignment = held.assignments().get(i);
      var requests = held.workload().podSets().get(i).requests();
      assignment
          .flavors()
          .forEach(
              (resource, flavor) ->
                  usage.merge(
                      new FlavorResource(flavor, resource),
                      requests.of(resource) * assignment.count(),
                      Long::sum));
    }
    return usage;
  }

  Project project(String name) {
    return config.projects().stream()
        .filter(project -> project.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  void without(PlainRun run) {
    quota.remove(run.job().project(), run.usage());
  }

  void with(PlainRun run) {
    quota.add(run.job().project(), run.usage());
  }
}
