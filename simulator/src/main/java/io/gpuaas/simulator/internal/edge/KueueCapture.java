package io.gpuaas.simulator.internal.edge;

import io.gpuaas.simulator.DocumentFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// A cluster that Kueue runs, as `kubectl get … -o yaml` prints it, made a scenario of: its quotas,
/// what is admitted and what waits, at the moment of its newest time. Nodes are not looked at, as
/// Kueue does not without its topology: quota alone is decided. Workloads that have ended or were
/// deactivated are none.
///
/// @see <a href="https://kueue.sigs.k8s.io/docs/reference/">Kueue's reference</a>
final class KueueCapture {
  private static final String GROUP = "kueue.x-k8s.io/";
  private static final Map<String, String> SEARCH =
      new TreeMap<>(Map.of("Borrow", "MayStopSearch", "Preempt", "MayStopSearch"));

  private final List<Tree> flavors = new ArrayList<>();
  private final List<Tree> cohorts = new ArrayList<>();
  private final List<Tree> projects = new ArrayList<>();
  private final List<Tree> jobs = new ArrayList<>();
  private final List<DocumentFault> faults = new ArrayList<>();
  private final SequencedMap<String, String> localQueues = new LinkedHashMap<>();
  private String newest = "";

  private KueueCapture() {}

  /// Whether a document is such a capture: a list in which something is Kueue's.
  static boolean is(Tree document) {
    return KubeTree.text(document, "kind").endsWith("List")
        && KubeTree.items(document, "items").stream()
            .anyMatch(it -> KubeTree.text(it, "apiVersion").startsWith(GROUP));
  }

  /// The scenario, as a document that [ScenarioReader] reads.
  ///
  /// @throws DocumentException when a workload's queue is not in it
  static Tree scenario(Tree capture) throws DocumentException {
    KueueCapture made = new KueueCapture();
    List<Tree> items = KubeTree.items(capture, "items");
    for (Tree item : items) {
      made.addQueue(item);
    }
    for (int i = 0; i < items.size(); i++) {
      if (KubeTree.text(items.get(i), "kind").equals("Workload")) {
        made.addWorkload(items.get(i), "items[%d]".formatted(i));
      }
    }
    if (!made.faults.isEmpty()) {
      throw new DocumentException("captured", made.faults);
    }
    return made.document();
  }

  private Tree document() {
    TreeFields cycle = new TreeFields().text("headsPerProject", "1", Tree.Kind.NUMBER);
    TreeFields document =
        new TreeFields()
            .text("apiVersion", "gpuaas/v1")
            .text("kind", "Scenario")
            .text("name", "captured")
            .put("policy", new TreeFields().put("cycle", cycle.done()).done())
            .list("flavors", flavors)
            .list("cohorts", cohorts)
            .list("projects", projects)
            .list("jobs", jobs);
    return newest.isEmpty() ? document.done() : document.text("from", newest).done();
  }

  private void addQueue(Tree item) {
    String name = KubeTree.text(item, "metadata", "name");
    Tree spec = KubeTree.at(item, "spec");
    switch (KubeTree.text(item, "kind")) {
      case "ResourceFlavor" ->
          flavors.add(
              new TreeFields()
                  .text("name", name)
                  .put("nodeLabels", KubeTree.at(spec, "nodeLabels"))
                  .put("nodeTaints", KubeTree.at(spec, "nodeTaints"))
                  .put("tolerations", KubeTree.at(spec, "tolerations"))
                  .done());
      case "Cohort" ->
          cohorts.add(
              new TreeFields()
                  .text("name", name)
                  .put("parent", KubeTree.either(spec, "parentName", "parent"))
                  .put("fairWeight", KubeTree.at(spec, "fairSharing", "weight"))
                  .list("quotas", quotas(spec))
                  .done());
      case "ClusterQueue" -> projects.add(project(name, spec));
      case "LocalQueue" ->
          localQueues.put(
              KubeTree.text(item, "metadata", "namespace") + "/" + name,
              KubeTree.text(spec, "clusterQueue"));
      default -> {}
    }
  }

  private static Tree project(String name, Tree spec) {
    List<Tree> groups = new ArrayList<>();
    for (Tree group : KubeTree.items(spec, "resourceGroups")) {
      List<Tree> names = new ArrayList<>();
      KubeTree.items(group, "flavors").forEach(it -> names.add(KubeTree.at(it, "name")));
      groups.add(
          new TreeFields()
              .put("resources", KubeTree.at(group, "coveredResources"))
              .list("flavors", names)
              .done());
    }
    return new TreeFields()
        .text("name", name)
        .put("cohort", KubeTree.either(spec, "cohortName", "cohort"))
        .put("fairWeight", KubeTree.at(spec, "fairSharing", "weight"))
        .put("queueingStrategy", KubeTree.at(spec, "queueingStrategy"))
        .put("stopPolicy", KubeTree.at(spec, "stopPolicy"))
        .list("resourceGroups", groups)
        .list("quotas", quotas(spec))
        .put("preemption", preemption(KubeTree.at(spec, "preemption")))
        .put("flavorFungibility", fungibility(KubeTree.at(spec, "flavorFungibility")))
        .done();
  }

  private static List<Tree> quotas(Tree spec) {
    List<Tree> quotas = new ArrayList<>();
    for (Tree group : KubeTree.items(spec, "resourceGroups")) {
      for (Tree flavor : KubeTree.items(group, "flavors")) {
        for (Tree resource : KubeTree.items(flavor, "resources")) {
          quotas.add(
              new TreeFields()
                  .put("flavor", KubeTree.at(flavor, "name"))
                  .put("resource", KubeTree.at(resource, "name"))
                  .put("nominal", KubeTree.at(resource, "nominalQuota"))
                  .put("borrowingLimit", KubeTree.at(resource, "borrowingLimit"))
                  .put("lendingLimit", KubeTree.at(resource, "lendingLimit"))
                  .done());
        }
      }
    }
    return quotas;
  }

  /// Kueue preempts nobody where it is not told to.
  private static Tree preemption(Tree spec) {
    Tree borrow = KubeTree.at(spec, "borrowWithinCohort");
    return new TreeFields()
        .text("withinProject", KubeTree.text("Never", spec, "withinClusterQueue"))
        .text("reclaimWithinCohort", KubeTree.text("Never", spec, "reclaimWithinCohort"))
        .put("borrowWithinCohort", borrow)
        .done();
  }

  /// The words of `v1beta1` and those of `v1beta2`.
  private static Tree fungibility(Tree spec) {
    TreeFields fields = new TreeFields();
    for (String field : List.of("whenCanBorrow", "whenCanPreempt")) {
      String word = KubeTree.text(spec, field);
      if (!word.isEmpty()) {
        fields.text(field, SEARCH.getOrDefault(word, word));
      }
    }
    return fields.put("preference", KubeTree.at(spec, "preference")).done();
  }

  private void addWorkload(Tree item, String at) {
    Tree spec = KubeTree.at(item, "spec");
    boolean over =
        KubeTree.holds(item, "Finished") || KubeTree.text(spec, "active").equals("false");
    if (over) {
      return;
    }
    String namespace = KubeTree.text(item, "metadata", "namespace");
    Tree admission = KubeTree.at(item, "status", "admission");
    boolean holds = KubeTree.holds(item, "QuotaReserved") || KubeTree.holds(item, "Admitted");
    String queue = namespace + "/" + KubeTree.text(spec, "queueName");
    String project =
        holds ? KubeTree.text(admission, "clusterQueue") : localQueues.getOrDefault(queue, "");
    if (project.isEmpty()) {
      String allowed = "the name of a LocalQueue in the capture: kubectl get localqueues -A";
      faults.add(new DocumentFault(at + ".spec.queueName", "UNKNOWN_REFERENCE", queue, allowed));
      return;
    }
    String created = KubeTree.text(item, "metadata", "creationTimestamp");
    newest = newest.compareTo(created) < 0 ? created : newest;
    List<Tree> podSets = new ArrayList<>();
    KubeTree.items(spec, "podSets").forEach(it -> podSets.add(KueuePodSet.of(it)));
    TreeFields job =
        new TreeFields()
            .text("name", namespace + "/" + KubeTree.text(item, "metadata", "name"))
            .text("project", project)
            .put("priority", KubeTree.at(spec, "priority"))
            .list("podSets", podSets);
    if (!created.isEmpty()) {
      job.text("submitAt", created);
    }
    jobs.add(holds ? job.put("state", state(item, admission)).done() : job.done());
  }

  private Tree state(Tree item, Tree admission) {
    String since = KubeTree.since(item, "QuotaReserved");
    newest = newest.compareTo(since) < 0 ? since : newest;
    List<Tree> podSets = new ArrayList<>();
    for (Tree each : KubeTree.items(admission, "podSetAssignments")) {
      podSets.add(
          new TreeFields()
              .text("name", KubeTree.text("main", each, "name"))
              .put("count", KubeTree.at(each, "count"))
              .put("flavors", KubeTree.at(each, "flavors"))
              .done());
    }
    TreeFields state =
        new TreeFields()
            .text("phase", KubeTree.holds(item, "Evicted") ? "Evicting" : "Admitted")
            .list("podSets", podSets);
    return since.isEmpty() ? state.done() : state.text("admittedAt", since).done();
  }
}
