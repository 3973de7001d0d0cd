package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.util.List;

/// Volcano's controller of Jobs: phases as its own policies lead to them. A task without a policy
/// lets the job complete when all pods have ended well.
final class VolcanoController implements Controller {
  private static final String JOBS = "batch.volcano.sh/jobs";
  private static final String COMMANDS = "bus.volcano.sh/commands";
  private static final List<String> OVER = List.of("Completed", "Terminated", "Failed", "Aborted");
  private final List<String> queues;

  VolcanoController(List<String> queues) {
    this.queues = List.copyOf(queues);
  }

  @Override
  public void act(ClusterObjects store) {
    store.list(COMMANDS).forEach(command -> obey(store, command));
    for (Tree job : store.list(JOBS)) {
      boolean over = OVER.contains(phase(job));
      if (!over && !job.tree("metadata").has("deletionTimestamp")) {
        follow(store, job);
      }
    }
  }

  /// A command is taken by deleting it.
  private static void obey(ClusterObjects store, Tree command) {
    String namespace = command.text("metadata", "namespace");
    ObjectKey target = new ObjectKey(JOBS, namespace, command.text("target", "name"));
    store.delete(ObjectKey.of(COMMANDS, command));
    Tree job = store.find(target);
    if (job == null || OVER.contains(phase(job))) {
      return;
    }
    boolean meant = job.text("metadata", "uid").equals(command.text("target", "uid"));
    if (meant && command.text("action").equals("AbortJob")) {
      say(store, job, "Aborting");
    }
  }

  private static String phase(Tree job) {
    return job.text("status", "state", "phase");
  }

  private void follow(ClusterObjects store, Tree job) {
    List<Tree> pods = Pods.of(store, job);
    if (phase(job).equals("Terminating")) {
      end(store, job, pods, "Terminated");
      return;
    }
    if (phase(job).equals("Aborting")) {
      end(store, job, pods, "Aborted");
      return;
    }
    if (phase(job).isEmpty()) {
      say(store, job, "Pending");
      return;
    }
    if (!queues.contains(job.text("spec", "queue"))) {
      return;
    }
    long wanted = make(store, job, pods);
    long running = Pods.count(pods, "Running");
    boolean lost = phase(job).equals("Running") && pods.size() < wanted;
    if (Pods.count(pods, "Failed") > 0 || lost) {
      say(store, job, "Terminating");
    } else if (Pods.count(pods, "Succeeded") == wanted) {
      say(store, job, "Completed");
    } else if (running >= job.number("spec", "minAvailable")) {
      say(store, job, "Running");
    }
  }

  /// Pods of all tasks, once; how many there should be.
  private static long make(ClusterObjects store, Tree job, List<Tree> pods) {
    long wanted = 0;
    String name = job.text("metadata", "name");
    for (Tree task : job.trees("spec", "tasks")) {
      for (int i = 0; i < task.number("replicas"); i++) {
        Tree labels =
            Tree.of(
                "volcano.sh/job-name", name,
                "volcano.sh/task-spec", task.text("name"),
                "volcano.sh/task-index", Integer.toString(i));
        Tree template = task.tree("template");
        Tree spec = template.tree("spec").with("schedulerName", job.text("spec", "schedulerName"));
        if (pods.isEmpty()) {
          String pod = "%s-%s-%d".formatted(name, task.text("name"), i);
          Pods.make(store, job, pod, template.with("spec", spec), labels);
        }
        wanted++;
      }
    }
    return wanted;
  }

  private static void end(ClusterObjects store, Tree job, List<Tree> pods, String phase) {
    boolean left =
        pods.stream()
            .anyMatch(pod -> !List.of("Succeeded", "Failed").contains(pod.text("status", "phase")));
    Pods.stop(store, pods);
    if (!left) {
      say(store, job, phase);
    }
  }

  /// A phase and since when; why is not said.
  private static void say(ClusterObjects store, Tree job, String phase) {
    Tree state = Tree.of("phase", phase, "lastTransitionTime", ObjectStore.now().toString());
    store.change(
        ObjectKey.of(JOBS, job),
        it -> phase(it).equals(phase) ? it : Status.with(it, "state", state));
  }
}
