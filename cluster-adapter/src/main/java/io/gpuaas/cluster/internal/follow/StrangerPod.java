package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.DeviceParts;
import io.gpuaas.placement.ForeignPod;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A pod that is not ours, and what it holds of its node: room that is not ours to give.
///
/// @param node where it is bound
/// @param holds what kube-scheduler counts for it
/// @param user null when it can hold no GPUs, as most cannot
public record StrangerPod(String uid, String node, ResourceAmounts holds, @Nullable GpuUser user) {
  static final String SHARED_GPU = Resources.GPU + ".shared";
  private static final String LOCAL_QUEUE = "kueue.x-k8s.io/local-queue-name";
  private static final String ASKED_QUEUE = "kueue.x-k8s.io/queue-name";

  /// What has to be known of a pod that holds GPUs.
  ///
  /// @param queue Kueue's LocalQueue; empty for none
  /// @param startedAt null before its containers ran
  public record GpuUser(
      String namespace,
      String name,
      ForeignPod.Workload workload,
      String queue,
      Instant boundAt,
      @Nullable Instant startedAt) {}

  /// A pod as its object says.
  ///
  /// @param now when it was seen, for one that does not say when it was bound
  public static StrangerPod of(Tree pod, Instant now) {
    TreeMap<String, Long> sum = new TreeMap<>();
    for (Tree container : pod.trees("spec", "containers")) {
      requests(container).forEach((name, amount) -> sum.merge(name, amount, Math::addExact));
    }
    // Those that run before the others, one after the other, need room for the largest of them.
    for (Tree container : pod.trees("spec", "initContainers")) {
      boolean stays = container.text("restartPolicy").equals("Always");
      requests(container)
          .forEach((name, amount) -> sum.merge(name, amount, stays ? Math::addExact : Math::max));
    }
    amounts(pod.tree("spec", "overhead"))
        .forEach((name, amount) -> sum.merge(name, amount, Math::addExact));
    sum.put(Resources.PODS, 1L);
    ResourceAmounts holds = new ResourceAmounts(sum);
    boolean hasGpus =
        holds.of(Resources.GPU) + holds.of(SHARED_GPU) > 0
            || sum.keySet().stream().anyMatch(name -> !Resources.migProfile(name).isEmpty())
            || !pod.trees("spec", "resourceClaims").isEmpty();
    return new StrangerPod(
        pod.text("metadata", "uid"),
        pod.text("spec", "nodeName"),
        holds,
        hasGpus ? user(pod, now) : null);
  }

  private static GpuUser user(Tree pod, Instant now) {
    Tree metadata = pod.tree("metadata");
    Instant bound = PodFacts.instant(pod.condition("PodScheduled").text("lastTransitionTime"));
    String queue = metadata.text("labels", LOCAL_QUEUE);
    return new GpuUser(
        metadata.text("namespace"),
        metadata.text("name"),
        workload(metadata),
        queue.isEmpty() ? metadata.text("labels", ASKED_QUEUE) : queue,
        bound == null ? now : bound,
        PodFacts.startedAt(pod));
  }

  /// What made it, else itself.
  private static ForeignPod.Workload workload(Tree metadata) {
    for (Tree owner : metadata.trees("ownerReferences")) {
      if (owner.flag("controller")) {
        return new ForeignPod.Workload(owner.text("kind"), owner.text("name"), owner.text("uid"));
      }
    }
    return new ForeignPod.Workload("Pod", metadata.text("name"), metadata.text("uid"));
  }

  /// With GPUs that it was given by claims, which its amounts do not tell.
  public StrangerPod withClaimed(long gpus) {
    ResourceAmounts claimed = ResourceAmounts.of(Resources.GPU, gpus);
    return gpus == 0 ? this : new StrangerPod(uid, node, holds.plus(claimed), user);
  }

  /// Thousandths of whole GPUs that it holds of its node; of a partition its part of the compute
  /// slices, as ours are counted.
  public long milliGpus(NodeFacts facts) {
    long devices = Math.addExact(holds.of(Resources.GPU), holds.of(SHARED_GPU));
    long milliGpus = Math.multiplyExact(devices, 1000L) / facts.sharesPerGpu();
    for (Map.Entry<String, Long> held : holds.byName().entrySet()) {
      String profile = Resources.migProfile(held.getKey());
      if (!profile.isEmpty()) {
        long each = DeviceParts.milliGpus(profile, facts.node());
        milliGpus = Math.addExact(milliGpus, Math.multiplyExact(each, held.getValue()));
      }
    }
    return milliGpus;
  }

  /// A device is requested by its limit.
  private static TreeMap<String, Long> requests(Tree container) {
    TreeMap<String, Long> wanted = amounts(container.tree("resources", "limits"));
    wanted.putAll(amounts(container.tree("resources", "requests")));
    return wanted;
  }

  private static TreeMap<String, Long> amounts(Tree texts) {
    TreeMap<String, Long> amounts = new TreeMap<>();
    texts
        .fields()
        .forEach(
            (name, text) -> {
              OptionalLong amount = Quantity.parse(name, text.toString());
              if (amount.isPresent()) {
                amounts.put(name, amount.getAsLong());
              }
            });
    return amounts;
  }
}
