package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.config.NodeDocuments.NodeDocument;
import io.gpuaas.api.internal.edge.config.NodeDocuments.NodeInput;
import io.gpuaas.api.internal.edge.config.TaintDocuments.TaintDocument;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.NodeRef;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Versioned;
import io.gpuaas.placement.Cluster;
import io.gpuaas.placement.ClusterCondition;
import io.gpuaas.placement.ClusterPort;
import io.gpuaas.placement.Clusters;
import io.gpuaas.placement.InventoryAdmin;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.World;
import io.gpuaas.placement.WorldView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Clusters and their nodes.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Capacity")
final class ClustersController {
  private final InventoryAdmin inventory;
  private final WorldView view;
  private final JobQueries jobs;
  private final AuditTrail audit;
  private final Lists lists;
  private final Clusters connected;
  private final ConfigEndpoint<Cluster, ClusterDocument> clusters;

  ClustersController(
      InventoryAdmin inventory,
      WorldView view,
      JobQueries jobs,
      AuditTrail audit,
      Lists lists,
      Clusters connected) {
    this.inventory = inventory;
    this.view = view;
    this.jobs = jobs;
    this.audit = audit;
    this.lists = lists;
    this.connected = connected;
    this.clusters =
        new ConfigEndpoint<>(
            "cluster",
            audit,
            new Stored<>(
                inventory::clusters,
                inventory::cluster,
                inventory::createCluster,
                inventory::replaceCluster,
                inventory::removeCluster),
            this::document);
  }

  /// A cluster that jobs may be dispatched to.
  ///
  /// @param schedulable false while it is drained: what runs goes on, nothing new comes
  /// @param taints of all its nodes, beside their own
  /// @param healthy it can be reached, and at least one node is ready and schedulable, or it has
  ///   none yet
  /// @param condition why it cannot be reached, and the remedy; empty when it can
  @Schema(name = "Cluster")
  record ClusterDocument(
      String name,
      @Schema(example = "simulated") String backend,
      SortedMap<String, String> settings,
      boolean schedulable,
      List<TaintDocument> taints,
      int nodes,
      long gpus,
      long gpusFree,
      boolean healthy,
      String condition,
      long version) {}

  @Schema(name = "ClusterInput")
  @ReadOnlyFields({"version", "nodes", "gpus", "gpusFree", "healthy", "condition"})
  record ClusterInput(
      @Nullable String name,
      @Schema(example = "simulated") @Size(min = 1, max = 63) String backend,
      @Size(max = 64)
          @Nullable SortedMap<@Size(max = 255) String, @Size(max = 1024) String> settings,
      @Schema(
              description = "`false` drains it: what runs goes on, nothing new comes",
              defaultValue = "true")
          @Nullable Boolean schedulable,
      @Schema(description = "Of all its nodes, beside their own") @Size(max = 64)
          @Nullable List<TaintDocument> taints) {}

  private ClusterDocument document(Versioned<Cluster> cluster) {
    World world = view.world();
    String name = cluster.value().name();
    List<Versioned<Node>> nodes = inventory.nodes(name);
    long gpus = 0;
    long free = 0;
    boolean usable = nodes.isEmpty();
    boolean takesJobs = cluster.value().schedulable() && cluster.value().reachable();
    for (Versioned<Node> node : nodes) {
      Node it = node.value();
      gpus += it.capacity().of(Resources.GPU);
      if (it.ready() && it.schedulable() && takesJobs) {
        usable = true;
        free += world.freeGpus(it.ref());
      }
    }
    ClusterCondition condition =
        connected.find(name).map(ClusterPort::condition).orElse(ClusterCondition.WELL);
    return new ClusterDocument(
        name,
        cluster.value().backend(),
        cluster.value().settings(),
        cluster.value().schedulable(),
        cluster.value().taints().stream().map(TaintDocument::of).toList(),
        nodes.size(),
        gpus,
        free,
        usable && condition.isWell(),
        condition.message(),
        cluster.version());
  }

  @GetMapping("/clusters")
  @Operation(
      operationId = "listClusters",
      summary = "List clusters",
      description = "By name, with how many nodes and GPUs each has.")
  Page<ClusterDocument> listClusters(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return lists.page(clusters.all(), ClusterDocument::name, "clusters", limit, cursor);
  }

  @GetMapping("/clusters/{name}")
  @Operation(
      operationId = "getCluster",
      summary = "Read a cluster",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<ClusterDocument> getCluster(Call call, @PathVariable String name) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return clusters.get(name, null);
  }

  @DryRunnable
  @PutMapping("/clusters/{name}")
  @Operation(
      operationId = "putCluster",
      summary = "Create or replace a cluster",
      description = "Created with `If-None-Match: *`, changed with `If-Match`.")
  ResponseEntity<ClusterDocument> putCluster(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody ClusterInput body) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    Cluster item =
        new Cluster(
            name,
            body.backend(),
            Objects.requireNonNullElse(body.settings(), Collections.emptySortedMap()),
            Objects.requireNonNullElse(body.schedulable(), true),
            TaintDocuments.taints(body.taints()),
            true);
    return clusters.put(call, name, item, ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/clusters/{name}")
  @Operation(
      operationId = "deleteCluster",
      summary = "Remove a cluster without nodes",
      description = "Refused with 409 `IN_USE` as long as it has nodes.")
  ResponseEntity<Void> deleteCluster(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    return clusters.delete(call, name, ifMatch);
  }

  @GetMapping("/nodes")
  @Operation(
      operationId = "listNodes",
      summary = "List nodes of all clusters or of one",
      description = "By cluster and name, with how much of each is free.")
  Page<NodeDocument> listNodes(
      Call call,
      @RequestParam(required = false) @Nullable String cluster,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    List<Versioned<Node>> nodes = new ArrayList<>();
    for (Versioned<Cluster> it : inventory.clusters()) {
      if (cluster == null || cluster.isEmpty() || it.value().name().equals(cluster)) {
        nodes.addAll(inventory.nodes(it.value().name()));
      }
    }
    String filter = "nodes\n" + Objects.requireNonNullElse(cluster, "");
    Page<Versioned<Node>> page =
        lists.page(nodes, it -> place(it.value().ref()), filter, limit, cursor);
    World world = view.world();
    return new Page<>(
        page.items().stream().map(it -> NodeDocuments.of(it, world, call, jobs)).toList(),
        page.nextCursor(),
        page.hasMore());
  }

  /// Sorts as the reference does: names have no characters below the separator.
  private static String place(NodeRef ref) {
    return ref.cluster() + "\t" + ref.name();
  }

  @GetMapping("/clusters/{cluster}/nodes/{name}")
  @Operation(
      operationId = "getNode",
      summary = "Read a node and what runs on it",
      description = "With its GPUs, labels and taints, and the runs that hold some of it.")
  ResponseEntity<NodeDocument> getNode(
      Call call, @PathVariable String cluster, @PathVariable String name) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    Versioned<Node> node =
        inventory
            .node(new NodeRef(cluster, name))
            .orElseThrow(() -> ProblemException.notFound("No node", cluster + "/" + name));
    return ResponseEntity.ok()
        .eTag(ETags.of(node.version()))
        .body(NodeDocuments.of(node, view.world(), call, jobs));
  }

  @DryRunnable
  @PutMapping("/clusters/{cluster}/nodes/{name}")
  @Operation(
      operationId = "putNode",
      summary = "Create or replace a node",
      description = "`schedulable: false` cordons it: what runs goes on, nothing new comes.")
  ResponseEntity<NodeDocument> putNode(
      Call call,
      @PathVariable String cluster,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody NodeInput body) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    NodeRef ref = new NodeRef(cluster, name);
    return nodes(cluster)
        .put(call, ref.toString(), body.node(ref), ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/clusters/{cluster}/nodes/{name}")
  @Operation(
      operationId = "deleteNode",
      summary = "Remove a node",
      description = "Runs on it are lost as when it fails: cordon and drain it first.")
  ResponseEntity<Void> deleteNode(
      Call call,
      @PathVariable String cluster,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    return nodes(cluster).delete(call, new NodeRef(cluster, name).toString(), ifMatch);
  }

  /// Nodes of one cluster, named `cluster/node`.
  private ConfigEndpoint<Node, NodeDocument> nodes(String cluster) {
    int prefix = cluster.length() + 1;
    Stored<Node> stored =
        new Stored<>(
            () -> inventory.nodes(cluster),
            name -> inventory.node(new NodeRef(cluster, name.substring(prefix))),
            inventory::createNode,
            inventory::replaceNode,
            (name, version) ->
                inventory.removeNode(new NodeRef(cluster, name.substring(prefix)), version));
    return new ConfigEndpoint<>("node", audit, stored, NodeDocuments::bare);
  }
}
