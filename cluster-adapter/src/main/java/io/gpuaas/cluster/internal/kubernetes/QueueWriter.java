package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.QueueObjects.Difference;
import io.gpuaas.cluster.QueueObjects.Item;
import io.gpuaas.cluster.QueueObjects.Step;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.cluster.internal.queues.QueueChange;
import io.gpuaas.cluster.internal.queues.QueueManifests;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Compares and writes quota objects of one cluster. What differs is asked of the cluster itself,
/// by a dry run, so that its defaults are no differences.
public final class QueueWriter {
  private static final int CONFLICT = 409;
  private static final int NOT_FOUND = 404;
  private final ObjectApi api;

  public QueueWriter(KubernetesClient client) {
    this.api = new ObjectApi(client);
  }

  /// What becomes of each object.
  ///
  /// @param writes false for a dry run
  /// @throws KubernetesClientException when the cluster does not answer at all
  public List<Item> bringInLine(QueueManifests wanted, String instance, boolean writes) {
    List<Item> items = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>();
    boolean namespacesToCome = false;
    for (Manifest manifest : wanted.all()) {
      names.add(key(manifest.tree()));
      Item item = one(manifest, writes, namespacesToCome);
      namespacesToCome |= item.step() == Step.CREATE && item.kind().equals("Namespace");
      items.add(item);
    }
    for (Manifest.Kind kind : wanted.kinds()) {
      for (Tree left : api.ofQueues(kind, instance)) {
        if (!names.contains(key(left))) {
          items.add(item(Step.LEFT_OVER, left, List.of(), ""));
        }
      }
    }
    return items;
  }

  /// Labels of all nodes.
  public List<SortedMap<String, String>> nodes() {
    List<SortedMap<String, String>> nodes = new ArrayList<>();
    for (Tree node : api.all(Kinds.NODE)) {
      TreeMap<String, String> labels = new TreeMap<>();
      node.tree("metadata", "labels").fields().forEach((key, it) -> labels.put(key, it.toString()));
      nodes.add(labels);
    }
    return nodes;
  }

  private static String key(Tree object) {
    Tree metadata = object.tree("metadata");
    return "%s %s %s"
        .formatted(Kinds.of(object).name(), metadata.text("namespace"), metadata.text("name"));
  }

  /// What a dry run cannot show yet: objects of a namespace that is not there.
  private Item one(Manifest manifest, boolean writes, boolean namespacesToCome) {
    Tree wanted = manifest.tree();
    try {
      Tree before = api.find(wanted);
      boolean blind = before == null && !writes && namespacesToCome;
      Tree after = blind ? wanted : api.apply(wanted, !writes);
      return outcome(before, after, wanted);
    } catch (KubernetesClientException e) {
      if (e.getCode() == 0 || e.getCode() >= 500) {
        throw e;
      }
      String why = e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage();
      boolean missing = e.getCode() == NOT_FOUND;
      return item(
          e.getCode() == CONFLICT ? Step.CONFLICT : Step.REFUSED,
          wanted,
          List.of(),
          missing ? "The cluster does not know this kind: " + why : String.valueOf(why));
    }
  }

  private static Item outcome(@Nullable Tree before, Tree after, Tree wanted) {
    List<Difference> differences = QueueChange.between(before, after);
    Step step = before == null ? Step.CREATE : differences.isEmpty() ? Step.SAME : Step.CHANGE;
    return item(step, wanted, differences, "");
  }

  private static Item item(Step step, Tree object, List<Difference> differences, String detail) {
    Tree metadata = object.tree("metadata");
    return new Item(
        step,
        Kinds.of(object).name(),
        metadata.text("namespace"),
        metadata.text("name"),
        differences,
        detail);
  }
}
