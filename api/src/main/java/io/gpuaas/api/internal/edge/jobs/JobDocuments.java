package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.accounting.CostQueries;
import io.gpuaas.accounting.CostQueries.JobCost;
import io.gpuaas.api.internal.edge.jobs.JobDocument.CostDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.PlaceDocument;
import io.gpuaas.api.internal.edge.jobs.JobDocument.PlacedNode;
import io.gpuaas.api.internal.edge.jobs.JobDocument.PlacedPodSet;
import io.gpuaas.api.internal.edge.jobs.JobDocument.WaitingDocument;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.cluster.ManifestTemplates;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobQueries.Waiting;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.OrganisationSource;
import io.gpuaas.quota.QuotaAdmin;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Puts documents of jobs together from what placement and accounting know of them.
@Component
final class JobDocuments {
  private static final JobId NO_JOB = new JobId("job_none");

  private final JobQueries jobs;
  private final CostQueries costs;
  private final WorldView world;
  private final WaitingJobs waiting;
  private final QuotaAdmin quota;
  private final OrganisationSource organisation;
  private final ManifestTemplates manifests;
  private final HoldUps holdUps;
  private final InstantSource clock;
  private volatile @Nullable KnownModels models;
  private volatile String currency = "";

  private record KnownModels(long generation, GpuModels models) {}

  JobDocuments(
      JobQueries jobs,
      CostQueries costs,
      WorldView world,
      WaitingJobs waiting,
      QuotaAdmin quota,
      OrganisationSource organisation,
      ManifestTemplates manifests,
      HoldUps holdUps,
      InstantSource clock) {
    this.jobs = jobs;
    this.costs = costs;
    this.world = world;
    this.waiting = waiting;
    this.quota = quota;
    this.organisation = organisation;
    this.manifests = manifests;
    this.holdUps = holdUps;
    this.clock = clock;
  }

  /// The whole document of one job.
  JobDocument one(Job job) {
    JobCost cost = costs.ofJob(job.id(), clock.instant());
    Waiting reasons =
        switch (job.phase()) {
          case QUEUED -> jobs.waiting(job.id()).orElse(null);
          case ADMITTED -> holdUps.of(job).orElse(null);
          default -> null;
        };
    return document(job, cost, reasons, placement(job), models());
  }

  /// Documents for a list, without placements.
  List<JobDocument> many(List<Job> found) {
    List<JobId> ids = found.stream().map(Job::id).toList();
    SortedMap<JobId, JobCost> cost = costs.ofJobs(ids, clock.instant());
    SortedMap<JobId, Waiting> reasons = waiting.of(found);
    GpuModels models = models();
    return found.stream()
        .map(it -> document(it, cost.get(it.id()), reasons.get(it.id()), null, models))
        .toList();
  }

  /// The document of a job that was submitted this moment: it has cost nothing, and why it waits is
  /// not known yet.
  JobDocument fresh(Job job) {
    return document(job, null, null, null, models());
  }

  /// Reads submissions, by the flavors that there are now.
  JobReader reader() {
    return new JobReader(models(), manifests, quota);
  }

  /// GPU models of the flavors, read anew when the configuration has changed.
  GpuModels models() {
    long generation = organisation.current().generation();
    KnownModels known = models;
    if (known == null || known.generation() != generation) {
      GpuModels read = GpuModels.of(quota.flavors().list().stream().map(Versioned::value).toList());
      known = new KnownModels(generation, read);
      models = known;
    }
    return known.models();
  }

  private String currency() {
    String known = currency;
    if (known.isEmpty()) {
      known = costs.ofJob(NO_JOB, clock.instant()).currency();
      currency = known;
    }
    return known;
  }

  private JobDocument document(
      Job job,
      @Nullable JobCost cost,
      @Nullable Waiting reasons,
      @Nullable List<PlacedPodSet> placement,
      GpuModels models) {
    JobCost known = cost == null ? WaitingJobs.costNothing(job.id(), currency()) : cost;
    return new JobDocument(
        job.id().value(),
        job.name(),
        job.project(),
        job.user(),
        job.labels(),
        job.phase(),
        job.phaseSince(),
        job.reason(),
        job.message(),
        job.spec().priorityClass(),
        job.submittedAt(),
        job.queuedAt(),
        job.admittedAt(),
        job.startedAt(),
        job.endedAt(),
        job.attempt(),
        job.failures(),
        Fields.decimal(job.milliGpus()),
        job.exitCode(),
        SpecDocuments.of(job.spec(), models),
        waiting(reasons),
        placement,
        new CostDocument(
            known.time().gpuHours().toPlainString(),
            Money.of(known.charge(), known.currency()),
            known.unrated().gpuHours().toPlainString()),
        job.version());
  }

  private static @Nullable WaitingDocument waiting(@Nullable Waiting waiting) {
    return waiting == null
        ? null
        : new WaitingDocument(
            waiting.reasons(),
            waiting.jobsAhead(),
            Fields.decimal(waiting.milliGpusAhead()),
            waiting.place() == null ? null : PlaceDocument.of(waiting.place()));
  }

  private @Nullable List<PlacedPodSet> placement(Job job) {
    List<Run> runs = job.attempt() == 0 ? List.of() : jobs.runs(job.id());
    return runs.isEmpty() ? null : placement(runs.getLast().assignments());
  }

  /// Where assignments lie, with ranks counted through each pod set.
  List<PlacedPodSet> placement(List<PodSetAssignment> assignments) {
    SortedSet<String> levels = new TreeSet<>();
    world.world().config().topologies().forEach(it -> levels.addAll(it.levels()));
    List<PlacedPodSet> placed = new ArrayList<>();
    for (PodSetAssignment assignment : assignments) {
      placed.add(
          new PlacedPodSet(
              assignment.podSet(),
              assignment.count(),
              assignment.flavors(),
              nodes(assignment, levels)));
    }
    return placed;
  }

  private List<PlacedNode> nodes(PodSetAssignment assignment, SortedSet<String> levels) {
    List<PlacedNode> nodes = new ArrayList<>();
    int rank = 0;
    for (PodSetAssignment.NodeShare share : assignment.nodes()) {
      List<Integer> ranks = IntStream.range(rank, rank + share.count()).boxed().toList();
      rank += share.count();
      NodeRef ref = share.node();
      nodes.add(
          new PlacedNode(
              ref.cluster(),
              ref.name(),
              share.count(),
              ranks,
              share.devices(),
              labels(ref, levels)));
    }
    return nodes;
  }

  private SortedMap<String, String> labels(NodeRef ref, SortedSet<String> levels) {
    return world
        .world()
        .node(ref)
        .map(
            node -> {
              SortedMap<String, String> labels = new TreeMap<>(node.labels());
              labels.keySet().retainAll(levels);
              return labels;
            })
        .orElse(Collections.emptySortedMap());
  }
}
