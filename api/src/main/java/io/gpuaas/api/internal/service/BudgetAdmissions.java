package io.gpuaas.api.internal.service;

import io.gpuaas.accounting.BudgetGate;
import io.gpuaas.accounting.BudgetGate.Ask;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.UsageEvent.RunRef;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.AdmissionGate;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.OrganisationSource;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ResourceGroup;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Placement's gate on accounting's budgets.
@Component
class BudgetAdmissions implements AdmissionGate {
  private static final RunId NOT_YET = new RunId("run_~asked");

  private final BudgetGate budgets;
  private final OrganisationSource organisation;
  private final WorldView view;

  BudgetAdmissions(BudgetGate budgets, OrganisationSource organisation, WorldView view) {
    this.budgets = budgets;
    this.organisation = organisation;
    this.view = view;
  }

  @Override
  public boolean enter() {
    return budgets.enter();
  }

  @Override
  public boolean isClosable() {
    return budgets.isClosable();
  }

  @Override
  public long generation(Instant now) {
    return budgets.generation(now);
  }

  @Override
  public @Nullable Instant nextGenerationAt(Instant now) {
    return budgets.nextGenerationAt(now);
  }

  @Override
  public Round round(Instant now) {
    BudgetGate.Round round = budgets.round(ProjectHomes.of(organisation.current()), now);
    return new Round() {
      @Override
      public Optional<WaitReason> reserve(Job job, RunId run, List<GpuHolding> holdings) {
        return round.reserve(ask(job, run, holdings, now));
      }

      @Override
      public Optional<WaitReason> clear(Job job) {
        return round.clear(ask(job, NOT_YET, likely(job, view.world()), now));
      }

      @Override
      public Optional<WaitReason> refusal(Job job) {
        return round.refusal(ask(job, NOT_YET, likely(job, view.world()), now));
      }
    };
  }

  @Override
  public Optional<WaitReason> refusal(Job job, Instant now) {
    return round(now).refusal(job);
  }

  private static Ask ask(Job job, RunId run, List<GpuHolding> holdings, Instant now) {
    RunRef ref =
        new RunRef(run, job.id(), job.attempt() + 1, job.name(), job.project(), job.user());
    return new Ask(ref, holdings, job.spec().maxRuntimeMillis(), now);
  }

  /// All that the job asks for, nominal, in the first flavor of its project.
  private static List<GpuHolding> likely(Job job, World world) {
    for (Project project : world.config().projects()) {
      if (project.name().equals(job.project())) {
        String pool = firstGpuFlavor(project);
        String model = model(world, pool);
        return job.milliGpus() == 0
            ? List.of()
            : List.of(new GpuHolding(pool, model, UsageClass.NOMINAL, job.milliGpus()));
      }
    }
    return List.of();
  }

  private static String firstGpuFlavor(Project project) {
    for (ResourceGroup group : project.resourceGroups()) {
      if (group.resources().contains(Resources.GPU) && !group.flavors().isEmpty()) {
        return group.flavors().getFirst();
      }
    }
    return "";
  }

  private static String model(World world, String pool) {
    for (Flavor flavor : world.config().flavors()) {
      if (flavor.name().equals(pool)) {
        for (Node node : world.nodes()) {
          if (node.labels().entrySet().containsAll(flavor.nodeLabels().entrySet())) {
            return node.gpuModel();
          }
        }
      }
    }
    return "";
  }
}
