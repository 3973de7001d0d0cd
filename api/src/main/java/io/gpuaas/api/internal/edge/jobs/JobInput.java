package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.money.Money;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobSpec;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// What is sent to submit a job or to ask for its plan.
@Schema(name = "JobSubmission")
record JobInput(
    @Schema(example = "llm-pretraining") @Size(min = 1, max = 63) String project,
    @Schema(description = "Unique among the project's live jobs", example = "llama-sft")
        @Size(min = 1, max = 255)
        String name,
    @Size(max = 64)
        @Nullable SortedMap<@Size(min = 1, max = 317) String, @Size(max = 255) String> labels,
    SpecInput spec,
    @Schema(
            description =
                "The job is cancelled when its lease is not renewed for so many seconds; for"
                    + " pipelines. No lease when left out",
            example = "45")
        @Min(15)
        @Max(86_400)
        @Nullable Integer leaseSeconds,
    @Schema(
            description =
                "The job is stopped, with notice, before it costs more; no limit when left out")
        @Nullable Money maxCost) {

  /// The work itself.
  @Schema(name = "JobSpecInput")
  record SpecInput(
      @Schema(defaultValue = "BATCH") JobSpec.@Nullable Type type,
      @Schema(
              description = "Required, unless a manifest says it",
              example = "registry.example/ml/train:1.4")
          @Size(min = 1, max = 1024)
          @Nullable String image,
      @Size(max = 256) @Nullable List<@Size(max = 32_768) String> command,
      @Size(max = 1024) @Nullable List<@Size(max = 32_768) String> args,
      @Size(max = 1024) @Nullable List<EnvInput> env,
      @Schema(description = "Data of the project that its pods use") @Size(max = 32)
          @Nullable List<DataInput> data,
      @Schema(
              description =
                  "Required, unless a manifest says them; with one, they may add topology, group"
                      + " and numa to what is read of it")
          @Size(min = 1, max = 16)
          @Nullable List<PodSetInput> podSets,
      @Schema(
              description =
                  "Instead of image and podSets: a Kubernetes manifest (Job, JobSet, TrainJob,"
                      + " RayJob, RayCluster, LeaderWorkerSet, PyTorchJob, Job of Volcano) that the"
                      + " job's objects are made from")
          @Size(min = 1, max = 64)
          @Nullable SortedMap<@Size(max = 255) String, Object> manifest,
      @Schema(
              description = "Folder below the job's checkpoints that a TensorBoard shows",
              example = "tb")
          @Size(min = 1, max = 255)
          @Pattern(
              regexp = "[A-Za-z0-9][A-Za-z0-9_.-]*(/[A-Za-z0-9][A-Za-z0-9_.-]*)*",
              message = "Must be a folder's name without leading / or parts like ..")
          @Nullable String tensorBoard,
      @Schema(description = "Port of each pod with metrics to scrape", example = "9400")
          @Min(1)
          @Max(65_535)
          @Nullable Integer metricsPort,
      @Schema(description = "A GPU model of a flavor; any when left out", example = "H200-141GB")
          @Size(min = 1, max = 63)
          @Nullable String gpuModel,
      @Schema(
              description =
                  "Instead of gpuModel: the GPU models that will do, the one it would rather have"
                      + " first",
              example = "[\"H200-141GB\", \"A100-80GB\"]")
          @Size(max = 16)
          @Nullable List<@Size(min = 1, max = 63) String> gpuModels,
      @Schema(description = "Name of a priority class", defaultValue = "normal")
          @Size(min = 1, max = 63)
          @Nullable String priority,
      @Schema(description = "May borrow and be preempted. Default: true for BATCH")
          @Nullable Boolean preemptible,
      @Schema(defaultValue = "false") @Nullable Boolean spanClusters,
      @Schema(
              description =
                  "How nodes are filled; as its flavor or the scheduling policy says when left out")
          @Nullable PlacementStrategy placement,
      @Schema(
              description = "The run is stopped after it. Required for BATCH; 8h for NOTEBOOK",
              example = "12h")
          @Size(max = 32)
          @Nullable String maxRuntime,
      @Schema(description = "Interval between checkpoints; none when left out", example = "30m")
          @Size(max = 32)
          @Nullable String checkpointEvery,
      @Schema(
              description =
                  "Runs that may fail by the platform's fault; the preempted do not count",
              defaultValue = "3")
          @Min(1)
          @Max(100)
          @Nullable Integer maxAttempts,
      @Schema(description = "Time between stop and kill", defaultValue = "30") @Min(0) @Max(86_400)
          @Nullable Integer graceSeconds,
      @Schema(
              description =
                  "What drives it on its cluster, where a cluster lets jobs choose; as that is"
                      + " driven when left out",
              example = "jobset")
          @Size(min = 1, max = 63)
          @Nullable String backend,
      @Nullable SimulationInput simulation) {}

  /// One variable of the environment. Values are stored and shown: for secrets there is
  /// `secretRef`.
  @Schema(name = "EnvironmentVariable")
  record EnvInput(
      @Schema(example = "NCCL_DEBUG")
          @Size(min = 1, max = 256)
          @Pattern(
              regexp = "[A-Za-z_][A-Za-z0-9_.-]*",
              message = "Must begin with a letter or _ and have only letters, digits, _ . and -.")
          String name,
      @Schema(description = "Either this or `secretRef`", example = "WARN") @Size(max = 32_768)
          @Nullable String value,
      @Nullable SecretKeyInput secretRef) {}

  /// A value that the cluster takes from a Secret; it is never sent here.
  @Schema(name = "SecretKey")
  record SecretKeyInput(
      @Schema(description = "A secret of the project", example = "hugging-face")
          @Size(min = 1, max = 253)
          String name,
      @Schema(example = "token") @Size(min = 1, max = 253) String key) {}

  /// A data source of the project as the job uses it.
  @Schema(name = "DataUse")
  record DataInput(
      @Schema(example = "imagenet") @Size(min = 1, max = 63) String source,
      @Schema(
              description =
                  "Folder in which its pods see a CLAIM or NFS. Where any data is, the variable"
                      + " GPUAAS_DATA_ and its name tells",
              example = "/data")
          @Size(min = 1, max = 255)
          @Nullable String mountPath,
      @Schema(defaultValue = "false") @Nullable Boolean readOnly) {}

  /// A group of equal pods.
  @Schema(name = "PodSetInput")
  record PodSetInput(
      @Schema(example = "worker")
          @Size(min = 1, max = 63)
          @Pattern(
              regexp = "[a-z0-9]([a-z0-9-]*[a-z0-9])?",
              message = "Must be lower-case letters, digits and -, as a DNS label.")
          String name,
      @Schema(example = "4") @Min(1) @Max(100_000) int count,
      @Schema(description = "Fewest pods to start with; `count` when left out")
          @Min(1)
          @Max(100_000)
          @Nullable Integer minCount,
      @Schema(
              description =
                  "Whole GPUs of one pod; 0 for a pod without, or with part of one by gpuFraction,"
                      + " gpuMemory or migProfile")
          @Min(0)
          @Max(1024)
          int gpusPerPod,
      @Schema(example = "16") @Size(max = 64) @Nullable String cpuPerPod,
      @Schema(example = "128Gi") @Size(max = 64) @Nullable String memoryPerPod,
      @Schema(description = "Part of one GPU, instead of whole ones", example = "0.5")
          @Size(max = 20)
          @Nullable String gpuFraction,
      @Schema(
              description = "Device memory of a part of one GPU, instead of whole ones",
              example = "20Gi")
          @Size(max = 64)
          @Nullable String gpuMemory,
      @Schema(description = "MIG profile, instead of whole GPUs", example = "3g.40gb")
          @Size(max = 32)
          @Pattern(
              regexp = "[1-9]g\\.[0-9]{1,3}gb(\\+me)?",
              message = "Must be a MIG profile such as 3g.40gb.")
          @Nullable String migProfile,
      @Schema(
              description =
                  "Whether a pod's GPUs lie on as few NUMA nodes as can hold them. REQUIRED needs"
                      + " machines that say which NUMA nodes they have",
              defaultValue = "NONE")
          @Nullable NumaWish numa,
      @Schema(
              description =
                  "Pod sets of one group are placed together, as a leader and its workers are")
          @Size(max = 63)
          @Nullable String group,
      @Size(max = 64)
          @Nullable SortedMap<@Size(max = 317) String, @Size(max = 63) String> nodeSelector,
      @Size(max = 64) @Nullable List<TolerationInput> tolerations,
      @Nullable TopologyInput topology) {}

  /// A taint that the pods put up with.
  @Schema(name = "TolerationWish")
  record TolerationInput(
      @Schema(description = "Any key when left out") @Size(max = 317) @Nullable String key,
      @Schema(description = "Any value when left out") @Size(max = 63) @Nullable String value,
      @Schema(
              description = "Any effect when left out",
              allowableValues = {"NoSchedule", "PreferNoSchedule", "NoExecute"})
          @Pattern(
              regexp = "NoSchedule|PreferNoSchedule|NoExecute",
              message = "Must be NoSchedule, PreferNoSchedule or NoExecute.")
          @Nullable String effect) {}

  /// Where the pods lie relative to each other.
  @Schema(name = "TopologyWish")
  record TopologyInput(
      TopologyRequest.Mode mode,
      @Schema(description = "A level of the hardware's topology; none when UNCONSTRAINED")
          @Size(max = 317)
          @Nullable String level,
      @Schema(
              description =
                  "So long the job would rather wait for one domain of a PREFERRED or BALANCED"
                      + " level than start in several",
              example = "30m")
          @Size(max = 32)
          @Nullable String patience,
      @Schema(
              description =
                  "Each group of `size` consecutive pods lies in one domain of `level`; the"
                      + " outermost first")
          @Size(max = 8)
          @Nullable List<SliceInput> slices) {}

  /// Pods that lie close together.
  @Schema(name = "TopologySliceWish")
  record SliceInput(@Size(min = 1, max = 317) String level, @Min(1) @Max(100_000) int size) {}

  /// How the simulated cluster plays the run; other clusters ignore it.
  @Schema(name = "SimulationWish")
  record SimulationInput(
      @Schema(example = "10m") @Size(max = 32) String runFor,
      @Schema(defaultValue = "0s") @Size(max = 32) @Nullable String startDelay,
      @Schema(defaultValue = "0s") @Size(max = 32) @Nullable String stopDelay,
      @Schema(defaultValue = "0") @Min(0) @Max(255) @Nullable Integer exitCode,
      @Schema(description = "So long its GPUs are used; as long as it runs when left out")
          @Size(max = 32)
          @Nullable String busyFor) {}
}
