package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.cluster.ManifestPreviews;
import io.gpuaas.core.JobId;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.DataUse;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.Run;
import io.gpuaas.quota.DataSource;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Where the files of a job are, as far as its cluster tells. They themselves never pass through
/// here.
@RestController
@RequestMapping("/api/v1/jobs/{id}/files")
@Tag(name = "Jobs")
final class FilesController {
  private static final String SIMULATED = "simulated";

  private final JobQueries queries;
  private final InventoryAdmin inventory;
  private final ManifestPreviews previews;

  FilesController(JobQueries queries, InventoryAdmin inventory, ManifestPreviews previews) {
    this.queries = queries;
    this.inventory = inventory;
    this.previews = previews;
  }

  /// @param tensorBoard its address within the cluster; null where the job asked for none
  /// @param checkpointPlace folder of the pods, or address; null where the cluster keeps none
  /// @param checkpoints the last of each attempt that made one, oldest first
  @Schema(name = "JobFiles")
  record FilesDocument(
      @Schema(example = "http://run-01-tb.vision.svc:6006") @Nullable String tensorBoard,
      @Schema(example = "/checkpoints") @Nullable String checkpointPlace,
      List<CheckpointDocument> checkpoints,
      List<PlaceDocument> places) {}

  /// That a job could go on from there.
  @Schema(name = "Checkpoint")
  record CheckpointDocument(int attempt, Instant at) {}

  /// Data that its pods use, and where they may write.
  ///
  /// @param at folder of the pods, or address
  @Schema(name = "FilePlace")
  record PlaceDocument(
      @Schema(example = "imagenet") String source,
      DataSource.Kind kind,
      @Schema(example = "/data/imagenet") String at,
      boolean readOnly) {}

  @GetMapping
  @Operation(
      operationId = "getJobFiles",
      summary = "Where a job's files are",
      description =
          """
          Its TensorBoard, where its checkpoints go and when the last of each attempt was made, \
          and the data that its pods use; those that are not `readOnly` are where it may leave \
          results. A simulated cluster makes up the address of a TensorBoard, which ends in \
          `.simulated`, and has no place for checkpoints.\
          """)
  FilesDocument get(Call call, @PathVariable String id) {
    Job job = VisibleJobs.find(queries, call, new JobId(id));
    List<Run> runs = queries.runs(job.id());
    List<CheckpointDocument> checkpoints = new ArrayList<>();
    for (Run run : runs) {
      if (run.checkpointAt() != null) {
        checkpoints.add(new CheckpointDocument(run.attempt(), run.checkpointAt()));
      }
    }
    Run newest = runs.isEmpty() ? null : runs.getLast();
    Cluster cluster = newest == null ? null : clusterOf(newest);
    List<SortedMap<String, Object>> objects =
        cluster == null ? List.of() : previews.of(job, newest, cluster).objects();
    return new FilesDocument(
        RenderedFiles.tensorBoard(objects).or(() -> madeUp(job, newest, cluster)).orElse(null),
        RenderedFiles.checkpoints(objects).orElse(null),
        checkpoints,
        places(job));
  }

  /// Nobody answers there, as nobody runs.
  private static Optional<String> madeUp(Job job, @Nullable Run run, @Nullable Cluster cluster) {
    JobSpec.Companions wanted = job.spec().companions();
    boolean asked = wanted != null && !wanted.tensorBoardLogs().isEmpty();
    if (run == null || cluster == null || !cluster.backend().equals(SIMULATED) || !asked) {
      return Optional.empty();
    }
    String name = run.id().value().toLowerCase(Locale.ROOT).replace('_', '-');
    return Optional.of("http://%s-tb.%s.simulated:6006".formatted(name, job.project()));
  }

  private @Nullable Cluster clusterOf(Run run) {
    return run.cluster().flatMap(inventory::cluster).map(Versioned::value).orElse(null);
  }

  private static List<PlaceDocument> places(Job job) {
    List<DataUse> data =
        job.spec().companions() == null ? List.of() : job.spec().companions().data();
    return data.stream()
        .map(it -> new PlaceDocument(it.source(), it.kind(), it.whereabouts(), it.readOnly()))
        .toList();
  }
}
