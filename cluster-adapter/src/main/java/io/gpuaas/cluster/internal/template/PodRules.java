package io.gpuaas.cluster.internal.template;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.util.List;

/// What the pods of a manifest may not have: what would take them out of our hands, and what would
/// take them out of their walls.
final class PodRules {
  private static final String FORBIDDEN = "FORBIDDEN";
  private static final String OURS = "NOT_YOURS";

  /// @param instead what to do
  private record Rule(String field, String code, String instead) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("nodeName", OURS, "Nodes are chosen by us: use nodeSelector."),
          new Rule("schedulerName", OURS, "The scheduler is the cluster's: leave it out."),
          new Rule("schedulingGates", OURS, "Gates are ours: leave them out."),
          new Rule("schedulingGroup", OURS, "Groups are ours: leave it out."),
          new Rule("priorityClassName", OURS, "Give the job a priority instead."),
          new Rule("priority", OURS, "Give the job a priority instead."),
          new Rule("topologySpreadConstraints", OURS, "Give its pod sets a topology instead."),
          new Rule("hostname", OURS, "Pods are named so that they find each other: leave it out."),
          new Rule("subdomain", OURS, "Pods are named so that they find each other: leave it out."),
          new Rule("resourceClaims", OURS, "Ask for GPUs as resources; the cluster claims them."),
          new Rule("serviceAccountName", FORBIDDEN, "Pods have no rights on the cluster."),
          new Rule("serviceAccount", FORBIDDEN, "Pods have no rights on the cluster."),
          new Rule("hostNetwork", FORBIDDEN, "Pods have a network of their own."),
          new Rule("hostPID", FORBIDDEN, "Pods have processes of their own."),
          new Rule("hostIPC", FORBIDDEN, "Pods have memory of their own."),
          new Rule("ephemeralContainers", FORBIDDEN, "Pods begin without them."));
  private static final List<String> OUR_VOLUMES =
      List.of("shm", "checkpoints", "scratch", "hosts", "nccl", "ray-tls");

  private final FaultCollector faults = new FaultCollector();

  private PodRules() {}

  /// @param at JSON Pointer to the template
  static List<Fault> faults(Tree template, String at) {
    PodRules rules = new PodRules();
    rules.check(template.tree("spec"), at + "/spec");
    return rules.faults.faults();
  }

  private void check(Tree pod, String at) {
    for (Rule rule : RULES) {
      if (pod.has(rule.field())) {
        add(at + "/" + rule.field(), rule.code(), rule.instead(), pod.text(rule.field()));
      }
    }
    for (String key : pod.tree("nodeSelector").fields().keySet()) {
      if (key.startsWith("gpuaas.io/")) {
        add(Fault.at(at + "/nodeSelector", key), OURS, "Keys below gpuaas.io/ are ours.", key);
      }
    }
    String restart = pod.text("restartPolicy");
    if (!restart.isEmpty() && !restart.equals("Never")) {
      add(
          at + "/restartPolicy",
          OURS,
          "A gang whose member restarts alone hangs: leave it out, or say Never.",
          restart);
    }
    affinity(pod.tree("affinity"), at + "/affinity");
    volumes(pod.trees("volumes"), at + "/volumes");
    for (String kind : List.of("initContainers", "containers")) {
      List<Tree> containers = pod.trees(kind);
      for (int i = 0; i < containers.size(); i++) {
        security(
            containers.get(i).tree("securityContext"),
            "%s/%s/%d/securityContext".formatted(at, kind, i));
      }
    }
  }

  /// A node affinity that has one term is read; the rest is a wish that nobody would follow.
  private void affinity(Tree affinity, String at) {
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      if (affinity.has(kind)) {
        add(at + "/" + kind, OURS, "Give its pod sets a topology instead.", kind);
      }
    }
    Tree nodes = affinity.tree("nodeAffinity");
    String required = "requiredDuringSchedulingIgnoredDuringExecution";
    String preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    if (nodes.has(preferred)) {
      add(
          at + "/nodeAffinity/" + preferred,
          OURS,
          "Preferences are not followed: require it, or leave it out.",
          preferred);
    }
    List<Tree> terms = nodes.tree(required).trees("nodeSelectorTerms");
    boolean plain = terms.size() <= 1 && terms.stream().noneMatch(it -> it.has("matchFields"));
    if (!plain) {
      add(
          at + "/nodeAffinity/" + required + "/nodeSelectorTerms",
          OURS,
          "One term with matchExpressions can be followed.",
          terms.size() + " terms");
    }
  }

  private void volumes(List<Tree> volumes, String at) {
    for (int i = 0; i < volumes.size(); i++) {
      Tree volume = volumes.get(i);
      if (volume.has("hostPath")) {
        add(
            "%s/%d/hostPath".formatted(at, i),
            FORBIDDEN,
            "Folders of nodes are nobody's: use /scratch or a claim.",
            volume.text("hostPath", "path"));
      }
      if (OUR_VOLUMES.contains(volume.text("name"))) {
        add(
            "%s/%d/name".formatted(at, i),
            OURS,
            "The names %s are ours.".formatted(String.join(", ", OUR_VOLUMES)),
            volume.text("name"));
      }
    }
  }

  private void security(Tree context, String at) {
    for (String field : List.of("privileged", "allowPrivilegeEscalation")) {
      if (context.flag(field)) {
        add(at + "/" + field, FORBIDDEN, "Containers have no rights over their node.", "true");
      }
    }
    boolean adds =
        context.tree("capabilities").value("add") instanceof List<?> list
            && list.stream().anyMatch(it -> !it.equals("IPC_LOCK"));
    if (adds) {
      add(
          at + "/capabilities/add",
          FORBIDDEN,
          "Only IPC_LOCK may be added.",
          String.valueOf(context.tree("capabilities").value("add")));
    }
  }

  private void add(String at, String code, String detail, String value) {
    faults.add(at, code, detail, Fault.shown(value, 80), null);
  }
}
