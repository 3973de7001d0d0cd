package io.gpuaas.cluster.internal.manifest;

import io.gpuaas.cluster.internal.manifest.RunShape.Group;
import io.gpuaas.core.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// How the pods that work as one find each other, in the names that a backend gives them. Where an
/// operator says it to the pods itself, there is none of ours.
///
/// @param hosts of the pods in rank order
/// @param slots processes of each pod: one for each GPU, at least one
/// @param rank a pod's own place in `hosts`, as the rest of a variable: its `value` or `valueFrom`
record Rendezvous(List<String> hosts, long slots, Tree rank) {
  static final int PORT = 29_500;
  static final String HOST_FILE_FOLDER = "/etc/gpuaas";
  static final String HOST_FILE = HOST_FILE_FOLDER + "/hostfile";

  Rendezvous {
    hosts = List.copyOf(hosts);
  }

  /// Pods that know their place by a label or an annotation of theirs.
  ///
  /// @param field as `labels['key']`
  static Rendezvous of(Group group, IntFunction<String> host, String field) {
    return of(group.count(), slots(group), host, field);
  }

  static Rendezvous of(int pods, long slots, IntFunction<String> host, String field) {
    List<String> hosts = new ArrayList<>();
    for (int i = 0; i < pods; i++) {
      hosts.add(host.apply(i));
    }
    Tree from = Tree.of("fieldRef", Tree.of("fieldPath", "metadata." + field));
    return new Rendezvous(hosts, slots, Tree.of("valueFrom", from));
  }

  static long slots(Group group) {
    return Math.max(1, group.podSet().requests().of(Resources.GPU));
  }

  /// As it is told to the one pod at this place, where each has a template of its own.
  Rendezvous at(int place) {
    return new Rendezvous(hosts, slots, Tree.of("value", Integer.toString(place)));
  }

  /// One that is alone has nobody to find.
  boolean isNeeded() {
    return hosts.size() > 1;
  }

  /// Read by torchrun (`PET_…`), by plain PyTorch, by JAX, and by what runs under MPI. `RANK` is a
  /// process's, so it is given only where a pod is one.
  List<Tree> variables() {
    List<Tree> all = new ArrayList<>();
    String master = hosts.getFirst();
    String pods = Integer.toString(hosts.size());
    all.add(text("MASTER_ADDR", master));
    all.add(text("MASTER_PORT", Integer.toString(PORT)));
    all.add(text("WORLD_SIZE", Long.toString(Math.multiplyExact(slots, (long) hosts.size()))));
    all.add(ranked("NODE_RANK"));
    if (slots == 1) {
      all.add(ranked("RANK"));
      all.add(text("LOCAL_RANK", "0"));
    }
    all.add(text("PET_MASTER_ADDR", master));
    all.add(text("PET_MASTER_PORT", Integer.toString(PORT)));
    all.add(text("PET_NNODES", pods));
    all.add(text("PET_NPROC_PER_NODE", Long.toString(slots)));
    all.add(ranked("PET_NODE_RANK"));
    all.add(text("JAX_COORDINATOR_ADDRESS", master + ":" + PORT));
    all.add(text("JAX_NUM_PROCESSES", pods));
    all.add(ranked("JAX_PROCESS_ID"));
    all.add(text("GPUAAS_HOSTFILE", HOST_FILE));
    all.add(text("OMPI_MCA_orte_default_hostfile", HOST_FILE));
    all.add(text("HYDRA_HOST_FILE", HOST_FILE));
    return all;
  }

  /// As Open MPI and DeepSpeed read it: a host and its processes on each line.
  String hostFile() {
    StringBuilder lines = new StringBuilder();
    hosts.forEach(host -> lines.append(host).append(" slots=").append(slots).append('\n'));
    return lines.toString();
  }

  private Tree ranked(String name) {
    return Tree.of("name", name).merge(rank);
  }

  static Tree text(String name, String value) {
    return Tree.of("name", name).with("value", value);
  }
}
