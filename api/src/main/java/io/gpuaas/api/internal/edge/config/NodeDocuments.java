package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.config.TaintDocuments.TaintDocument;
import io.gpuaas.api.internal.edge.manners.Fields;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.PodSetAssignment;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.HeldWorkload;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.World;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Nodes as documents, with what runs on them.
final class NodeDocuments {
  private NodeDocuments() {}

  /// A node.
  ///
  /// @param gpusUsed held by jobs, also by those the caller may not see
  /// @param runs jobs on it that the caller may see
  @Schema(name = "Node")
  record NodeDocument(
      String cluster,
      String name,
      SortedMap<String, String> labels,
      SortedMap<String, String> capacity,
      String gpuModel,
      @Schema(description = "Memory of one GPU in bytes") @Nullable String gpuMemory,
      boolean mig,
      List<TaintDocument> taints,
      boolean ready,
      boolean schedulable,
      long gpus,
      long gpusUsed,
      List<NodeRun> runs,
      long version) {}

  /// A job on a node.
  @Schema(name = "NodeRun")
  record NodeRun(String job, String jobName, String project, int pods) {}

  /// What is sent. Whether the node is ready is observed, not set, once it is known.
  @Schema(name = "NodeInput")
  @ReadOnlyFields({"version", "gpus", "gpusUsed", "runs"})
  record NodeInput(
      @Nullable String cluster,
      @Nullable String name,
      @Size(max = 256) SortedMap<@Size(max = 317) String, @Size(max = 63) String> labels,
      @Schema(example = "{\"cpu\":\"96\",\"memory\":\"1Ti\",\"nvidia.com/gpu\":\"8\"}")
          @Size(max = 64)
          SortedMap<@Size(min = 1, max = 317) String, @Size(max = 64) String> capacity,
      @Schema(defaultValue = "") @Size(max = 63) @Nullable String gpuModel,
      @Schema(example = "141Gi") @Size(max = 64) @Nullable String gpuMemory,
      @Schema(defaultValue = "false") @Nullable Boolean mig,
      @Size(max = 64) @Nullable List<TaintDocument> taints,
      @Schema(defaultValue = "true") @Nullable Boolean ready,
      @Schema(defaultValue = "true") @Nullable Boolean schedulable) {

    Node node(NodeRef ref) {
      Fields fields = new Fields();
      TreeMap<String, Long> amounts = new TreeMap<>();
      capacity.forEach(
          (resource, text) -> {
            String pointer = io.gpuaas.core.Fault.at("/capacity", resource);
            amounts.put(resource, fields.quantity(pointer, resource, text));
          });
      long memory =
          gpuMemory == null ? 0 : fields.quantity("/gpuMemory", Resources.MEMORY, gpuMemory);
      fields.check();
      return new Node(
          ref,
          Objects.requireNonNullElse(labels, Collections.emptySortedMap()),
          new ResourceAmounts(amounts),
          memory,
          Objects.requireNonNullElse(gpuModel, ""),
          Objects.requireNonNullElse(mig, false),
          TaintDocuments.taints(taints),
          Objects.requireNonNullElse(ready, true),
          Objects.requireNonNullElse(schedulable, true));
    }
  }

  /// The document without anything that runs there; for answers to changes and audit rows.
  static NodeDocument bare(Versioned<Node> node) {
    return document(node, 0, List.of());
  }

  static NodeDocument of(Versioned<Node> node, World world, Call call, JobQueries jobs) {
    NodeRef ref = node.value().ref();
    List<NodeRun> runs = new ArrayList<>();
    for (HeldWorkload held : world.heldOn(ref)) {
      String project = held.workload().project();
      if (call.caller().may(Permission.JOB_READ, Scope.project(project))) {
        JobId id = held.workload().id();
        String name = jobs.find(id).map(Job::name).orElse("");
        runs.add(new NodeRun(id.value(), name, project, pods(held, ref)));
      }
    }
    long gpus = node.value().capacity().of(Resources.GPU);
    boolean known = world.node(ref).isPresent();
    return document(node, known ? gpus - world.freeGpus(ref) : 0, runs);
  }

  private static int pods(HeldWorkload held, NodeRef ref) {
    int pods = 0;
    for (PodSetAssignment assignment : held.assignments()) {
      for (PodSetAssignment.NodeShare share : assignment.nodes()) {
        pods += share.node().equals(ref) ? share.count() : 0;
      }
    }
    return pods;
  }

  private static NodeDocument document(Versioned<Node> node, long used, List<NodeRun> runs) {
    Node it = node.value();
    SortedMap<String, String> capacity = new TreeMap<>();
    it.capacity()
        .byName()
        .forEach((name, amount) -> capacity.put(name, Quantity.format(name, amount)));
    return new NodeDocument(
        it.ref().cluster(),
        it.ref().name(),
        it.labels(),
        capacity,
        it.gpuModel(),
        it.gpuMemoryBytes() == 0 ? null : Long.toString(it.gpuMemoryBytes()),
        it.mig(),
        it.taints().stream().map(TaintDocument::of).toList(),
        it.ready(),
        it.schedulable(),
        it.capacity().of(Resources.GPU),
        Math.max(0, used),
        runs,
        node.version());
  }
}
