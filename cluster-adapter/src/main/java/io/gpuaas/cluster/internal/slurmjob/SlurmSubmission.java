package io.gpuaas.cluster.internal.slurmjob;

import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Resources;
import io.gpuaas.placement.JobSpec;
import io.gpuaas.placement.RunCommand.EnsureRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A run as what is sent to slurmrestd: one batch job, heterogeneous where its tasks are not alike,
/// whose tasks are the pods.
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
    for (int i = 0; i < spec.podSets().size(); i++) {
      faults.addAll(unmet("/spec/podSets/" + i, spec.podSets().get(i)));
    }
    JobSpec.Companions wanted = spec.companions();
    if (wanted != null && !wanted.tensorBoardLogs().isEmpty()) {
      faults.add(cannot("/spec/tensorBoard", "starts no TensorBoard", wanted.tensorBoardLogs()));
    }
    faults.addAll(SlurmData.of(spec).unmet());
    return faults;
  }

  private static List<Fault> unmet(String at, PodSet podSet) {
    List<Fault> faults = new ArrayList<>();
    if (!podSet.device().isWhole()) {
      faults.add(
          new Fault(
              at,
              "BACKEND_CANNOT",
              "The backend slurm has whole GPUs only; kai shares them.",
              podSet.device().toString(),
              null));
    }
    if (podSet.numa() == NumaWish.REQUIRED) {
      faults.add(cannot(at + "/numa", "leaves the binding of tasks to the site", "REQUIRED"));
    }
    return faults;
  }

  private static Fault cannot(String at, String what, String value) {
    String detail = "The backend slurm %s; those of Kubernetes can.".formatted(what);
    return new Fault(at, "BACKEND_CANNOT", detail, value, null);
  }

  /// Equal tasks, as many on each of their nodes. Slurm spreads the tasks of a job evenly, so what
  /// is uneven, and what differs, becomes components of a heterogeneous job.
  private record Part(PodSet podSet, int perNode, int count, List<String> nodes) {
    int tasks() {
      return perNode * count;
    }
  }

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (PodSet podSet : run.podSets()) {
      List<PodSetAssignment> placed =
          run.assignments().stream().filter(it -> it.podSet().equals(podSet.name())).toList();
      if (placed.isEmpty()) {
        parts.add(new Part(podSet, 1, podSet.count(), List.of()));
      } else {
        parts.addAll(parts(podSet, placed.getFirst()));
      }
    }
    return parts;
  }

  private static List<Part> parts(PodSet podSet, PodSetAssignment placed) {
    List<Part> parts = new ArrayList<>();
    byCount(placed)
        .forEach((count, nodes) -> parts.add(new Part(podSet, count, nodes.size(), nodes)));
    return parts;
  }

  /// Nodes by how many tasks each has, most first.
  private static SortedMap<Integer, List<String>> byCount(PodSetAssignment placed) {
    TreeMap<String, Integer> byNode = new TreeMap<>();
    placed.nodes().forEach(share -> byNode.merge(share.node().name(), share.count(), Integer::sum));
    TreeMap<Integer, List<String>> byCount = new TreeMap<>(Comparator.reverseOrder());
    byNode.forEach(
        (node, count) -> byCount.computeIfAbsent(count, _ -> new ArrayList<>()).add(node));
    return byCount;
  }

  /// The first task on each node, as Slurm numbers them where it knows its nodes by name.
  public static SortedMap<String, Integer> firstTasks(List<PodSetAssignment> placed) {
    TreeMap<String, Integer> first = new TreeMap<>();
    int next = 0;
    for (PodSetAssignment assignment : placed) {
      for (var entry : byCount(assignment).entrySet()) {
        for (String node : entry.getValue()) {
          first.putIfAbsent(node, next);
          next += entry.getKey();
        }
      }
    }
    return first;
  }

  /// What is posted: one job, or the components of one.
  public Tree body() {
    List<Part> parts = parts();
    List<Tree> jobs = parts.stream().map(this::job).toList();
    Tree script = Tree.of("script", script(parts));
    return jobs.size() == 1 ? script.with("job", jobs.getFirst()) : script.with("jobs", jobs);
  }

  private Tree job(Part part) {
    PodSet podSet = part.podSet();
    long gpus = Math.multiplyExact(podSet.requests().of(Resources.GPU), (long) part.perNode());
    return Tree.of(
            "name", RunShape.nameOf(run.run()),
            "comment", commentPrefix(site) + run.run().value(),
            "partition", site.partition().replace("{project}", run.project()),
            "account", site.account().replace("{project}", run.project()),
            "qos", site.qos().getOrDefault(run.spec().priorityClass(), ""),
            "current_working_directory", site.workingDirectory(),
            "standard_output", site.logFile(run.run()),
            "environment", environment(),
            "tasks", part.tasks(),
            "tasks_per_node", part.perNode(),
            "cpus_per_task", cpus(podSet),
            "requeue", false)
        .merge(nodes(part))
        .merge(gpus == 0 ? Tree.EMPTY : gpus(gpus))
        .merge(limits(podSet, part.perNode()));
  }

  private static long cpus(PodSet podSet) {
    return Math.max(1, Math.ceilDiv(podSet.requests().of(Resources.CPU), 1000L));
  }

  private Tree nodes(Part part) {
    int count = part.count();
    Object number = version < ARRAYS_SINCE ? List.of(count, count) : Integer.toString(count);
    Tree nodes = Tree.of("nodes", number);
    if (part.nodes().isEmpty()) {
      return nodes;
    }
    return switch (site.pinning()) {
      case NODES -> nodes.with("required_nodes", part.nodes());
      case FEATURES -> nodes.with("constraints", features(part.nodes()));
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

  /// One step over all components, whose tasks are numbered through. srun ends its tasks at once
  /// when it gets SIGTERM; SIGURG, which nobody minds, tells the script that the end is near.
  private String script(List<Part> parts) {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      steps.add(parts.size() == 1 ? step("") : step(component(i, parts.get(i))));
    }
    return """
    #!/bin/bash
    trap 'scancel --signal=TERM "$SLURM_JOB_ID"' URG
    srun --kill-on-bad-exit=1%s &
    step=$!
    code=151
    while [ $code -eq 151 ]; do wait $step; code=$?; done
    %sexit $code
    """
        .formatted(
            (site.logFolder().isEmpty() ? "" : " --label") + String.join(" :", steps),
            codeOfTheFirst());
  }

  /// srun gives back the highest code of all tasks: 143 when those that still ran were ended for
  /// the one that failed. Which code that one had stands in the log; no task can write such a line,
  /// as theirs begin with their number.
  private String codeOfTheFirst() {
    String log = site.logFile(run.run());
    return log.isEmpty()
        ? ""
        : """
        failed=$(grep -sm1 '^srun: error: .*: Exited with exit code ' %s)
        [ $code -gt 128 ] && [ -n "$failed" ] && code=${failed##* }
        """
            .formatted(quoted(log));
  }

  private static String component(int number, Part part) {
    return " --het-group=%d --ntasks=%d --cpus-per-task=%d"
        .formatted(number, part.tasks(), cpus(part.podSet()));
  }

  private String step(String component) {
    List<String> words = new ArrayList<>(run.spec().command());
    words.addAll(run.spec().args());
    String image =
        site.images() == SlurmSite.Images.PYXIS
            ? " --container-image=" + quoted(run.spec().image()) + mounts()
            : "";
    return component
        + image
        + words.stream().map(word -> " " + quoted(word)).collect(Collectors.joining());
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
