package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// Where checkpoints are kept, and where fast work in between goes.
///
/// @param way what the volume is
/// @param place storage class, claim, `server:/path`, or address, as the way has it
/// @param size of a volume that is made for a job
/// @param secret of the project's namespace with the variables of an object store; empty for none
/// @param isShared whether pods of several nodes may mount it at once
/// @param scratchClass storage class of a node's own disks, for `/scratch`; empty for none
record Storage(
    Way way,
    String place,
    String size,
    String secret,
    boolean isShared,
    String scratchClass,
    String scratchSize) {
  static final String FOLDER = "/checkpoints";
  static final String SCRATCH = "/scratch";
  static final List<String> KEYS =
      List.of(
          "checkpointClass",
          "checkpointClaim",
          "checkpointNfs",
          "checkpointUri",
          "checkpointSize",
          "checkpointAccess",
          "checkpointSecret",
          "scratchClass",
          "scratchSize");
  private static final List<String> WAYS =
      List.of("checkpointClass", "checkpointClaim", "checkpointNfs", "checkpointUri");
  private static final String SIZE = "[1-9][0-9]{0,5}(Mi|Gi|Ti)";
  private static final List<String> ACCESS = List.of("ReadWriteMany", "ReadWriteOnce");

  /// What keeps checkpoints.
  enum Way {
    NONE,
    /// A volume of its own for each job: cloud file systems, CephFS, what else has a class.
    CLASS,
    /// A claim that the project's namespace has; jobs get folders of it.
    CLAIM,
    /// An NFS server that nodes mount; jobs get folders of it.
    NFS,
    /// An object store that the program writes to itself.
    URI
  }

  static Storage of(SortedMap<String, String> settings) {
    Way way = Way.NONE;
    String place = "";
    for (int i = 0; i < WAYS.size(); i++) {
      String text = settings.getOrDefault(WAYS.get(i), "");
      if (!text.isEmpty()) {
        way = List.of(Way.CLASS, Way.CLAIM, Way.NFS, Way.URI).get(i);
        place = text;
      }
    }
    return new Storage(
        way,
        place,
        settings.getOrDefault("checkpointSize", "200Gi"),
        settings.getOrDefault("checkpointSecret", ""),
        !settings.getOrDefault("checkpointAccess", "ReadWriteMany").equals("ReadWriteOnce"),
        settings.getOrDefault("scratchClass", ""),
        settings.getOrDefault("scratchSize", "1Ti"));
  }

  static void check(String pointer, String key, String text, FaultCollector faults) {
    switch (key) {
      case "checkpointClass", "checkpointClaim", "checkpointSecret", "scratchClass" ->
          faults.dnsName(pointer, text);
      case "checkpointNfs" ->
          Texts.allow(
              pointer,
              text,
              text.matches("[A-Za-z0-9][-.A-Za-z0-9]*:/[^,\\s]*"),
              "server:/path",
              faults);
      case "checkpointUri" ->
          Texts.allow(
              pointer,
              text,
              text.matches("[a-z][a-z0-9+.-]*://[^\\s]+") && text.contains("{job}"),
              "addresses with {job} in them, as s3://bucket/{project}/{job}",
              faults);
      case "checkpointSize", "scratchSize" ->
          Texts.allow(pointer, text, text.matches(SIZE), "sizes like 200Gi", faults);
      case "checkpointAccess" -> Texts.checkOneOf(pointer, text, ACCESS, faults);
      default -> {}
    }
  }

  /// Checkpoints are kept in one place.
  static List<Fault> conflicts(String at, SortedMap<String, String> settings) {
    FaultCollector faults = new FaultCollector();
    List<String> given =
        WAYS.stream().filter(key -> !settings.getOrDefault(key, "").isEmpty()).toList();
    for (String key : given.size() > 1 ? given.subList(1, given.size()) : List.<String>of()) {
      faults.add(
          Fault.at(at, key),
          "CONFLICT",
          "Checkpoints are kept in one place: %s is set already.".formatted(given.getFirst()),
          settings.getOrDefault(key, ""),
          null);
    }
    return faults.faults();
  }

  boolean isVolume() {
    return way == Way.CLASS || way == Way.CLAIM || way == Way.NFS;
  }

  boolean hasScratch() {
    return !scratchClass.isEmpty();
  }

  List<Tree> environment(RunShape shape) {
    List<Tree> all = new ArrayList<>();
    if (way != Way.NONE) {
      all.add(Rendezvous.text("GPUAAS_CHECKPOINTS", isVolume() ? FOLDER : address(shape)));
    }
    if (hasScratch()) {
      all.add(Rendezvous.text("GPUAAS_SCRATCH", SCRATCH));
    }
    return all;
  }

  private String address(RunShape shape) {
    return place
        .replace("{project}", shape.command().project())
        .replace("{job}", shape.command().job().value());
  }

  /// Variables that a container takes from the secret.
  List<Tree> environmentFrom() {
    return way == Way.URI && !secret.isEmpty()
        ? List.of(Tree.of("secretRef", Tree.of("name", secret)))
        : List.of();
  }

  List<Tree> volumes(RunShape shape) {
    List<Tree> volumes = new ArrayList<>();
    if (isVolume()) {
      volumes.add(Tree.of("name", "checkpoints").merge(source(shape)));
    }
    if (hasScratch()) {
      volumes.add(Tree.of("name", "scratch", "ephemeral", scratchClaim()));
    }
    return volumes;
  }

  private Tree source(RunShape shape) {
    int colon = place.indexOf(':');
    return way == Way.NFS
        ? Tree.of(
            "nfs", Tree.of("server", place.substring(0, colon), "path", place.substring(colon + 1)))
        : Tree.of("persistentVolumeClaim", Tree.of("claimName", claimName(shape)));
  }

  private Tree scratchClaim() {
    Tree spec =
        Tree.of(
            "accessModes", List.of("ReadWriteOnce"),
            "storageClassName", scratchClass,
            "resources", Tree.of("requests", Tree.of("storage", scratchSize)));
    return Tree.of("volumeClaimTemplate", Tree.of("spec", spec));
  }

  /// The volume is the job's, not the run's: the next attempt goes on from it.
  String claimName(RunShape shape) {
    return way == Way.CLAIM
        ? place
        : "checkpoints-" + RunShape.nameOf(new io.gpuaas.core.RunId(shape.command().job().value()));
  }

  List<Tree> mounts(RunShape shape) {
    List<Tree> mounts = new ArrayList<>();
    if (isVolume()) {
      mounts.add(mount(shape));
    }
    if (hasScratch()) {
      mounts.add(Tree.of("name", "scratch", "mountPath", SCRATCH));
    }
    return mounts;
  }

  /// Of a volume that several jobs share, each has a folder.
  Tree mount(RunShape shape) {
    String folder = shape.command().project() + "/" + shape.command().job().value();
    return Tree.of(
        "name", "checkpoints", "mountPath", FOLDER, "subPath", way == Way.CLASS ? "" : folder);
  }

  /// Made for the job; empty when the volume is somebody else's.
  List<Manifest> claim(RunShape shape) {
    if (way != Way.CLASS) {
      return List.of();
    }
    Tree metadata =
        Tree.of(
            "name",
            claimName(shape),
            "namespace",
            shape.namespace(),
            "labels",
            shape.site().ownLabels().with(RunShape.JOB, shape.command().job().value()));
    Tree spec =
        Tree.of(
            "accessModes", List.of(isShared ? ACCESS.getFirst() : ACCESS.getLast()),
            "storageClassName", place,
            "resources", Tree.of("requests", Tree.of("storage", size)));
    return List.of(Manifest.apply(Kinds.CLAIM, metadata, Tree.of("spec", spec)));
  }
}
