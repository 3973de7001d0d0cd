package io.gpuaas.cluster.apimodel;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Plays the Job controller, the scheduler, the kubelets and the garbage collector: looks at how
/// things are and does the next step of each, again and again.
final class JobsPlayer {
  static final String JOBS = "batch/jobs";
  static final String PODS = "/pods";
  private static final String INDEX = "batch.kubernetes.io/job-completion-index";
  private static final String PREFIX = "testbed.gpuaas.io/";

  private final ObjectStore store;
  private final TreeMap<String, Instant> runningSince = new TreeMap<>();
  private final TreeMap<String, Tree> lastSeen = new TreeMap<>();
  volatile boolean holdEnding;

  JobsPlayer(ObjectStore store) {
    this.store = store;
  }

  void step() {
    for (ObjectStore.Key key : store.keys(JOBS)) {
      Tree job = store.get(key);
      if (job != null) {
        job(key, job);
      }
    }
    for (ObjectStore.Key key : store.keys(PODS)) {
      Tree pod = store.get(key);
      if (pod != null) {
        pod(key, pod);
      }
    }
  }

  private List<Tree> podsOf(Tree job) {
    String uid = job.text("metadata", "uid");
    return store.all(PODS).stream().filter(pod -> ownedBy(pod, uid)).toList();
  }

  private static boolean ownedBy(Tree object, String uid) {
    return object.trees("metadata", "ownerReferences").stream()
        .anyMatch(owner -> owner.text("uid").equals(uid));
  }

  private void job(ObjectStore.Key key, Tree job) {
    List<Tree> pods = podsOf(job);
    if (job.tree("metadata").has("deletionTimestamp")) {
      pods.forEach(this::kill);
      if (pods.isEmpty()) {
        store.remove(key);
        collect(job.text("metadata", "uid"));
      }
      return;
    }
    if (job.flag("spec", "suspend") || !job.trees("status", "conditions").isEmpty()) {
      return;
    }
    pods.forEach(pod -> lastSeen.put(slot(job, pod.text("metadata", "labels", INDEX)), pod));
    makePods(job, pods);
    finish(key, job, pods);
  }

  private static String slot(Tree job, String index) {
    return job.text("metadata", "uid") + "/" + index;
  }

  private void makePods(Tree job, List<Tree> pods) {
    TreeSet<String> there = new TreeSet<>();
    pods.forEach(pod -> there.add(pod.text("metadata", "labels", INDEX)));
    for (int i = 0; i < job.number("spec", "completions"); i++) {
      String index = Integer.toString(i);
      if (!there.contains(index) && !lastSeen.containsKey(slot(job, index))) {
        makePod(job, index);
      }
    }
  }

  private void makePod(Tree job, String index) {
    String namespace = job.text("metadata", "namespace");
    String jobName = job.text("metadata", "name");
    String name = jobName + "-" + index + "-" + Math.floorMod(jobName.hashCode(), 9973);
    Tree template = job.tree("spec", "template");
    Tree owner =
        Tree.of(
            "apiVersion",
            "batch/v1",
            "kind",
            "Job",
            "name",
            jobName,
            "uid",
            job.text("metadata", "uid"),
            "controller",
            true);
    Tree metadata =
        template
            .tree("metadata")
            .merge(Tree.of("namespace", namespace, "name", name))
            .withAt(List.of("labels", INDEX), index)
            .with("ownerReferences", List.of(owner));
    store.put(
        new ObjectStore.Key(PODS, namespace, name),
        Tree.of("apiVersion", "v1", "kind", "Pod", "metadata", metadata)
            .with("spec", template.tree("spec"))
            .with("status", Tree.of("phase", "Pending")));
  }

  private void finish(ObjectStore.Key key, Tree job, List<Tree> pods) {
    long wanted = job.number("spec", "completions");
    long done = pods.stream().filter(pod -> phase(pod).equals("Succeeded")).count();
    Tree failed = null;
    for (int i = 0; i < wanted; i++) {
      Tree last = lastSeen.get(slot(job, Integer.toString(i)));
      boolean there = last != null && store.get(keyOf(last)) != null;
      if (last != null && (!there || phase(last).equals("Failed"))) {
        failed = failed == null ? last : failed;
      }
    }
    if (failed != null) {
      boolean disturbed = failed.isTrue("DisruptionTarget");
      String reason = disturbed ? "PodFailurePolicy" : "BackoffLimitExceeded";
      String message =
          disturbed
              ? "A pod has the condition DisruptionTarget, which the first rule matches"
              : "Job has reached the specified backoff limit";
      store.change(key, it -> withCondition(it, "Failed", reason, message));
      pods.stream().filter(pod -> !isOver(pod)).forEach(this::kill);
    } else if (done == wanted) {
      store.change(key, it -> withCondition(it, "Complete", "CompletionsReached", ""));
    }
  }

  private static ObjectStore.Key keyOf(Tree pod) {
    return new ObjectStore.Key(
        PODS, pod.text("metadata", "namespace"), pod.text("metadata", "name"));
  }

  private static String phase(Tree pod) {
    return pod.text("status", "phase");
  }

  private static boolean isOver(Tree pod) {
    return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
  }

  static Tree withCondition(Tree object, String type, String reason, String message) {
    Tree condition =
        Tree.of(
            "type", type,
            "status", "True",
            "reason", reason,
            "message", message,
            "lastTransitionTime", ObjectStore.now().toString());
    List<Object> conditions = new ArrayList<>(object.trees("status", "conditions"));
    conditions.add(condition);
    return object.withAt(List.of("status", "conditions"), conditions);
  }

  private void kill(Tree pod) {
    if (!pod.tree("metadata").has("deletionTimestamp")) {
      store.change(keyOf(pod), JobsPlayer::deleting);
    }
  }

  static Tree deleting(Tree object) {
    return object.withAt(List.of("metadata", "deletionTimestamp"), ObjectStore.now().toString());
  }

  /// What belonged to an object that is gone.
  private void collect(String uid) {
    for (String kind :
        List.of("/services", "networking.k8s.io/networkpolicies", "policy/poddisruptionbudgets")) {
      for (ObjectStore.Key key : store.keys(kind)) {
        Tree object = store.get(key);
        if (object != null && ownedBy(object, uid)) {
          store.remove(key);
        }
      }
    }
  }

  private void pod(ObjectStore.Key key, Tree pod) {
    if (pod.tree("metadata").has("deletionTimestamp")) {
      if (!holdEnding) {
        end(key, pod);
      }
    } else if (pod.text("spec", "nodeName").isEmpty()) {
      if (pod.trees("spec", "schedulingGates").isEmpty()) {
        store.change(key, it -> it.withAt(List.of("spec", "nodeName"), nodeOf(it)));
      }
    } else if (phase(pod).equals("Pending")) {
      runningSince.put(pod.text("metadata", "uid"), Instant.now());
      store.change(key, it -> status(it, "Running", null));
    } else if (phase(pod).equals("Running")) {
      endInTime(key, pod);
    }
  }

  private void end(ObjectStore.Key key, Tree pod) {
    if (phase(pod).equals("Running")) {
      store.change(key, it -> status(it, "Failed", 143));
    } else {
      store.remove(key);
    }
  }

  private void endInTime(ObjectStore.Key key, Tree pod) {
    Instant since = runningSince.get(pod.text("metadata", "uid"));
    String text = pod.text("metadata", "annotations", PREFIX + "duration");
    if (since == null || text.isEmpty()) {
      return;
    }
    Duration duration = Duration.ofMillis(Long.parseLong(text.replace("ms", "")));
    if (Instant.now().isAfter(since.plus(duration))) {
      String code = pod.text("metadata", "annotations", PREFIX + "exit-code");
      int exitCode = code.isEmpty() ? 0 : Integer.parseInt(code);
      store.change(key, it -> status(it, exitCode == 0 ? "Succeeded" : "Failed", exitCode));
    }
  }

  private static Tree status(Tree pod, String phase, @Nullable Integer exitCode) {
    String now = ObjectStore.now().toString();
    String started =
        pod.text("status", "startTime").isEmpty() ? now : pod.text("status", "startTime");
    Tree state =
        exitCode == null
            ? Tree.of("running", Tree.of("startedAt", started))
            : Tree.of(
                "terminated",
                Tree.of("exitCode", exitCode, "startedAt", started, "finishedAt", now));
    List<Object> conditions =
        new ArrayList<>(
            pod.trees("status", "conditions").stream()
                .filter(it -> !it.text("type").equals("Ready"))
                .toList());
    conditions.add(
        Tree.of(
            "type",
            "Ready",
            "status",
            exitCode == null ? "True" : "False",
            "lastTransitionTime",
            now));
    return pod.with(
        "status",
        Tree.of("phase", phase, "startTime", started, "conditions", conditions)
            .with("containerStatuses", List.of(Tree.of("name", "main", "state", state))));
  }

  /// The first node that its affinity or its selector names.
  private static String nodeOf(Tree pod) {
    String selected = pod.text("spec", "nodeSelector", "kubernetes.io/hostname");
    for (Tree term :
        pod.trees(
            "spec",
            "affinity",
            "nodeAffinity",
            "requiredDuringSchedulingIgnoredDuringExecution",
            "nodeSelectorTerms")) {
      List<Tree> matches = new ArrayList<>(term.trees("matchFields"));
      matches.addAll(term.trees("matchExpressions"));
      for (Tree match : matches) {
        if (match.value("values") instanceof List<?> values && selected.isEmpty()) {
          selected = String.valueOf(values.getFirst());
        }
      }
    }
    return selected.isEmpty() ? "n1" : selected;
  }
}
