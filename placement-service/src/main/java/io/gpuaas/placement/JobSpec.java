package io.gpuaas.placement;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.PodSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a tenant asked for, in one form for every backend. Durations in milliseconds.
///
/// @param image container image, as given
/// @param priorityClass one of the configured classes, for example `normal`
/// @param placement how its nodes are filled; null leaves it to the flavor and the policy
/// @param flavorOrder flavors in the order the job would rather have them; others come after them
/// @param maxRuntimeMillis declared longest run; the run is stopped after it
/// @param checkpointEveryMillis interval between checkpoints, 0 when it makes none
/// @param maxAttempts so many runs may fail by the platform's fault before the job fails; those
///   that are preempted do not count
/// @param backend what shall drive it on its cluster, where clusters leave a choice; empty for what
///   drives the cluster
/// @param simulation how the simulated cluster plays the run; null means its default
/// @param companions what it wants beside its pods; null for nothing
/// @param template the user's own manifest that its objects are made from; null for none
public record JobSpec(
    Type type,
    String image,
    List<String> command,
    List<String> args,
    SortedMap<String, String> env,
    List<PodSet> podSets,
    String priorityClass,
    boolean preemptible,
    boolean spanClusters,
    @Nullable PlacementStrategy placement,
    List<String> flavorOrder,
    long maxRuntimeMillis,
    long checkpointEveryMillis,
    int maxAttempts,
    long graceSeconds,
    String backend,
    @Nullable Simulation simulation,
    @Nullable Companions companions,
    @Nullable JobTemplate template) {

  /// Batch jobs end by themselves, notebooks are ended by their user.
  public enum Type {
    BATCH,
    NOTEBOOK
  }

  /// Used by the simulated cluster alone.
  ///
  /// @param runMillis run time once started
  /// @param startDelayMillis from dispatch to all pods running
  /// @param stopDelayMillis from stop to nothing left
  /// @param exitCode 0 = succeeds
  /// @param busyMillis so long its GPUs are used once started; null: as long as it runs
  public record Simulation(
      long runMillis,
      long startDelayMillis,
      long stopDelayMillis,
      int exitCode,
      @Nullable Long busyMillis) {
    /// One whose GPUs are used as long as it runs.
    public Simulation(long runMillis, long startDelayMillis, long stopDelayMillis, int exitCode) {
      this(runMillis, startDelayMillis, stopDelayMillis, exitCode, null);
    }
  }

  /// What goes along with pods on a real cluster.
  ///
  /// @param tensorBoardLogs folder below the job's checkpoints that a TensorBoard shows; empty for
  ///   none
  /// @param metricsPort of each pod, with metrics to scrape; 0 for none
  /// @param data what it reads and writes elsewhere
  /// @param secrets variables that the cluster takes from secrets
  public record Companions(
      String tensorBoardLogs, int metricsPort, List<DataUse> data, List<SecretUse> secrets) {
    public static final Companions NONE = new Companions("", 0);

    /// Stored specs that are older than `data` and `secrets` lack them.
    public Companions {
      data = List.copyOf(Objects.requireNonNullElse(data, List.of()));
      secrets = List.copyOf(Objects.requireNonNullElse(secrets, List.of()));
    }

    /// One that uses no data and no secrets.
    public Companions(String tensorBoardLogs, int metricsPort) {
      this(tensorBoardLogs, metricsPort, List.of(), List.of());
    }
  }

  /// Stored specs that are older than `flavorOrder` or `backend` lack it.
  public JobSpec {
    command = List.copyOf(command);
    args = List.copyOf(args);
    env = Collections.unmodifiableSortedMap(new TreeMap<>(env));
    podSets = List.copyOf(podSets);
    flavorOrder = List.copyOf(Objects.requireNonNullElse(flavorOrder, List.of()));
    backend = Objects.requireNonNullElse(backend, "");
  }

  /// The same, to be changed.
  public JobDraft draft() {
    return new JobDraft(this);
  }

  /// The same for other pods.
  public JobSpec withPodSets(List<PodSet> newPodSets) {
    return draft().podSets(newPodSets).spec();
  }

  /// The same with what goes along with its pods, and the manifest that it is made from.
  public JobSpec with(@Nullable Companions newCompanions, @Nullable JobTemplate newTemplate) {
    return draft().companions(newCompanions).template(newTemplate).spec();
  }

  /// GPUs of all pods in thousandths.
  ///
  /// @throws ArithmeticException when the sum does not fit into 64 bits; validation comes first
  public long milliGpus() {
    long sum = 0;
    for (PodSet podSet : podSets) {
      sum = Math.addExact(sum, podSet.milliGpus());
    }
    return sum;
  }
}
