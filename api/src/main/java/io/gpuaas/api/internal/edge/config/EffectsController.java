package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.NodeRef;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.QuotaOwner;
import io.gpuaas.quota.QuotaSet;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// What a change of quotas or nodes would do, before it is made.
@RestController
@RequestMapping("/api/v1")
final class EffectsController {
  private final Effects effects;
  private final InventoryAdmin inventory;

  EffectsController(Effects effects, InventoryAdmin inventory) {
    this.inventory = inventory;
    this.effects = effects;
  }

  @PostMapping("/projects/{name}/quotas:preview")
  @Tag(name = "Quotas")
  @Operation(
      operationId = "previewProjectQuotas",
      summary = "What other quotas of a project would do now",
      description = "Takes the body of the change. Changes nothing.")
  EffectDocument ofProject(
      Call call, @PathVariable String name, @RequestBody QuotasController.QuotasInput body) {
    call.requireProject(Permission.QUOTA_READ, name);
    return of(call, QuotasController.set(QuotaOwner.project(name), body));
  }

  @PostMapping("/cohorts/{name}/quotas:preview")
  @Tag(name = "Quotas")
  @Operation(
      operationId = "previewCohortQuotas",
      summary = "What other quotas of a cohort would do now",
      description = "Takes the body of the change. Changes nothing.")
  EffectDocument ofCohort(
      Call call, @PathVariable String name, @RequestBody QuotasController.QuotasInput body) {
    call.requireAnywhere(Permission.QUOTA_READ);
    boolean known =
        effects.now().config().cohorts().stream().anyMatch(cohort -> cohort.name().equals(name));
    if (!known) {
      throw ProblemException.notFound("No cohort", name);
    }
    return of(call, QuotasController.set(QuotaOwner.cohort(name), body));
  }

  private EffectDocument of(Call call, QuotaSet quotas) {
    World world = effects.now();
    QuotaConfig config = with(world.config(), quotas);
    return effects.of(call, world, new WorldChange.ConfigReplaced(config, world.policy()));
  }

  private static QuotaConfig with(QuotaConfig config, QuotaSet quotas) {
    QuotaOwner owner = quotas.owner();
    return new QuotaConfig(
        config.generation(),
        config.topologies(),
        config.flavors(),
        config.cohorts().stream()
            .map(it -> owner.equals(QuotaOwner.cohort(it.name())) ? with(it, quotas) : it)
            .toList(),
        config.projects().stream()
            .map(it -> owner.equals(QuotaOwner.project(it.name())) ? with(it, quotas) : it)
            .toList());
  }

  private static Cohort with(Cohort it, QuotaSet quotas) {
    return new Cohort(it.name(), it.parent(), it.fairWeightMilli(), quotas.quotas());
  }

  private static Project with(Project it, QuotaSet quotas) {
    return new Project(
        it.name(),
        it.cohort(),
        it.fairWeightMilli(),
        it.queueingStrategy(),
        it.stopPolicy(),
        it.resourceGroups(),
        quotas.quotas(),
        it.preemption(),
        it.fungibility());
  }

  @GetMapping("/clusters/{cluster}/nodes/{name}/drain-effect")
  @Tag(name = "Capacity")
  @Operation(
      operationId = "getDrainEffect",
      summary = "What draining a node would do now",
      description = "What runs there goes on; `capacity` and waiting jobs show what is lost.")
  EffectDocument ofDrain(Call call, @PathVariable String cluster, @PathVariable String name) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    World world = effects.now();
    Node node =
        world
            .node(new NodeRef(cluster, name))
            .orElseThrow(() -> ProblemException.notFound("No node", cluster + "/" + name));
    return effects.of(call, world, new WorldChange.NodeSet(drained(node)));
  }

  @GetMapping("/clusters/{name}/drain-effect")
  @Tag(name = "Capacity")
  @Operation(
      operationId = "getClusterDrainEffect",
      summary = "What draining a cluster would do now",
      description = "What draining a node says, of all nodes of the cluster at once.")
  EffectDocument ofClusterDrain(Call call, @PathVariable String name) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    if (inventory.cluster(name).isEmpty()) {
      throw ProblemException.notFound("No cluster", name);
    }
    World world = effects.now();
    List<WorldChange> drains = new ArrayList<>();
    for (Node node : world.nodes()) {
      if (node.ref().cluster().equals(name)) {
        drains.add(new WorldChange.NodeSet(drained(node)));
      }
    }
    return effects.of(call, world, drains);
  }

  private static Node drained(Node it) {
    return new Node(
        it.ref(),
        it.labels(),
        it.capacity(),
        it.gpuMemoryBytes(),
        it.gpuModel(),
        it.mig(),
        it.taints(),
        it.ready(),
        false);
  }
}
