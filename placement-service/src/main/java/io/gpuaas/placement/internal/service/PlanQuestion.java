package io.gpuaas.placement.internal.service;

import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Resources;
import io.gpuaas.core.RunId;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.AdmissionCycle;
import io.gpuaas.placement.CyclePlan;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.PlanAnswer;
import io.gpuaas.placement.PlanAnswer.Feasible;
import io.gpuaas.placement.PlanStep;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldChange;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Amount;
import io.gpuaas.placement.internal.lifecycle.UsageClasses.Holder;
import io.gpuaas.placement.internal.lifecycle.Workloads;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ResourceGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Answers "what if I submitted this now" with the engine that decides, on a world that has the
/// job.
@Component
class PlanQuestion {
  private static final JobId ASKED = new JobId("job_~asked");
  private static final RunId RUN = new RunId("run_~asked");
  private final AdmissionCycle cycle = new AdmissionCycle();

  PlanAnswer answer(World world, SubmitJob wish, int priority, Instant now) {
    Job job = StoredJobs.job(wish, priority, ASKED, now);
    World asked = world.with(List.of(new WorldChange.Queued(Workloads.of(job, null))));
    CyclePlan plan = cycle.plan(asked, now);
    PoolTable pools = new PoolTable(asked.config(), byRef(asked));
    List<JobId> victims = new ArrayList<>();
    PlanStep.@Nullable Admit admit = null;
    boolean never = false;
    for (PlanStep step : plan.steps()) {
      switch (step) {
        case PlanStep.Admit found when found.job().equals(ASKED) -> admit = found;
        case PlanStep.Preempt found when found.claimant().equals(ASKED) -> victims.add(found.job());
        case PlanStep.Reject found when found.job().equals(ASKED) -> never = true;
        case PlanStep.Admit _, PlanStep.Preempt _, PlanStep.Reject _, PlanStep.Drain _ -> {}
      }
    }
    Start start =
        admit != null
            ? new Start(admit, held -> false)
            : never ? Start.NEVER : later(asked, job, victims, now);
    List<WaitReason> reasons = admit == null ? cycle.advise(asked, ASKED, now) : List.of();
    return new PlanAnswer(
        admit != null ? Feasible.NOW : never ? Feasible.NEVER : Feasible.LATER,
        reasons,
        admit == null ? List.of() : admit.assignments(),
        holdings(asked, pools, job, start, now),
        victims,
        freeMilliGpus(asked, wish.project()));
  }

  private static SortedMap<NodeRef, Node> byRef(World world) {
    TreeMap<NodeRef, Node> nodes = new TreeMap<>();
    world.nodes().forEach(node -> nodes.put(node.ref(), node));
    return nodes;
  }

  private static List<GpuHolding> holdings(
      World world, PoolTable pools, Job job, Start start, Instant now) {
    Holder asked =
        start.admit() == null
            ? new Holder(RUN, job.spec().preemptible(), now, ifNever(world, job))
            : pools.holder(job, RUN, now, start.admit().assignments());
    TreeMap<RunId, Holder> holders = new TreeMap<>();
    holders.put(RUN, asked);
    for (HeldWorkload held : world.held()) {
      if (held.workload().project().equals(job.project()) && !start.gone().test(held)) {
        RunId id = new RunId("run_~" + held.workload().id());
        holders.put(id, holder(pools, held, id));
      }
    }
    return Objects.requireNonNull(pools.split(job.project(), holders).get(RUN));
  }

  private static Holder holder(PoolTable pools, HeldWorkload held, RunId id) {
    List<Amount> amounts = pools.amounts(held.workload().podSets(), held.assignments());
    return new Holder(id, held.workload().preemptible(), held.admittedAt(), amounts);
  }

  /// How the job would start.
  ///
  /// @param admit null when it never does
  /// @param gone whose room it needs first
  private record Start(PlanStep.@Nullable Admit admit, Predicate<HeldWorkload> gone) {
    /// What the engine has rejected starts in no emptier world either.
    static final Start NEVER = new Start(null, held -> true);
  }

  /// When its turn comes. Decided with ever fewer others: without those that would be stopped for
  /// it, without other projects, without anybody. Nobody else waits.
  private Start later(World world, Job job, List<JobId> victims, Instant now) {
    List<Predicate<HeldWorkload>> stages =
        List.of(
            held -> victims.contains(held.workload().id()),
            held -> !held.workload().project().equals(job.project()),
            held -> true);
    for (Predicate<HeldWorkload> gone : stages) {
      List<WorldChange> changes = new ArrayList<>();
      world.held().stream()
          .filter(gone)
          .forEach(held -> changes.add(new WorldChange.Released(held.workload().id(), now)));
      world.waiting().stream()
          .filter(waiting -> !waiting.id().equals(ASKED))
          .forEach(waiting -> changes.add(new WorldChange.Unqueued(waiting.id())));
      for (PlanStep step : cycle.plan(world.with(changes), now).steps()) {
        if (step instanceof PlanStep.Admit admit && admit.job().equals(ASKED)) {
          return new Start(admit, gone);
        }
      }
    }
    return Start.NEVER;
  }

  /// A job that would start in no case is taken to be in the first flavor of its project.
  private static List<Amount> ifNever(World world, Job job) {
    return job.milliGpus() == 0 ? List.of() : List.of(inFirstFlavor(world, job));
  }

  private static Amount inFirstFlavor(World world, Job job) {
    String pool = "";
    for (Project project : world.config().projects()) {
      if (project.name().equals(job.project())) {
        pool = firstGpuFlavor(project);
      }
    }
    String flavor = pool;
    String model =
        world.config().flavors().stream()
            .filter(it -> it.name().equals(flavor))
            .flatMap(it -> world.nodes().stream().filter(node -> carries(node, it)))
            .map(Node::gpuModel)
            .filter(it -> !it.isEmpty())
            .findFirst()
            .orElse("");
    return new Amount(pool, model, job.milliGpus());
  }

  private static boolean carries(Node node, Flavor flavor) {
    return node.labels().entrySet().containsAll(flavor.nodeLabels().entrySet());
  }

  private static String firstGpuFlavor(Project project) {
    for (ResourceGroup group : project.resourceGroups()) {
      if (group.resources().contains(Resources.GPU) && !group.flavors().isEmpty()) {
        return group.flavors().getFirst();
      }
    }
    return "";
  }

  /// Free GPUs on the healthy nodes of all flavors that the project may use.
  private static long freeMilliGpus(World world, String project) {
    List<Flavor> flavors = gpuFlavors(world, project);
    long gpus = 0;
    for (Node node : world.nodes()) {
      boolean usable = flavors.stream().anyMatch(flavor -> carries(node, flavor));
      if (usable && node.ready() && node.schedulable()) {
        gpus += world.freeGpus(node.ref());
      }
    }
    return Math.multiplyExact(gpus, 1000L);
  }

  private static List<Flavor> gpuFlavors(World world, String name) {
    TreeSet<String> names = new TreeSet<>();
    for (Project project : world.config().projects()) {
      if (project.name().equals(name)) {
        project.resourceGroups().stream()
            .filter(group -> group.resources().contains(Resources.GPU))
            .forEach(group -> names.addAll(group.flavors()));
      }
    }
    return world.config().flavors().stream()
        .filter(flavor -> names.contains(flavor.name()))
        .toList();
  }
}
