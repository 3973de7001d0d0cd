package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.jobs.EffectiveFields.FieldDocument;
import io.gpuaas.core.JobId;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.Run;
import io.gpuaas.placement.WorldView;
import io.gpuaas.quota.QuotaAdmin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// What a job's spec comes to, and what gave it each field.
@RestController
@RequestMapping("/api/v1/jobs/{id}/effective-spec")
@Tag(name = "Jobs")
final class EffectiveSpecController {
  private final JobQueries queries;
  private final JobDocuments documents;
  private final WorldView view;
  private final QuotaAdmin quota;
  private final InventoryAdmin inventory;

  EffectiveSpecController(
      JobQueries queries,
      JobDocuments documents,
      WorldView view,
      QuotaAdmin quota,
      InventoryAdmin inventory) {
    this.queries = queries;
    this.documents = documents;
    this.view = view;
    this.quota = quota;
    this.inventory = inventory;
  }

  /// A job's spec as its newest run has it, or its next one would.
  ///
  /// @param cluster null before the first run
  @Schema(name = "EffectiveSpec")
  record EffectiveSpecDocument(
      String job,
      @Nullable String run,
      @Nullable String cluster,
      @Nullable String backend,
      List<FieldDocument> fields) {}

  @GetMapping
  @Operation(
      operationId = "getEffectiveSpec",
      summary = "A job's spec with the source of each field",
      description =
          """
          `asked` is what the submission or its manifest said, null where it said nothing; `value` \
          is what holds. A value that equals its default is shown as the default's, even if it was \
          given.\
          """)
  EffectiveSpecDocument get(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    List<Run> runs = queries.runs(job.id());
    Run run = runs.isEmpty() ? null : runs.getLast();
    Cluster cluster = run == null ? null : clusterOf(run);
    EffectiveFields fields =
        new EffectiveFields(
            SpecDocuments.of(job.spec(), documents.models()), job, view.world(), quota);
    fields.addSpec();
    if (run != null) {
      fields.addFlavors(run.assignments());
    }
    if (cluster != null) {
      fields.addCluster(cluster);
    }
    return new EffectiveSpecDocument(
        job.id().value(),
        run == null ? null : run.id().value(),
        cluster == null ? null : cluster.name(),
        cluster == null ? null : cluster.backendOf(job.spec()),
        fields.all());
  }

  private @Nullable Cluster clusterOf(Run run) {
    return run.cluster().flatMap(inventory::cluster).map(Versioned::value).orElse(null);
  }
}
