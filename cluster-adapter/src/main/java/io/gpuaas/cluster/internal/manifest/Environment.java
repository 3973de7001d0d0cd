package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Resources;
import java.util.ArrayList;
import java.util.List;

/// What a container is told by environment: who it is, where the others are, and from where to go
/// on. Understood by torchrun (`PET_…`), by plain PyTorch and DeepSpeed (`MASTER_…`, `WORLD_SIZE`)
/// and by JAX. What the user sets comes last and so wins.
final class Environment {
  static final String CHECKPOINTS = "/checkpoints";
  static final int PORT = 29_500;
  private static final String INDEX =
      "metadata.annotations['batch.kubernetes.io/job-completion-index']";

  private final RunShape shape;
  private final Group group;

  Environment(RunShape shape, Group group) {
    this.shape = shape;
    this.group = group;
  }

  List<Tree> variables(boolean usesFabric) {
    List<Tree> all = new ArrayList<>();
    add(all, "GPUAAS_JOB", shape.command().job().value());
    add(all, "GPUAAS_RUN", shape.command().run().value());
    add(all, "GPUAAS_POD_SET", group.podSet().name());
    add(all, "GPUAAS_SAVED_SECONDS", Long.toString(shape.command().savedMillis() / 1000));
    if (!shape.site().checkpointClass().isEmpty()) {
      add(all, "GPUAAS_CHECKPOINTS", CHECKPOINTS);
    }
    if (group.count() > 1) {
      addRendezvous(all);
    }
    if (usesFabric) {
      all.addAll(shape.site().fabric().environment());
    }
    shape.command().spec().env().forEach((name, value) -> add(all, name, value));
    return withoutEarlierOfSameName(all);
  }

  private void addRendezvous(List<Tree> all) {
    long gpus = Math.max(1, group.podSet().requests().of(Resources.GPU));
    String master = JobObjects.podHost(shape, group, 0);
    add(all, "MASTER_ADDR", master);
    add(all, "MASTER_PORT", Integer.toString(PORT));
    add(all, "WORLD_SIZE", Long.toString(Math.multiplyExact(gpus, (long) group.count())));
    addIndex(all, "NODE_RANK");
    add(all, "PET_MASTER_ADDR", master);
    add(all, "PET_MASTER_PORT", Integer.toString(PORT));
    add(all, "PET_NNODES", Integer.toString(group.count()));
    add(all, "PET_NPROC_PER_NODE", Long.toString(gpus));
    addIndex(all, "PET_NODE_RANK");
    add(all, "JAX_COORDINATOR_ADDRESS", master + ":" + PORT);
    add(all, "JAX_NUM_PROCESSES", Integer.toString(group.count()));
    addIndex(all, "JAX_PROCESS_ID");
  }

  private static void add(List<Tree> all, String name, String value) {
    all.add(new Tree(Tree.of("name", name).fields()).with("value", value));
  }

  private static void addIndex(List<Tree> all, String name) {
    Tree source = Tree.of("fieldRef", Tree.of("fieldPath", INDEX));
    all.add(Tree.of("name", name, "valueFrom", source));
  }

  private static List<Tree> withoutEarlierOfSameName(List<Tree> all) {
    List<Tree> kept = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String name = all.get(i).text("name");
      boolean comesAgain =
          all.subList(i + 1, all.size()).stream().anyMatch(it -> it.text("name").equals(name));
      if (!comesAgain) {
        kept.add(all.get(i));
      }
    }
    return List.copyOf(kept);
  }
}
