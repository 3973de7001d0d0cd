package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.RunId;
import io.gpuaas.core.Taint;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;

/// A run as its objects need it: names, labels, and for each pod set its pods' nodes in rank order.
///
/// @param name of the run's objects, the same for each repetition of the command
/// @param taints of the nodes that were chosen: its flavor bears them, or they had not been
/// @param fabric by which its pods talk, as the placement has it
public record RunShape(
    EnsureRun command,
    Site site,
    String name,
    List<Group> groups,
    Fabric fabric,
    List<Taint> taints) {
  public static final String PREFIX = "gpuaas.io/";
  public static final String RUN = PREFIX + "run";
  public static final String JOB = PREFIX + "job";
  public static final String INSTANCE = PREFIX + "instance";
  public static final String POD_SET = PREFIX + "pod-set";

  /// Place in its pod set of the first pod of a template.
  public static final String FIRST_RANK = PREFIX + "first-rank";

  /// On pods that are counted through together with those of another pod set: how many these are.
  public static final String BEFORE = PREFIX + "pods-before";

  public static final String DECISION = PREFIX + "decision";
  public static final String JOB_NAME = PREFIX + "job-name";
  private static final int NAME_MAX = 40;

  /// Pods of one pod set.
  ///
  /// @param nodes node of each pod by rank; empty when the cluster places
  public record Group(PodSet podSet, int count, List<String> nodes) {
    public Group {
      nodes = List.copyOf(nodes);
    }

    /// The one node that all pods are on; empty when there are several or none was chosen.
    public String onlyNode() {
      TreeSet<String> distinct = new TreeSet<>(nodes);
      return distinct.size() == 1 ? distinct.getFirst() : "";
    }

    /// Its pods one by one, each with its node; itself when the cluster places.
    List<Group> byPod() {
      return nodes.isEmpty()
          ? List.of(this)
          : nodes.stream().map(node -> new Group(podSet, 1, List.of(node))).toList();
    }

    /// Its pods by the nodes that they are on, in rank order; itself when the cluster places.
    List<Group> byNode() {
      TreeMap<String, Integer> counts = new TreeMap<>();
      nodes.forEach(node -> counts.merge(node, 1, Integer::sum));
      return nodes.isEmpty()
          ? List.of(this)
          : nodes.stream()
              .distinct()
              .map(
                  node -> {
                    int count = counts.getOrDefault(node, 0);
                    return new Group(podSet, count, Collections.nCopies(count, node));
                  })
              .toList();
    }

    /// Whether each pod has to be told its node.
    public boolean isSpread() {
      return !nodes.isEmpty() && onlyNode().isEmpty();
    }
  }

  public RunShape {
    groups = List.copyOf(groups);
    taints = List.copyOf(taints);
  }

  /// The shape of a commanded run.
  ///
  /// @param known nodes of the cluster
  public static RunShape of(EnsureRun command, Site site, KnownNodes known) {
    List<Group> groups = new ArrayList<>();
    TreeSet<String> nodes = new TreeSet<>();
    int pods = 0;
    for (PodSet podSet : command.podSets()) {
      Group group = group(podSet, command.assignments());
      groups.add(group);
      nodes.addAll(group.nodes());
      pods += group.count();
    }
    Fabric fabric = site.fabrics().chosen(nodes, pods, known);
    List<Taint> taints =
        nodes.stream().flatMap(node -> known.taints(node).stream()).distinct().toList();
    return new RunShape(command, site, nameOf(command.run()), groups, fabric, taints);
  }

  private static Group group(PodSet podSet, List<PodSetAssignment> assignments) {
    for (PodSetAssignment assignment : assignments) {
      if (assignment.podSet().equals(podSet.name())) {
        List<String> nodes = new ArrayList<>();
        for (PodSetAssignment.NodeShare share : assignment.nodes()) {
          for (int i = 0; i < share.count(); i++) {
            nodes.add(share.node().name());
          }
        }
        return new Group(podSet, assignment.count(), nodes);
      }
    }
    return new Group(podSet, podSet.count(), List.of());
  }

  /// A DNS label that begins with a letter; two runs never share one.
  public static String nameOf(RunId run) {
    String plain = run.value().toLowerCase(Locale.ROOT).replace('_', '-');
    boolean fits = plain.matches("[a-z]([-a-z0-9]{0,38}[a-z0-9])?");
    boolean reversible = run.value().equals(run.value().replace('-', '_'));
    return fits && reversible && plain.length() <= NAME_MAX
        ? plain
        : "run-" + sha256(run.value()).substring(0, 32);
  }

  /// What the job wants to have beside its pods.
  public JobSpec.Companions companions() {
    JobSpec.Companions wanted = command.spec().companions();
    return wanted == null ? JobSpec.Companions.NONE : wanted;
  }

  /// The cluster's own PriorityClass for the job's; empty for none.
  public String priorityClass() {
    return site.priorityClasses().getOrDefault(command.spec().priorityClass(), "");
  }

  public String namespace() {
    return site.namespace(command.project());
  }

  public int pods() {
    return groups.stream().mapToInt(Group::count).sum();
  }

  public int nodeCount() {
    TreeSet<String> distinct = new TreeSet<>();
    groups.forEach(group -> distinct.addAll(group.nodes()));
    return distinct.isEmpty() ? pods() : distinct.size();
  }

  /// Labels of every object of the run.
  public Tree labels() {
    return Tree.of(
        "app.kubernetes.io/managed-by",
        "gpuaas",
        INSTANCE,
        site.instance(),
        JOB,
        command.job().value(),
        RUN,
        command.run().value());
  }

  public Tree metadata(String objectName) {
    return Tree.of("name", objectName, "namespace", namespace(), "labels", labels());
  }

  /// As [#metadata], with what was decided, to tell our object from another of its name.
  public Tree mainMetadata(String objectName) {
    return metadata(objectName)
        .with("annotations", Tree.of(DECISION, decision(), JOB_NAME, command.jobName()));
  }

  /// A hash over what was decided of the run.
  public String decision() {
    StringBuilder text = new StringBuilder(command.run().value());
    for (Group group : groups) {
      text.append('|').append(group.podSet().name()).append('x').append(group.count());
      text.append(group.nodes());
    }
    return "sha256:" + sha256(text.toString());
  }

  static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
