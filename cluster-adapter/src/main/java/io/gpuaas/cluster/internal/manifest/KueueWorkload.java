package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.RunId;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.QueueTurn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A job before a Kueue that governs: a Workload of ours that asks for what the job asks for, and
/// belongs to no object. One for each attempt; Kueue's quota is its as long as it is there.
public final class KueueWorkload {
  /// Of which attempt a Workload is.
  public static final String ATTEMPT = RunShape.PREFIX + "attempt";

  private KueueWorkload() {}

  /// Of the attempt that the job waits for.
  public static String nameOf(Job job) {
    String plain = RunShape.nameOf(new RunId(job.id().value()));
    return "%s-%d".formatted(plain, nextAttempt(job));
  }

  private static int nextAttempt(Job job) {
    return job.attempt() + 1;
  }

  /// What has to be there before it; empty where we do not make namespaces.
  public static List<Manifest> before(Job job, Site site) {
    return site.createsNamespaces()
        ? List.of(
            Manifest.apply(Kinds.NAMESPACE, site.namespaceMetadata(job.project()), Tree.EMPTY))
        : List.of();
  }

  public static Manifest of(Job job, Site site) {
    Tree labels =
        site.ownLabels()
            .with(RunShape.JOB, job.id().value())
            .with(ATTEMPT, Integer.toString(nextAttempt(job)));
    Tree metadata =
        Tree.of(
            "name", nameOf(job),
            "namespace", site.namespace(job.project()),
            "labels", labels,
            "annotations", Tree.of(RunShape.JOB_NAME, job.name()));
    List<Tree> podSets =
        job.spec().podSets().stream().map(podSet -> podSet(job, podSet, site)).toList();
    Tree spec =
        Tree.of(
            "queueName",
            site.queueOf(job.project()),
            "active",
            true,
            "priority",
            job.priority(),
            "podSets",
            podSets);
    return Manifest.create(Kinds.KUEUE_WORKLOAD, metadata, Tree.of("spec", spec));
  }

  private static Tree podSet(Job job, PodSet podSet, Site site) {
    Tree amounts = site.devices().amounts(podSet);
    Tree container =
        Tree.of(
            "name", "main",
            "image", job.spec().image(),
            "resources", Tree.of("requests", amounts, "limits", amounts));
    Tree pod =
        Tree.of(
                "restartPolicy", "Never",
                "containers", List.of(container),
                "tolerations", PodTemplates.ownTolerations(podSet))
            .merge(PodTemplates.unpinned(podSet));
    Tree tree =
        Tree.of(
            "name", podSet.name(),
            "count", podSet.count(),
            "template", Tree.of("spec", pod));
    Tree topology = site.admission() == Admission.KUEUE_AND_NODES ? topology(podSet) : Tree.EMPTY;
    Tree counted =
        podSet.minCount() < podSet.count() ? tree.with("minCount", podSet.minCount()) : tree;
    return topology.equals(Tree.EMPTY) ? counted : counted.with("topologyRequest", topology);
  }

  private static Tree topology(PodSet podSet) {
    TopologyRequest request = podSet.topology();
    if (request == null) {
      return Tree.of("unconstrained", true);
    }
    Tree where =
        switch (request.mode()) {
          case REQUIRED -> Tree.of("required", request.level());
          case PREFERRED, BALANCED -> Tree.of("preferred", request.level());
          case UNCONSTRAINED -> Tree.of("unconstrained", true);
        };
    return request.slices().isEmpty()
        ? where
        : where.merge(
            Tree.of(
                "podSetSliceRequiredTopology", request.slices().getFirst().level(),
                "podSetSliceSize", request.slices().getFirst().size()));
  }

  /// What Kueue says by a Workload.
  public static QueueTurn turn(Tree workload) {
    if (isEvicted(workload)) {
      Tree evicted = workload.condition("Evicted");
      return QueueTurn.waiting(evicted.text("reason") + ": " + evicted.text("message"));
    }
    if (workload.isTrue("Admitted")) {
      return new QueueTurn(true, "", nodes(workload));
    }
    Tree reserved = workload.condition("QuotaReserved");
    if (reserved.text("status").equals("True")) {
      return QueueTurn.waiting("Its quota is reserved; admission checks are open.");
    }
    String message = reserved.text("message");
    return QueueTurn.waiting(message.isEmpty() ? "Kueue has not looked at it yet." : message);
  }

  /// Taken back after it was admitted. Such a Workload is never used again.
  public static boolean isEvicted(Tree workload) {
    return workload.isTrue("Evicted");
  }

  /// Where its topology-aware scheduling has put pods, as values of the innermost level's label.
  private static SortedMap<String, NodeAffinityTerm> nodes(Tree workload) {
    TreeMap<String, NodeAffinityTerm> nodes = new TreeMap<>();
    for (Tree assigned : workload.trees("status", "admission", "podSetAssignments")) {
      List<String> levels = assigned.words("topologyAssignment", "levels");
      if (!levels.isEmpty()) {
        List<String> values = new ArrayList<>();
        for (Tree slice : assigned.trees("topologyAssignment", "slices")) {
          values.addAll(values(slice));
        }
        Collections.sort(values);
        nodes.put(
            assigned.text("name"),
            new NodeAffinityTerm(
                levels.getLast(),
                NodeAffinityTerm.Operator.IN,
                values.stream().distinct().toList()));
      }
    }
    return nodes;
  }

  private static List<String> values(Tree slice) {
    Tree innermost = slice.trees("valuesPerLevel").getLast();
    if (innermost.has("universal")) {
      return List.of(innermost.text("universal"));
    }
    Tree each = innermost.tree("individual");
    return each.words("roots").stream()
        .map(root -> each.text("prefix") + root + each.text("suffix"))
        .toList();
  }
}
