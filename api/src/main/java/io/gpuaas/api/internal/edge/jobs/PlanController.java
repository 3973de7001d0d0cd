package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.accounting.PriceEstimates;
import io.gpuaas.accounting.PriceEstimates.PriceEstimate;
import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.config.FreeGpus;
import io.gpuaas.api.internal.edge.jobs.JobDocument.PlacedPodSet;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.Fault;
import io.gpuaas.core.GpuHolding;
import io.gpuaas.core.JobId;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Resources;
import io.gpuaas.core.UsageClass;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobService;
import io.gpuaas.placement.PlanAnswer;
import io.gpuaas.placement.SubmitJob;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Says what would become of a job, without submitting it.
@RestController
@RequestMapping("/api/v1/jobs:plan")
@Tag(name = "Jobs")
final class PlanController {
  private final JobService service;
  private final JobQueries queries;
  private final JobDocuments documents;
  private final PriceEstimates prices;
  private final WorldView view;
  private final InstantSource clock;

  PlanController(
      JobService service,
      JobQueries queries,
      JobDocuments documents,
      PriceEstimates prices,
      WorldView view,
      InstantSource clock) {
    this.service = service;
    this.queries = queries;
    this.documents = documents;
    this.prices = prices;
    this.view = view;
    this.clock = clock;
  }

  /// What would become of the job if it were submitted now. Nothing is held for it.
  ///
  /// @param reasons why not now, the dominant one first
  /// @param largestGang most GPUs that a job with such pods could get now, in one cluster
  /// @param placement where it would lie; null unless it fits now
  /// @param wouldPreempt jobs that would have to stop for it
  @Schema(name = "Plan")
  record PlanDocument(
      PlanAnswer.Feasible feasible,
      List<WaitReason> reasons,
      String gpus,
      String freeNow,
      String largestGang,
      SplitDocument quota,
      PriceDocument price,
      @Nullable List<PlacedPodSet> placement,
      List<VictimDocument> wouldPreempt,
      List<String> warnings) {}

  /// GPUs by the quota they would count against.
  ///
  /// @param gpuModels of the GPUs it would get, which the price is for
  @Schema(name = "QuotaSplit")
  record SplitDocument(String nominal, String borrowed, List<String> gpuModels) {}

  /// What it would cost.
  ///
  /// @param atMaxRuntime null when no longest run is declared
  @Schema(name = "PlanPrice")
  record PriceDocument(Money perHour, @Nullable Money atMaxRuntime) {}

  /// A job that would have to stop.
  ///
  /// @param job and `jobName` are null when the caller may not see the job
  @Schema(name = "PlanVictim")
  record VictimDocument(
      @Nullable String job, @Nullable String jobName, @Nullable String project, String gpus) {}

  @PostMapping
  @Operation(
      operationId = "planJob",
      summary = "Would it run, where, and at what price",
      description = "Takes the body of a submission. Changes nothing.")
  PlanDocument plan(Call call, @RequestBody JobInput body) {
    call.requireProject(Permission.JOB_SUBMIT, body.project());
    SubmitJob wish = documents.reader().read(body, call.caller().login());
    List<Fault> faults = service.check(wish);
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    PlanAnswer answer = queries.plan(wish);
    PriceEstimate price =
        prices.estimate(answer.holdings(), wish.spec().maxRuntimeMillis(), clock.instant());
    return new PlanDocument(
        answer.feasible(),
        answer.reasons(),
        Fields.decimal(wish.spec().milliGpus()),
        Fields.decimal(answer.freeMilliGpus()),
        Long.toString(largestGang(wish)),
        split(answer.holdings()),
        price(wish, price),
        answer.assignments().isEmpty() ? null : documents.placement(answer.assignments()),
        victims(call, answer.victims()),
        warnings(wish, answer, price));
  }

  private static PriceDocument price(SubmitJob wish, PriceEstimate price) {
    return new PriceDocument(
        Money.of(price.perHour(), price.currency()),
        wish.spec().maxRuntimeMillis() == 0
            ? null
            : Money.of(price.atMaxRuntime(), price.currency()));
  }

  private long largestGang(SubmitJob wish) {
    long podGpus =
        wish.spec().podSets().stream()
            .mapToLong((PodSet it) -> it.requests().of(Resources.GPU))
            .max()
            .orElse(0);
    World world = view.world();
    SortedSet<String> names = new TreeSet<>();
    for (Project project : world.config().projects()) {
      if (project.name().equals(wish.project())) {
        project.resourceGroups().forEach(group -> names.addAll(group.flavors()));
      }
    }
    List<SortedMap<String, String>> labels =
        world.config().flavors().stream()
            .filter(flavor -> names.contains(flavor.name()))
            .map(flavor -> flavor.nodeLabels())
            .toList();
    return FreeGpus.of(world, labels, Math.max(1, podGpus)).largestGang();
  }

  private static SplitDocument split(List<GpuHolding> holdings) {
    long nominal = 0;
    long borrowed = 0;
    SortedSet<String> models = new TreeSet<>();
    for (GpuHolding holding : holdings) {
      models.add(holding.model().isEmpty() ? holding.pool() : holding.model());
      if (holding.usageClass() == UsageClass.BORROWED) {
        borrowed += holding.milliGpus();
      } else {
        nominal += holding.milliGpus();
      }
    }
    return new SplitDocument(
        Fields.decimal(nominal), Fields.decimal(borrowed), List.copyOf(models));
  }

  private List<VictimDocument> victims(Call call, List<JobId> ids) {
    List<VictimDocument> victims = new ArrayList<>();
    for (JobId id : ids) {
      Job job = queries.find(id).orElse(null);
      if (job != null) {
        boolean seen = call.caller().may(Permission.JOB_READ, Scope.project(job.project()));
        victims.add(
            new VictimDocument(
                seen ? id.value() : null,
                seen ? job.name() : null,
                VisibleJobs.project(call, job),
                Fields.decimal(job.milliGpus())));
      }
    }
    return victims;
  }

  private static List<String> warnings(SubmitJob wish, PlanAnswer answer, PriceEstimate price) {
    List<String> warnings = new ArrayList<>();
    boolean borrows =
        answer.holdings().stream()
            .anyMatch(it -> it.usageClass() == UsageClass.BORROWED && it.milliGpus() > 0);
    if (borrows) {
      warnings.add("The borrowed part can be taken back: the job may be preempted.");
    }
    if (borrows && wish.spec().checkpointEveryMillis() == 0) {
      warnings.add("It makes no checkpoints: a preempted run begins anew.");
    }
    if (price.unratedMilliGpus() > 0) {
      String gpus = Fields.decimal(price.unratedMilliGpus());
      warnings.add("%s GPUs have no price: they are not in the estimate.".formatted(gpus));
    }
    return warnings;
  }
}
