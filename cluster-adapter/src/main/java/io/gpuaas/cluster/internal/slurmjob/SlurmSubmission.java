package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment.NodeShare;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A run as what is sent to slurmrestd: one batch job whose tasks are the pods.
public final class SlurmSubmission {
  private static final int ARRAYS_SINCE = 39;
  private final EnsureRun run;
  private final SlurmSite site;
  private final int version;

  /// @param version the last part of the interface's, 38 for v0.0.38
  public SlurmSubmission(EnsureRun run, SlurmSite site, int version) {
    this.run = run;
    this.site = site;
    this.version = version;
  }

  /// Before the run's id, in the comment of each job of ours.
  public static String commentPrefix(SlurmSite site) {
    return "gpuaas/" + site.instance() + "/";
  }

  /// What Slurm cannot be asked for.
  public static List<Fault> unmet(JobSpec spec) {
    List<Fault> faults = new ArrayList<>();
    if (spec.template() != null) {
      faults.add(
          new Fault(
              "/spec/manifest",
              "BACKEND_CANNOT",
              "Slurm takes no manifests of Kubernetes; the backends of Kubernetes do.",
              spec.template().kind(),
              null));
    }
    if (spec.podSets().size() != 1) {
      faults.add(
          new Fault(
              "/spec/podSets",
              "BACKEND_CANNOT",
              "The backend slurm takes jobs with one pod set; job, jobset take several.",
              Integer.toString(spec.podSets().size()),
              "1"));
    }
    if (!spec.podSets().getFirst().device().isWhole()) {
      faults.add(
          new Fault(
              "/spec/podSets/0",
              "BACKEND_CANNOT",
              "The backend slurm has whole GPUs only; kai shares them.",
              spec.podSets().getFirst().device().toString(),
              null));
    }
    faults.addAll(SlurmData.of(spec).unmet());
    return faults;
  }

  /// Why it cannot be submitted as it was placed; empty when it can. Tasks of one job are spread
  /// evenly by Slurm.
  public String obstacle() {
    TreeSet<Integer> perNode = new TreeSet<>();
    shares().forEach(share -> perNode.add(share.count()));
    return perNode.size() <= 1
        ? ""
        : "Slurm spreads tasks evenly, but its pods were placed %s to a node.".formatted(perNode);
  }

  private List<NodeShare> shares() {
    TreeMap<String, NodeShare> byNode = new TreeMap<>();
    if (run.assignments().isEmpty()) {
      return List.of();
    }
    for (NodeShare share : run.assignments().getFirst().nodes()) {
      byNode.merge(
          share.node().name(),
          share,
          (one, other) -> new NodeShare(one.node(), one.count() + other.count()));
    }
    return List.copyOf(byNode.values());
  }

  public Tree body() {
    PodSet podSet = run.podSets().getFirst();
    List<NodeShare> shares = shares();
    int pods = run.assignments().isEmpty() ? podSet.count() : run.assignments().getFirst().count();
    int nodes = shares.isEmpty() ? pods : shares.size();
    int perNode = Math.max(1, pods / Math.max(1, nodes));
    long gpus = Math.multiplyExact(podSet.requests().of(Resources.GPU), (long) perNode);
    long cpus = Math.max(1, Math.ceilDiv(podSet.requests().of(Resources.CPU), 1000L));
    Tree job =
        Tree.of(
                "name", RunShape.nameOf(run.run()),
                "comment", commentPrefix(site) + run.run().value(),
                "partition", site.partition().replace("{project}", run.project()),
                "account", site.account().replace("{project}", run.project()),
                "qos", site.qos().getOrDefault(run.spec().priorityClass(), ""),
                "current_working_directory", site.workingDirectory(),
                "environment", environment(),
                "tasks", pods,
                "tasks_per_node", perNode,
                "cpus_per_task", cpus,
                "requeue", false)
            .merge(nodes(nodes, shares))
            .merge(gpus == 0 ? Tree.EMPTY : gpus(gpus))
            .merge(limits(podSet, perNode));
    return Tree.of("script", script(), "job", job);
  }

  private Tree nodes(int count, List<NodeShare> shares) {
    Object number = version < ARRAYS_SINCE ? List.of(count, count) : Integer.toString(count);
    List<String> names = shares.stream().map(share -> share.node().name()).toList();
    Tree nodes = Tree.of("nodes", number);
    if (names.isEmpty()) {
      return nodes;
    }
    return switch (site.pinning()) {
      case NODES -> nodes.with("required_nodes", names);
      case FEATURES -> nodes.with("constraints", features(names));
    };
  }

  /// One node with each of these features.
  private static String features(List<String> names) {
    return names.size() == 1
        ? names.getFirst()
        : names.stream().map(name -> name + "*1").collect(Collectors.joining("&", "[", "]"));
  }

  private Tree gpus(long perNode) {
    return version < ARRAYS_SINCE
        ? Tree.of("gres", "gpu:" + perNode)
        : Tree.of("tres_per_node", "gres/gpu:" + perNode);
  }

  private Tree limits(PodSet podSet, int perNode) {
    long mebibytes =
        Math.ceilDiv(podSet.requests().of(Resources.MEMORY) * (long) perNode, 1L << 20);
    long minutes =
        Math.ceilDiv(Duration.ofMillis(run.spec().maxRuntimeMillis()).toSeconds() + 60, 60L);
    Tree limits =
        run.spec().maxRuntimeMillis() == 0 ? Tree.EMPTY : Tree.of("time_limit", wrapped(minutes));
    return mebibytes == 0 ? limits : limits.with("memory_per_node", wrapped(mebibytes));
  }

  private Object wrapped(long number) {
    if (version < ARRAYS_SINCE) {
      return number;
    }
    return Tree.of("set", true, "infinite", false, "number", number);
  }

  private Object environment() {
    TreeMap<String, String> variables = new TreeMap<>();
    variables.put("PATH", "/usr/local/bin:/usr/bin:/bin");
    variables.put("GPUAAS_JOB", run.job().value());
    variables.put("GPUAAS_RUN", run.run().value());
    variables.put("GPUAAS_SAVED_SECONDS", Long.toString(run.savedMillis() / 1000));
    variables.putAll(SlurmData.of(run.spec()).environment());
    variables.putAll(run.spec().env());
    if (version < ARRAYS_SINCE) {
      return Tree.texts(variables);
    }
    return variables.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .toList();
  }

  private String script() {
    List<String> words = new ArrayList<>(run.spec().command());
    words.addAll(run.spec().args());
    String image =
        site.images() == SlurmSite.Images.PYXIS
            ? " --container-image=" + quoted(run.spec().image()) + mounts()
            : "";
    return "#!/bin/bash\nexec srun --kill-on-bad-exit=1%s %s\n"
        .formatted(
            image, words.stream().map(SlurmSubmission::quoted).collect(Collectors.joining(" ")));
  }

  /// Folders that a container sees as its node does.
  private String mounts() {
    List<String> mounts = SlurmData.of(run.spec()).mounts();
    return mounts.isEmpty() ? "" : " --container-mounts=" + quoted(String.join(",", mounts));
  }

  /// One word for the shell, whatever is in it.
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
