package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import java.util.OptionalLong;
import java.util.TreeMap;

/// A pod that is not ours, and what it holds of its node: room that is not ours to give.
///
/// @param node where it is bound
/// @param holds what kube-scheduler counts for it
public record StrangerPod(String uid, String node, ResourceAmounts holds) {

  public static StrangerPod of(Tree pod) {
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
    return new StrangerPod(
        pod.text("metadata", "uid"), pod.text("spec", "nodeName"), new ResourceAmounts(sum));
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
