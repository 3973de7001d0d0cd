package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.JobPhase;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.QueuePlace;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// A job as it is now.
@Schema(name = "Job")
record JobDocument(
    @Schema(example = "job_01KBA0Q3W7Z1H5V8M2N4P6R9ST") String id,
    String name,
    String project,
    String user,
    SortedMap<String, String> labels,
    JobPhase phase,
    Instant phaseSince,
    @Schema(description = "Stable code beside the phase; empty when there is nothing to say")
        String reason,
    String message,
    @Schema(example = "normal") String priority,
    Instant submittedAt,
    @Schema(description = "When it last began to wait") Instant queuedAt,
    @Nullable Instant admittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Schema(description = "Number of the newest run, 0 before the first") int attempt,
    @Schema(description = "Runs that the platform failed; these alone count against maxAttempts")
        int failures,
    @Schema(description = "GPUs of all pods, as a decimal", example = "32") String gpus,
    @Nullable Integer exitCode,
    SpecDocument spec,
    @Schema(description = "Why it waits; null when it does not") @Nullable WaitingDocument waiting,
    @Schema(description = "Where the newest run lies or lay; null in lists and before the first")
        @Nullable List<PlacedPodSet> placement,
    CostDocument cost,
    long version) {

  /// What was asked for, with the defaults of what was left out.
  @Schema(name = "JobSpec")
  record SpecDocument(
      JobSpec.Type type,
      String image,
      List<String> command,
      List<String> args,
      List<EnvDocument> env,
      List<DataDocument> data,
      List<PodSetDocument> podSets,
      @Schema(description = "The user's own manifest that its objects are made from")
          @Nullable SortedMap<String, Object> manifest,
      @Nullable String tensorBoard,
      @Nullable Integer metricsPort,
      @Nullable String gpuModel,
      @Schema(description = "The models that will do, the best first; empty unless it gave several")
          List<String> gpuModels,
      String priority,
      boolean preemptible,
      boolean spanClusters,
      @Nullable PlacementStrategy placement,
      @Nullable String maxRuntime,
      @Nullable String checkpointEvery,
      int maxAttempts,
      long graceSeconds,
      @Nullable String backend,
      @Nullable SimulationDocument simulation) {}

  @Schema(name = "Environment")
  record EnvDocument(String name, @Nullable String value, @Nullable SecretKeyDocument secretRef) {}

  @Schema(name = "SecretKeyUse")
  record SecretKeyDocument(String name, String key) {}

  /// Data that its pods use.
  @Schema(name = "JobData")
  record DataDocument(String source, @Nullable String mountPath, boolean readOnly) {}

  @Schema(name = "PodSet")
  record PodSetDocument(
      String name,
      int count,
      int minCount,
      long gpusPerPod,
      @Nullable String cpuPerPod,
      @Nullable String memoryPerPod,
      @Nullable String gpuFraction,
      @Nullable String gpuMemory,
      @Nullable String migProfile,
      NumaWish numa,
      @Nullable String group,
      SortedMap<String, String> nodeSelector,
      List<TolerationDocument> tolerations,
      @Nullable TopologyDocument topology) {}

  @Schema(name = "TopologyRequest")
  record TopologyDocument(
      TopologyRequest.Mode mode,
      @Nullable String level,
      @Nullable String patience,
      List<SliceDocument> slices) {}

  @Schema(name = "TopologySlice")
  record SliceDocument(String level, int size) {}

  @Schema(name = "PodToleration")
  record TolerationDocument(
      @Nullable String key, @Nullable String value, @Nullable String effect) {}

  @Schema(name = "SimulatedRun")
  record SimulationDocument(
      String runFor, String startDelay, String stopDelay, int exitCode, @Nullable String busyFor) {}

  /// Why a job waits.
  ///
  /// @param reasons the dominant one first
  /// @param jobsAhead jobs of the same project before it
  @Schema(name = "Waiting")
  record WaitingDocument(
      List<WaitReason> reasons,
      int jobsAhead,
      String gpusAhead,
      @Schema(description = "null where projects are compared by dominant share instead")
          @Nullable PlaceDocument place) {}

  /// Its place among the next jobs of all projects: `score` = `priorityPoints` − `sharePoints`, the
  /// higher first, then the earlier. Projects within their own quota go before.
  ///
  /// @param spentGpuHours of its project over quota, decayed
  /// @param sharePoints what they take off; null when infinite, as is `score`
  @Schema(name = "QueuePlace")
  record PlaceDocument(
      @Schema(example = "100") String priorityPoints,
      @Schema(example = "12.5") String spentGpuHours,
      @Nullable String sharePoints,
      @Nullable String score) {
    static PlaceDocument of(QueuePlace it) {
      boolean infinite = Double.isInfinite(it.sharePoints());
      return new PlaceDocument(
          text(it.priorityPoints()),
          text(it.spentGpuHours()),
          infinite ? null : text(it.sharePoints()),
          infinite ? null : text(it.score()));
    }

    private static String text(double points) {
      return Fields.decimal(Math.round(points * 1000));
    }
  }

  /// Where a pod set lies.
  @Schema(name = "PlacedPodSet")
  record PlacedPodSet(
      String podSet, int count, SortedMap<String, String> flavors, List<PlacedNode> nodes) {}

  /// Pods on one node.
  ///
  /// @param devices indexes of the pods' GPUs, pod by pod, where they are known: on machines that
  ///   say their NUMA nodes, and of parts of GPUs
  /// @param labels the node's topology labels
  @Schema(name = "PlacedNode")
  record PlacedNode(
      String cluster,
      String node,
      int count,
      List<Integer> ranks,
      List<Integer> devices,
      SortedMap<String, String> labels) {}

  /// What it has cost until now.
  ///
  /// @param unratedGpuHours held, but under no rate: not in `amount`
  @Schema(name = "JobCost")
  record CostDocument(
      @Schema(example = "128.000000") String gpuHours, Money amount, String unratedGpuHours) {}
}
