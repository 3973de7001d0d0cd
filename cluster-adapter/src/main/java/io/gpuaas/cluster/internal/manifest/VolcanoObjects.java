package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import java.util.List;

/// A run as a Job of Volcano, whose scheduler keeps the gang. It has no suspend: it is made last.
final class VolcanoObjects implements Form {
  @Override
  public Manifest.Kind kind() {
    return Kinds.VOLCANO_JOB;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    List<Tree> tasks = shape.groups().stream().map(group -> task(shape, group, gang)).toList();
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

  private Tree task(RunShape shape, Group group, Gang gang) {
    Role role = new Role("main", Pinning.NODE_SET, rendezvous(shape, group));
    Tree template = gang.onTemplate(shape, group, new PodTemplates(shape).template(group, role));
    Tree spec = template.tree("spec").without("subdomain");
    return Tree.of(
        "name", group.podSet().name(),
        "replicas", group.count(),
        "minAvailable", group.count(),
        "template", template.with("spec", spec));
  }

  /// Its plug-in `svc` names pods after job, task and index, below a service of the job's name.
  @Override
  public Rendezvous rendezvous(RunShape shape, Group group) {
    String task = shape.name() + "-" + group.podSet().name();
    return Rendezvous.of(
        group,
        index -> "%s-%d.%s".formatted(task, index, shape.name()),
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

  @Override
  public Pinning bestPinning() {
    return Pinning.NODE_SET;
  }
}
