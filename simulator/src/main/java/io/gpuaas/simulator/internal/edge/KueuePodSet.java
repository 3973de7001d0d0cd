package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.Quantity;
import io.gpuaas.quota.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A pod set of one of Kueue's workloads as that of a scenario's job. What its pods request is
/// counted as Kubernetes does: containers together, or the largest of those that run before them.
final class KueuePodSet {
  private KueuePodSet() {}

  static Tree of(Tree podSet) {
    Tree pod = KubeTree.at(podSet, "template", "spec");
    return new TreeFields()
        .text("name", KubeTree.text("main", podSet, "name"))
        .put("count", KubeTree.at(podSet, "count"))
        .put("minCount", KubeTree.at(podSet, "minCount"))
        .put("requests", requests(pod))
        .put("nodeSelector", KubeTree.at(pod, "nodeSelector"))
        .list("nodeAffinity", affinity(pod))
        .put("tolerations", tolerations(pod))
        .done();
  }

  private static Tree requests(Tree pod) {
    TreeMap<String, Long> together = new TreeMap<>();
    for (Tree container : KubeTree.items(pod, "containers")) {
      ofContainer(container).forEach((name, amount) -> together.merge(name, amount, Amount::plus));
    }
    TreeMap<String, Long> most = new TreeMap<>();
    for (Tree container : KubeTree.items(pod, "initContainers")) {
      boolean stays = KubeTree.text(container, "restartPolicy").equals("Always");
      if (stays) {
        ofContainer(container)
            .forEach((name, amount) -> together.merge(name, amount, Amount::plus));
      } else {
        ofContainer(container).forEach((name, amount) -> most.merge(name, amount, Math::max));
      }
    }
    most.forEach((name, amount) -> together.merge(name, amount, Math::max));
    amounts(KubeTree.at(pod, "overhead"))
        .forEach((name, amount) -> together.merge(name, amount, Amount::plus));
    TreeFields fields = new TreeFields();
    for (Map.Entry<String, Long> each : together.entrySet()) {
      String unit = each.getKey().equals("cpu") ? "m" : "";
      fields.text(each.getKey(), each.getValue() + unit);
    }
    return fields.done();
  }

  /// A limit is a request where there is none.
  private static Map<String, Long> ofContainer(Tree container) {
    Map<String, Long> amounts = amounts(KubeTree.at(container, "resources", "limits"));
    amounts.putAll(amounts(KubeTree.at(container, "resources", "requests")));
    return amounts;
  }

  private static Map<String, Long> amounts(Tree tree) {
    Map<String, Long> amounts = new TreeMap<>();
    if (tree instanceof Tree.Fields(var fields)) {
      for (Map.Entry<String, Tree> each : fields.entrySet()) {
        String text = KubeTree.text(each.getValue());
        Quantity.parse(each.getKey(), text).ifPresent(it -> amounts.put(each.getKey(), it));
      }
    }
    return amounts;
  }

  /// Of several terms, one of which must hold, none is carried over.
  private static List<Tree> affinity(Tree pod) {
    List<Tree> terms =
        KubeTree.items(
            pod,
            "affinity",
            "nodeAffinity",
            "requiredDuringSchedulingIgnoredDuringExecution",
            "nodeSelectorTerms");
    List<Tree> expressions = new ArrayList<>();
    if (terms.size() == 1) {
      for (Tree term : KubeTree.items(terms.getFirst(), "matchExpressions")) {
        expressions.add(
            new TreeFields()
                .put("key", KubeTree.at(term, "key"))
                .put("operator", KubeTree.at(term, "operator"))
                .put("values", KubeTree.at(term, "values"))
                .done());
      }
    }
    return expressions;
  }

  /// Without how long a taint is borne.
  private static Tree tolerations(Tree pod) {
    List<Tree> kept = new ArrayList<>();
    for (Tree each : KubeTree.items(pod, "tolerations")) {
      TreeFields fields = new TreeFields();
      for (String field : List.of("key", "operator", "value", "effect")) {
        fields.put(field, KubeTree.at(each, field));
      }
      kept.add(fields.done());
    }
    return kept.isEmpty() ? KubeTree.NOTHING : new Tree.Items(kept);
  }
}
