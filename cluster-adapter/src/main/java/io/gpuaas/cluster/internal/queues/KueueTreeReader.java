package io.gpuaas.cluster.internal.queues;

import io.gpuaas.cluster.KueueTree;
import io.gpuaas.cluster.KueueTree.Cell;
import io.gpuaas.cluster.KueueTree.ClusterQueue;
import io.gpuaas.cluster.KueueTree.Cohort;
import io.gpuaas.cluster.KueueTree.LocalQueue;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads Kueue's objects as one tree. A cohort that is only named by its members is one, too.
public final class KueueTreeReader {
  private final Site site;

  public KueueTreeReader(Site site) {
    this.site = site;
  }

  public KueueTree read(List<Tree> cohorts, List<Tree> queues, List<Tree> localQueues) {
    TreeMap<String, Cohort> byName = new TreeMap<>();
    for (Tree queue : queues) {
      name(byName, queue.text("spec", "cohortName"));
    }
    for (Tree cohort : cohorts) {
      Tree spec = cohort.tree("spec");
      String name = cohort.text("metadata", "name");
      name(byName, spec.text("parentName"));
      byName.put(name, new Cohort(name, orNull(spec.text("parentName")), cells(cohort)));
    }
    return new KueueTree(
        List.copyOf(byName.values()),
        queues.stream().map(this::queue).sorted(Comparator.comparing(ClusterQueue::name)).toList(),
        localQueues.stream()
            .map(this::localQueue)
            .sorted(Comparator.comparing(LocalQueue::namespace).thenComparing(LocalQueue::name))
            .toList());
  }

  private static void name(Map<String, Cohort> byName, String cohort) {
    if (!cohort.isEmpty()) {
      byName.putIfAbsent(cohort, new Cohort(cohort, null, List.of()));
    }
  }

  private ClusterQueue queue(Tree queue) {
    Tree active = queue.condition("Active");
    boolean works = active.text("status").equals("True");
    return new ClusterQueue(
        queue.text("metadata", "name"),
        orNull(queue.text("spec", "cohortName")),
        isOurs(queue),
        works,
        works ? "" : active.text("message"),
        queue.number("status", "pendingWorkloads"),
        queue.number("status", "admittedWorkloads"),
        cells(queue));
  }

  private LocalQueue localQueue(Tree queue) {
    String namespace = queue.text("metadata", "namespace");
    String name = queue.text("metadata", "name");
    return new LocalQueue(
        namespace,
        name,
        queue.text("spec", "clusterQueue"),
        site.foreignProject(namespace, name),
        isOurs(queue),
        queue.number("status", "pendingWorkloads"),
        queue.number("status", "admittedWorkloads"));
  }

  private boolean isOurs(Tree object) {
    Tree labels = object.tree("metadata", "labels");
    return labels.text(RunShape.INSTANCE).equals(site.instance())
        && labels.has(QueueManifests.LABEL);
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static List<Cell> cells(Tree object) {
    List<Cell> cells = new ArrayList<>();
    for (Tree group : object.trees("spec", "resourceGroups")) {
      for (Tree flavor : group.trees("flavors")) {
        for (Tree quota : flavor.trees("resources")) {
          cells.add(cell(object, flavor.text("name"), quota));
        }
      }
    }
    return cells;
  }

  private static Cell cell(Tree object, String flavor, Tree quota) {
    String resource = quota.text("name");
    Tree used = named(named(object.trees("status", "flavorsUsage"), flavor), resource);
    return new Cell(
        flavor,
        resource,
        quota.text("nominalQuota"),
        orNull(quota.text("borrowingLimit")),
        orNull(quota.text("lendingLimit")),
        amount(used.text("total")),
        amount(used.text("borrowed")));
  }

  private static Tree named(Tree parent, String name) {
    return named(parent.trees("resources"), name);
  }

  private static Tree named(List<Tree> trees, String name) {
    return trees.stream()
        .filter(tree -> tree.text("name").equals(name))
        .findFirst()
        .orElse(Tree.EMPTY);
  }

  /// What is not said is none.
  private static String amount(String text) {
    return text.isEmpty() ? "0" : text;
  }
}
