package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.cluster.ManifestPreviews;
import io.gpuaas.cluster.ManifestPreviews.Preview;
import io.gpuaas.core.Fault;
import io.gpuaas.core.JobId;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterBackends;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.SubmitJob;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Shows as which objects a job is, or would be, on a cluster.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Jobs")
final class ManifestsController {
  private final JobQueries queries;
  private final InventoryAdmin inventory;
  private final ClusterBackends backends;
  private final ManifestPreviews previews;
  private final JobDocuments documents;

  ManifestsController(
      JobQueries queries,
      InventoryAdmin inventory,
      ClusterBackends backends,
      ManifestPreviews previews,
      JobDocuments documents) {
    this.queries = queries;
    this.inventory = inventory;
    this.backends = backends;
    this.previews = previews;
    this.documents = documents;
  }

  /// @param cluster whose settings were used; null when only a backend was asked for
  /// @param manifests in the order of making; none for a simulated cluster
  @Schema(name = "JobManifests")
  record ManifestsDocument(
      String backend,
      @Nullable String cluster,
      List<SortedMap<String, Object>> manifests,
      List<UnmetDocument> unmet) {}

  /// What the backend cannot give.
  @Schema(name = "UnmetRequest")
  record UnmetDocument(String pointer, String code, String detail) {}

  @GetMapping("/jobs/{id}/manifests")
  @Operation(
      operationId = "getJobManifests",
      summary = "Objects of a job on its cluster",
      description = "Those of its newest run, or what another backend would be sent.")
  ManifestsDocument get(
      Call call,
      @PathVariable String id,
      @Parameter(description = "Another backend than that of the job's cluster", example = "kueue")
          @RequestParam(required = false)
          @Nullable String backend) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    List<Run> runs = queries.runs(job.id());
    Run run = runs.isEmpty() ? null : runs.getLast();
    Cluster own = clusterOf(run);
    Cluster asked =
        backend == null || (own != null && own.backendOf(job.spec()).equals(backend))
            ? own
            : new Cluster("", backend, new TreeMap<>());
    if (asked == null) {
      throw ProblemException.ofParameter(
          "backend", "must be given as long as the job has no run.", "");
    }
    requireKnown(asked);
    return document(previews.of(job, run, asked), asked);
  }

  @PostMapping("/jobs:render")
  @Operation(
      operationId = "renderJob",
      summary = "Objects that a job would be",
      description =
          """
          Takes the body of a submission, and a backend or a cluster. The pods are placed as they \
          would be now, where they would fit. Nothing is stored.\
          """)
  ManifestsDocument render(
      Call call,
      @RequestBody JobInput body,
      @Parameter(
              description = "Objects of this backend, with its usual settings",
              example = "kueue")
          @RequestParam(required = false)
          @Nullable String backend,
      @Parameter(
              description = "Objects of the backend of this cluster, with its settings",
              example = "east")
          @RequestParam(required = false)
          @Nullable String cluster) {
    call.requireProject(Permission.JOB_SUBMIT, body.project());
    SubmitJob asks = documents.reader().read(body, call.caller().login());
    Cluster asked = asked(backend, cluster);
    SubmitJob wish = backend == null ? asks : asks.with(asks.spec().draft().backend("").spec());
    requireKnown(asked);
    return document(previews.of(wish, queries.plan(wish).assignments(), asked), asked);
  }

  private Cluster asked(@Nullable String backend, @Nullable String cluster) {
    if (cluster != null) {
      Cluster found =
          inventory
              .cluster(cluster)
              .map(Versioned::value)
              .orElseThrow(() -> ProblemException.notFound("No cluster", cluster));
      return backend == null ? found : new Cluster(cluster, backend, found.settings());
    }
    if (backend == null) {
      throw ProblemException.ofParameter("backend", "or cluster must be given.", "");
    }
    return new Cluster("", backend, new TreeMap<>());
  }

  private static ManifestsDocument document(Preview preview, Cluster asked) {
    return new ManifestsDocument(
        preview.backend(),
        asked.name().isEmpty() ? null : asked.name(),
        preview.objects(),
        preview.unmet().stream()
            .map(it -> new UnmetDocument(it.pointer(), it.code(), it.detail()))
            .toList());
  }

  private void requireKnown(Cluster asked) {
    for (Fault fault : backends.faults("", asked)) {
      if (fault.pointer().equals("/backend")) {
        throw ProblemException.ofParameter("backend", fault.detail(), asked.backend());
      }
    }
  }

  private @Nullable Cluster clusterOf(@Nullable Run run) {
    if (run == null) {
      return null;
    }
    return run.cluster().flatMap(inventory::cluster).map(Versioned::value).orElse(null);
  }
}
