package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run as a Job of Volcano, whose scheduler keeps the gang. It has no suspend: it is made last.
final class VolcanoObjects implements Form {
  private static final int PODS_MAX = 128;
  private static final List<String> ENDING = List.of("Aborting", "Terminating", "Completing");

  @Override
  public Manifest.Kind kind() {
    return Kinds.VOLCANO_JOB;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    List<Tree> tasks =
        shape.groups().stream().flatMap(group -> tasks(shape, group, gang).stream()).toList();
    Tree spec =
        Tree.of(
            "schedulerName", "volcano",
            "queue", shape.site().queueOf(shape.command().project()),
            "priorityClassName", shape.priorityClass(),
            "minAvailable", shape.pods(),
            "maxRetry", 1,
            "networkTopology", topology(shape),
            "plugins", Tree.of("svc", List.of("--disable-network-policy=true")),
            "policies",
                List.of(
                    Tree.of("event", "PodEvicted", "action", "TerminateJob"),
                    Tree.of("event", "PodFailed", "action", "TerminateJob")),
            "tasks", tasks);
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    return List.of(Manifest.create(Kinds.VOLCANO_JOB, metadata, Tree.of("spec", spec)));
  }

  /// Of the whole Job, so several pod sets have none: each may lie in a domain of its own.
  private static Tree topology(RunShape shape) {
    SiteTopology known = shape.site().topology();
    TopologyRequest wish =
        shape.groups().size() == 1 ? known.wish(shape.groups().getFirst().podSet()) : null;
    if (wish == null) {
      return Tree.EMPTY;
    }
    boolean required = wish.mode() == TopologyRequest.Mode.REQUIRED;
    return required
        ? Tree.of("mode", "hard", "highestTierAllowed", known.tier(wish.level()))
        : Tree.of("mode", "soft");
  }

  /// A task for each pod, so that ranks keep their order; one for all where the cluster places.
  private List<Tree> tasks(RunShape shape, Group group, Gang gang) {
    Rendezvous rendezvous = rendezvous(shape, group);
    if (group.nodes().isEmpty()) {
      return List.of(task(shape, group, gang, group.podSet().name(), rendezvous));
    }
    List<Group> pods = group.byPod();
    List<Tree> tasks = new ArrayList<>();
    for (int i = 0; i < pods.size(); i++) {
      tasks.add(task(shape, pods.get(i), gang, taskName(group, i), rendezvous.at(i)));
    }
    return tasks;
  }

  private static String taskName(Group group, int index) {
    return group.podSet().name() + "-" + index;
  }

  private static Tree task(
      RunShape shape, Group group, Gang gang, String name, Rendezvous rendezvous) {
    Role role = new Role("main", Pinning.NODE_SET, rendezvous);
    Tree template = gang.onTemplate(shape, group, new PodTemplates(shape).template(group, role));
    Tree spec = template.tree("spec").without("subdomain");
    return Tree.of(
        "name", name,
        "replicas", group.count(),
        "minAvailable", group.count(),
        "template", template.with("spec", spec));
  }

  /// Its plug-in `svc` names pods after job, task and index, below a service of the job's name.
  @Override
  public Rendezvous rendezvous(RunShape shape, Group group) {
    boolean single = !group.nodes().isEmpty();
    String task = shape.name() + "-" + group.podSet().name();
    return Rendezvous.of(
        group,
        index -> (single ? "%s-%d-0.%s" : "%s-%d.%s").formatted(task, index, shape.name()),
        "labels['volcano.sh/task-index']");
  }

  @Override
  public MainState state(Tree job) {
    Tree state = job.tree("status", "state");
    String at = state.text("lastTransitionTime");
    return switch (state.text("phase")) {
      case "Completed" -> new MainState.Succeeded(at);
      case "Aborted", "Terminated", "Failed" ->
          new MainState.Failed(
              at,
              state.text("reason"),
              state.text("message"),
              state.text("phase").equals("Aborted"));
      default -> new MainState.Active();
    };
  }

  /// Volcano ends all pods and makes none anew, while its Job still tells how far that is. A Job
  /// that is over, or on its way, needs no word.
  @Override
  public @Nullable Manifest abort(Tree job) {
    String phase = job.text("status", "state", "phase");
    if (ENDING.contains(phase) || !(state(job) instanceof MainState.Active)) {
      return null;
    }
    String name = job.text("metadata", "name");
    Tree target =
        Tree.of(
            "apiVersion", Kinds.VOLCANO_JOB.apiVersion(),
            "kind", Kinds.VOLCANO_JOB.kind(),
            "name", name,
            "uid", job.text("metadata", "uid"),
            "controller", true);
    Tree metadata =
        Tree.of(
            "name", name + "-abort",
            "namespace", job.text("metadata", "namespace"),
            "labels", job.tree("metadata", "labels"),
            "ownerReferences", List.of(target));
    return Manifest.create(
        Kinds.VOLCANO_COMMAND, metadata, Tree.of("action", "AbortJob", "target", target));
  }

  @Override
  public boolean isEnding(Tree job) {
    return ENDING.contains(job.text("status", "state", "phase"));
  }

  @Override
  public List<String> suspendPath() {
    return List.of();
  }

  /// Each pod is a task of the one object, which may not grow without end.
  @Override
  public List<Fault> unmet(JobSpec spec) {
    int pods = spec.podSets().stream().mapToInt(PodSet::count).sum();
    return pods <= PODS_MAX
        ? List.of()
        : List.of(
            new Fault(
                "/spec/podSets",
                Unmet.CODE,
                "The backend volcano takes gangs of up to %d pods; job, kai, jobset take more."
                    .formatted(PODS_MAX),
                Integer.toString(pods),
                Integer.toString(PODS_MAX)));
  }
}
