package io.gpuaas.cluster.internal.template;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Kinds of manifests that are taken, and where in each the pods are.
enum TemplateKind {
  JOB(Kinds.JOB),
  JOB_SET(Kinds.JOB_SET),
  TRAIN_JOB(Kinds.TRAIN_JOB),
  RAY_JOB(Kinds.RAY_JOB),
  RAY_CLUSTER(Kinds.RAY_CLUSTER),
  LEADER_WORKER_SET(Kinds.LEADER_WORKER_SET),
  PYTORCH_JOB(Kinds.PYTORCH_JOB),
  VOLCANO_JOB(Kinds.VOLCANO_JOB);

  private final String apiVersion;
  private final String word;
  private final String name;

  TemplateKind(Kind kind) {
    this.apiVersion = kind.apiVersion();
    this.word = kind.kind();
    this.name = kind.name();
  }

  /// Group and kind, as `ray.io/RayJob`.
  String kindName() {
    return name;
  }

  static Optional<TemplateKind> of(Tree manifest) {
    return Arrays.stream(values())
        .filter(it -> it.apiVersion.equals(manifest.text("apiVersion")))
        .filter(it -> it.word.equals(manifest.text("kind")))
        .findFirst();
  }

  static String all() {
    return Arrays.stream(values())
        .map(it -> it.apiVersion + " " + it.word)
        .collect(Collectors.joining(", "));
  }

  /// Equal pods of a manifest.
  ///
  /// @param at JSON Pointer to the template
  record Part(String podSet, long count, Tree template, String at) {}

  /// Its pods, in the order of their pod sets.
  List<Part> parts(Tree manifest) {
    Tree spec = manifest.tree("spec");
    return switch (this) {
      case JOB -> List.of(new Part("main", pods(spec), spec.tree("template"), "/spec/template"));
      case JOB_SET -> replicatedJobs(spec);
      case TRAIN_JOB -> List.of(trainer(spec.tree("trainer")));
      case RAY_JOB -> ray(spec.tree("rayClusterSpec"), "/spec/rayClusterSpec");
      case RAY_CLUSTER -> ray(spec, "/spec");
      case LEADER_WORKER_SET -> group(spec.tree("leaderWorkerTemplate"));
      case PYTORCH_JOB -> replicas(spec.tree("pytorchReplicaSpecs"));
      case VOLCANO_JOB -> tasks(spec);
    };
  }

  private static long pods(Tree jobSpec) {
    return jobSpec.has("completions")
        ? jobSpec.number("completions")
        : jobSpec.has("parallelism") ? jobSpec.number("parallelism") : 1;
  }

  private static long count(Tree of, String field) {
    return of.has(field) ? of.number(field) : 1;
  }

  private static List<Part> replicatedJobs(Tree spec) {
    List<Part> parts = new ArrayList<>();
    List<Tree> jobs = spec.trees("replicatedJobs");
    for (int i = 0; i < jobs.size(); i++) {
      Tree job = jobs.get(i).tree("template", "spec");
      String at = "/spec/replicatedJobs/%d/template/spec/template".formatted(i);
      parts.add(new Part(jobs.get(i).text("name"), pods(job), job.tree("template"), at));
    }
    return parts;
  }

  /// The trainer is a container of a pod that its runtime has.
  private static Part trainer(Tree trainer) {
    Tree container =
        Tree.of(
            "name", "node",
            "image", trainer.text("image"),
            "command", trainer.value("command"),
            "args", trainer.value("args"),
            "env", trainer.value("env"),
            "resources", trainer.tree("resourcesPerNode"));
    Tree template = Tree.of("spec", Tree.of("containers", List.of(container)));
    return new Part("node", count(trainer, "numNodes"), template, "/spec/trainer");
  }

  private static List<Part> ray(Tree cluster, String at) {
    List<Part> parts = new ArrayList<>();
    Tree head = cluster.tree("headGroupSpec", "template");
    parts.add(new Part("head", 1, head, at + "/headGroupSpec/template"));
    List<Tree> groups = cluster.trees("workerGroupSpecs");
    for (int i = 0; i < groups.size(); i++) {
      Tree group = groups.get(i);
      String place = "%s/workerGroupSpecs/%d/template".formatted(at, i);
      parts.add(
          new Part(
              group.text("groupName"), count(group, "replicas"), group.tree("template"), place));
    }
    return parts;
  }

  private static List<Part> group(Tree template) {
    String at = "/spec/leaderWorkerTemplate";
    long size = count(template, "size");
    Tree worker = template.tree("workerTemplate");
    if (!template.has("leaderTemplate")) {
      return List.of(new Part("workers", size, worker, at + "/workerTemplate"));
    }
    Tree leader = template.tree("leaderTemplate");
    return List.of(
        new Part("leader", 1, leader, at + "/leaderTemplate"),
        new Part("workers", size - 1, worker, at + "/workerTemplate"));
  }

  private static List<Part> replicas(Tree specs) {
    List<Part> parts = new ArrayList<>();
    for (String role : List.of("Master", "Worker")) {
      Tree replica = specs.tree(role);
      if (specs.has(role)) {
        parts.add(
            new Part(
                role.toLowerCase(java.util.Locale.ROOT),
                count(replica, "replicas"),
                replica.tree("template"),
                "/spec/pytorchReplicaSpecs/%s/template".formatted(role)));
      }
    }
    return parts;
  }

  private static List<Part> tasks(Tree spec) {
    List<Part> parts = new ArrayList<>();
    List<Tree> tasks = spec.trees("tasks");
    for (int i = 0; i < tasks.size(); i++) {
      Tree task = tasks.get(i);
      String at = "/spec/tasks/%d/template".formatted(i);
      parts.add(new Part(task.text("name"), count(task, "replicas"), task.tree("template"), at));
    }
    return parts;
  }
}
