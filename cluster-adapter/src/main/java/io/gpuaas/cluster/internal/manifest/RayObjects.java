package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.PodTemplates.Pinning;
import io.gpuaas.cluster.internal.manifest.PodTemplates.Role;
import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Fault;
import io.gpuaas.placement.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A run as a RayCluster, which never ends by itself, or as a RayJob, which brings a cluster of its
/// own and ends with its entry point. The first pod set is the head, the others are groups of
/// workers.
final class RayObjects implements Form {
  private static final int DASHBOARD = 8265;
  private static final String TLS = "/etc/ray/tls";
  private final boolean asJob;

  RayObjects(boolean asJob) {
    this.asJob = asJob;
  }

  @Override
  public Manifest.Kind kind() {
    return asJob ? Kinds.RAY_JOB : Kinds.RAY_CLUSTER;
  }

  @Override
  public List<Manifest> render(RunShape shape, Gang gang) {
    Tree metadata = shape.mainMetadata(shape.name()).merge(gang.onMain(shape));
    Tree cluster = cluster(shape, gang);
    if (!asJob) {
      Tree spec = cluster.with("suspend", true);
      return List.of(Manifest.create(Kinds.RAY_CLUSTER, metadata, Tree.of("spec", spec)));
    }
    Tree spec =
        Tree.of(
            "suspend",
            true,
            "entrypoint",
            entryPoint(shape),
            "submissionMode",
            "HTTPMode",
            "shutdownAfterJobFinishes",
            true,
            "backoffLimit",
            0,
            "rayClusterSpec",
            cluster);
    long deadline = JobObjects.deadlineSeconds(shape);
    Tree limited = deadline > 0 ? spec.with("activeDeadlineSeconds", deadline) : spec;
    return List.of(Manifest.create(Kinds.RAY_JOB, metadata, Tree.of("spec", limited)));
  }

  /// What would be a container's command is what Ray gives to a shell.
  private static String entryPoint(RunShape shape) {
    List<String> words = new ArrayList<>(shape.command().spec().command());
    words.addAll(shape.command().spec().args());
    return words.stream().map(RayObjects::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static Tree cluster(RunShape shape, Gang gang) {
    List<Tree> workers = new ArrayList<>();
    for (Group all : shape.groups().subList(1, shape.groups().size())) {
      workers.addAll(workerGroups(shape, all, gang));
    }
    Tree head =
        Tree.of(
            "rayStartParams", Tree.of("dashboard-host", "0.0.0.0"),
            "template", template(shape, shape.groups().getFirst(), gang, "ray-head"));
    Extras extras = shape.site().extras();
    return Tree.of(
        "rayVersion",
        extras.rayVersion(),
        "authOptions",
        extras.hasRayTokens() ? Tree.of("mode", "token") : Tree.EMPTY,
        "headGroupSpec",
        head,
        "workerGroupSpecs",
        workers);
  }

  /// A group for each node, so that every node gets the pods that it was chosen for.
  private static List<Tree> workerGroups(RunShape shape, Group all, Gang gang) {
    List<Group> byNode = all.byNode();
    List<Tree> groups = new ArrayList<>();
    for (int i = 0; i < byNode.size(); i++) {
      Group group = byNode.get(i);
      String name = all.podSet().name();
      groups.add(
          Tree.of(
                  "groupName", byNode.size() == 1 ? name : name + "-" + i,
                  "replicas", group.count(),
                  "minReplicas", group.count(),
                  "maxReplicas", group.count(),
                  "template", template(shape, group, gang, "ray-worker"))
              .with("rayStartParams", Tree.EMPTY));
    }
    return groups;
  }

  /// Ray starts its own processes in the containers.
  private static Tree template(RunShape shape, Group group, Gang gang, String container) {
    Role role = new Role(container, Pinning.NODE_SET, null);
    Tree template = gang.onTemplate(shape, group, new PodTemplates(shape).template(group, role));
    Tree spec = template.tree("spec").without("subdomain", "restartPolicy");
    Tree only = spec.trees("containers").getFirst();
    Tree bare = only.without("command", "args");
    String secret = shape.site().extras().rayTlsSecret();
    if (secret.isEmpty()) {
      return template.with("spec", spec.with("containers", List.of(bare)));
    }
    Tree volume = Tree.of("name", "ray-tls", "secret", Tree.of("secretName", secret));
    return template.with(
        "spec",
        spec.with("containers", List.of(bare.merge(tls())))
            .merge(Tree.of("volumes", List.of(volume))));
  }

  /// Ray encrypts what its processes say to each other with certificates that the project has.
  private static Tree tls() {
    Tree mount = Tree.of("name", "ray-tls", "mountPath", TLS, "readOnly", true);
    return Tree.of(
        "env",
        List.of(
            Rendezvous.text("RAY_USE_TLS", "1"),
            Rendezvous.text("RAY_TLS_SERVER_CERT", TLS + "/tls.crt"),
            Rendezvous.text("RAY_TLS_SERVER_KEY", TLS + "/tls.key"),
            Rendezvous.text("RAY_TLS_CA_CERT", TLS + "/ca.crt")),
        "volumeMounts",
        List.of(mount));
  }

  /// The operator submits the job to the head, and asks it how it goes.
  @Override
  public List<Surroundings.Opening> openings(RunShape shape) {
    Tree operator = Tree.of("app.kubernetes.io/name", "kuberay-operator");
    String from = shape.site().isolation().rayFrom();
    return List.of(new Surroundings.Opening(from, operator, DASHBOARD));
  }

  @Override
  public MainState state(Tree object) {
    if (!asJob) {
      return object.flag("spec", "suspend") ? new MainState.Suspended() : new MainState.Active();
    }
    return switch (object.text("status", "jobDeploymentStatus")) {
      case "Complete" ->
          object.text("status", "jobStatus").equals("SUCCEEDED")
              ? new MainState.Succeeded(object.text("status", "endTime"))
              : failed(object);
      case "Failed", "ValidationFailed" -> failed(object);
      default ->
          object.flag("spec", "suspend") ? new MainState.Suspended() : new MainState.Active();
    };
  }

  private static MainState failed(Tree object) {
    return new MainState.Failed(
        object.text("status", "endTime"),
        object.text("status", "reason"),
        object.text("status", "message"),
        false);
  }

  @Override
  public List<String> suspendPath() {
    return List.of("spec", "suspend");
  }

  @Override
  public List<Fault> unmet(JobSpec spec) {
    List<Fault> faults = new ArrayList<>(Unmet.headed(spec, asJob ? "rayjob" : "raycluster"));
    if (!asJob) {
      faults.addAll(Unmet.onlyEndless(spec, "raycluster", "rayjob, job, jobset"));
      faults.addAll(Unmet.noCommand(spec, "raycluster", "rayjob"));
    }
    return faults;
  }
}
