package io.gpuaas.cluster.internal.template;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.util.List;

/// What a manifest may not say, since it is ours to say or nobody's: each with the place and what
/// to do instead. What is not named here stays as it was given.
final class ManifestRules {
  private static final String OURS = "NOT_YOURS";
  private static final String ATTEMPTS =
      "Attempts are counted by us: leave it out, and give the job maxAttempts.";
  private static final String KEPT =
      "Objects stay until their end is recorded, and then go: leave it out.";
  private static final String MANAGED = "It is managed here: leave it out.";
  private final FaultCollector faults = new FaultCollector();
  private final Tree manifest;
  private final String at;

  private ManifestRules(Tree manifest, String at) {
    this.manifest = manifest;
    this.at = at;
  }

  static List<Fault> faults(TemplateKind kind, Tree manifest, String at) {
    ManifestRules rules = new ManifestRules(manifest, at);
    rules.check(kind);
    rules.labels(manifest.tree("metadata"), at + "/metadata");
    for (TemplateKind.Part part : kind.parts(manifest)) {
      rules.labels(part.template().tree("metadata"), at + part.at() + "/metadata");
    }
    return rules.faults.faults();
  }

  private void check(TemplateKind kind) {
    switch (kind) {
      case JOB -> job(manifest.tree("spec"), "/spec");
      case JOB_SET -> jobSet();
      case TRAIN_JOB -> absent("/spec", "managedBy", MANAGED);
      case RAY_JOB -> {
        zero("/spec", "backoffLimit", ATTEMPTS);
        absent("/spec", "clusterSelector", "A job has a cluster of its own: leave it out.");
        only("/spec", "submissionMode", "HTTPMode");
        ray(manifest.tree("spec", "rayClusterSpec"), "/spec/rayClusterSpec");
      }
      case RAY_CLUSTER -> ray(manifest.tree("spec"), "/spec");
      case LEADER_WORKER_SET -> one("/spec", "replicas");
      case PYTORCH_JOB -> pyTorch();
      case VOLCANO_JOB -> volcano();
    }
  }

  private void job(Tree spec, String path) {
    zero(path, "backoffLimit", ATTEMPTS);
    absent(path, "ttlSecondsAfterFinished", KEPT);
    absent(path, "managedBy", MANAGED);
    absent(path, "selector", "Its own selector is made by the cluster: leave it out.");
    boolean differ =
        spec.has("parallelism")
            && spec.has("completions")
            && spec.number("parallelism") != spec.number("completions");
    if (differ) {
      add(
          path + "/parallelism",
          "A gang runs at once: parallelism must equal completions.",
          spec.text("parallelism"));
    }
  }

  private void jobSet() {
    absent("/spec", "ttlSecondsAfterFinished", KEPT);
    absent("/spec", "managedBy", MANAGED);
    zero("/spec/failurePolicy", "maxRestarts", ATTEMPTS);
    List<Tree> jobs = manifest.trees("spec", "replicatedJobs");
    for (int i = 0; i < jobs.size(); i++) {
      String path = "/spec/replicatedJobs/" + i;
      one(path, "replicas");
      job(jobs.get(i).tree("template", "spec"), path + "/template/spec");
    }
  }

  private void ray(Tree cluster, String path) {
    if (cluster.flag("enableInTreeAutoscaling")) {
      add(path + "/enableInTreeAutoscaling", "A gang has a fixed size: leave it out.", "true");
    }
    List<Tree> groups = cluster.trees("workerGroupSpecs");
    for (int i = 0; i < groups.size(); i++) {
      Tree group = groups.get(i);
      long replicas = group.has("replicas") ? group.number("replicas") : 1;
      for (String bound : List.of("minReplicas", "maxReplicas")) {
        if (group.has(bound) && group.number(bound) != replicas) {
          add(
              "%s/workerGroupSpecs/%d/%s".formatted(path, i, bound),
              "A gang has a fixed size: it must equal replicas.",
              group.text(bound));
        }
      }
    }
  }

  private void pyTorch() {
    absent("/spec", "elasticPolicy", "A gang has a fixed size: leave it out.");
    zero("/spec/runPolicy", "backoffLimit", ATTEMPTS);
    absent("/spec/runPolicy", "ttlSecondsAfterFinished", KEPT);
    absent("/spec/runPolicy", "managedBy", MANAGED);
    one("/spec/pytorchReplicaSpecs/Master", "replicas");
  }

  private void volcano() {
    absent("/spec", "ttlSecondsAfterFinished", KEPT);
    absent("/spec", "queue", "The queue is the project's: leave it out.");
    only("/spec", "schedulerName", "volcano");
  }

  private void labels(Tree metadata, String path) {
    for (String part : List.of("labels", "annotations")) {
      for (String key : metadata.tree(part).fields().keySet()) {
        if (key.startsWith("gpuaas.io/")) {
          add(
              Fault.at(path.substring(at.length()) + "/" + part, key),
              "Keys below gpuaas.io/ are ours.",
              key);
        }
      }
    }
  }

  private Tree place(String path) {
    Tree here = manifest;
    for (String name : path.substring(1).split("/", -1)) {
      List<Tree> list = here.trees(name);
      here =
          name.matches("[0-9]+")
              ? here
              : list.isEmpty() ? here.tree(name) : element(list, path, name);
    }
    return here;
  }

  private static Tree element(List<Tree> list, String path, String name) {
    String rest = path.substring(path.indexOf("/" + name + "/") + name.length() + 2);
    int end = rest.indexOf('/');
    return list.get(Integer.parseInt(end < 0 ? rest : rest.substring(0, end)));
  }

  private void absent(String path, String field, String instead) {
    Tree here = place(path);
    if (here.has(field)) {
      add(path + "/" + field, instead, shown(here, field));
    }
  }

  private void zero(String path, String field, String instead) {
    Tree here = place(path);
    if (here.has(field) && here.number(field) != 0) {
      add(path + "/" + field, instead, shown(here, field));
    }
  }

  private void one(String path, String field) {
    Tree here = place(path);
    if (here.has(field) && here.number(field) != 1) {
      add(path + "/" + field, "A job is one gang: it must be 1.", shown(here, field));
    }
  }

  private void only(String path, String field, String value) {
    Tree here = place(path);
    if (here.has(field) && !here.text(field).equals(value)) {
      add(path + "/" + field, "It must be %s.".formatted(value), shown(here, field));
    }
  }

  private static String shown(Tree here, String field) {
    return Fault.shown(here.text(field), 80);
  }

  private void add(String path, String detail, String value) {
    faults.add(at + path, OURS, detail, value, null);
  }
}
