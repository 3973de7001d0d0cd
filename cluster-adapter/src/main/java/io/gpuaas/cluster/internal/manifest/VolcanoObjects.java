package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.core.PodSet;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.List;

/// A run as a Job of Volcano, whose scheduler keeps the gang. It has no suspend: it is made last.
final class VolcanoObjects implements Form {
  private static final int PODS_MAX = 128;

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
            "plugins", Tree.of("svc", List.of("--disable-network-policy=true")),
            "policies",
                List.of(
                    Tree.of("event", "PodEvicted", "action", "TerminateJob"),
                    Tree.of("event", "PodFailed", "action", "TerminateJob")),
            "tasks", tasks);
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    return List.of(Manifest.create(Kinds.VOLCANO_JOB, metadata, Tree.of("spec", spec)));
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
