package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.config.TaintDocuments.TaintDocument;
import io.gpuaas.api.internal.edge.config.TaintDocuments.TolerationDocument;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.Topology;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
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

/// Flavors and topologies.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Capacity")
final class FlavorsController {
  private final ConfigEndpoint<FlavorSettings, FlavorDocument> flavors;
  private final ConfigEndpoint<Topology, TopologyDocument> topologies;
  private final Lists lists;

  FlavorsController(QuotaAdmin admin, AuditTrail audit, Lists lists) {
    this.flavors =
        new ConfigEndpoint<>(
            "flavor",
            audit,
            Stored.of(admin.flavors()),
            it -> FlavorDocument.of(it.value(), it.version()));
    this.topologies =
        new ConfigEndpoint<>(
            "topology",
            audit,
            Stored.of(admin.topologies()),
            it -> new TopologyDocument(it.value().name(), it.value().levels(), it.version()));
    this.lists = lists;
  }

  /// A kind of capacity.
  @Schema(name = "Flavor")
  record FlavorDocument(
      String name,
      SortedMap<String, String> nodeLabels,
      List<TaintDocument> nodeTaints,
      List<TolerationDocument> tolerations,
      @Nullable String topology,
      @Schema(
              description =
                  "How its nodes are filled where a job does not say it; null: as the scheduling"
                      + " policy says")
          @Nullable PlacementStrategy placement,
      @Schema(example = "H200-141GB") String gpuModel,
      long version) {
    static FlavorDocument of(FlavorSettings it, long version) {
      Flavor flavor = it.flavor();
      return new FlavorDocument(
          it.name(),
          flavor.nodeLabels(),
          flavor.nodeTaints().stream().map(TaintDocument::of).toList(),
          flavor.tolerations().stream().map(TolerationDocument::of).toList(),
          flavor.topology(),
          flavor.placement(),
          it.gpuModel(),
          version);
    }
  }

  @Schema(name = "FlavorInput")
  @ReadOnlyFields("version")
  record FlavorInput(
      @Nullable String name,
      @Size(max = 64) SortedMap<@Size(max = 317) String, @Size(max = 63) String> nodeLabels,
      @Size(max = 64) @Nullable List<TaintDocument> nodeTaints,
      @Size(max = 64) @Nullable List<TolerationDocument> tolerations,
      @Size(min = 1, max = 63) @Nullable String topology,
      @Nullable PlacementStrategy placement,
      @Schema(defaultValue = "") @Size(max = 63) @Nullable String gpuModel) {
    FlavorSettings settings(String name) {
      return new FlavorSettings(
          new Flavor(
              name,
              Objects.requireNonNullElse(nodeLabels, Collections.emptySortedMap()),
              TaintDocuments.taints(nodeTaints),
              TaintDocuments.tolerations(tolerations),
              topology,
              placement),
          Objects.requireNonNullElse(gpuModel, ""));
    }
  }

  /// Levels of placement domains.
  @Schema(name = "Topology")
  record TopologyDocument(
      String name,
      @Schema(description = "Node label keys, outermost first") List<String> levels,
      long version) {}

  @Schema(name = "TopologyInput")
  @ReadOnlyFields("version")
  record TopologyInput(
      @Nullable String name,
      @Size(min = 1, max = 16) List<@Size(min = 1, max = 317) String> levels) {}

  @GetMapping("/flavors")
  @Operation(
      operationId = "listFlavors",
      summary = "List flavors",
      description = "By name. A flavor is a kind of capacity with its own quota.")
  Page<FlavorDocument> listFlavors(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return lists.page(flavors.all(), FlavorDocument::name, "flavors", limit, cursor);
  }

  @GetMapping("/flavors/{name}")
  @Operation(
      operationId = "getFlavor",
      summary = "Read a flavor",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<FlavorDocument> getFlavor(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return flavors.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/flavors/{name}")
  @Operation(
      operationId = "putFlavor",
      summary = "Create or replace a flavor",
      description = "Created with `If-None-Match: *`, changed with `If-Match`.")
  ResponseEntity<FlavorDocument> putFlavor(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody FlavorInput body) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    return flavors.put(call, name, body.settings(name), ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/flavors/{name}")
  @Operation(
      operationId = "deleteFlavor",
      summary = "Remove a flavor that nothing uses",
      description = "Refused with 409 `IN_USE` as long as a quota is given in it.")
  ResponseEntity<Void> deleteFlavor(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    return flavors.delete(call, name, ifMatch);
  }

  @GetMapping("/topologies")
  @Operation(
      operationId = "listTopologies",
      summary = "List topologies",
      description = "By name, with their levels from outside to inside.")
  Page<TopologyDocument> listTopologies(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return lists.page(topologies.all(), TopologyDocument::name, "topologies", limit, cursor);
  }

  @GetMapping("/topologies/{name}")
  @Operation(
      operationId = "getTopology",
      summary = "Read a topology",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<TopologyDocument> getTopology(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return topologies.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/topologies/{name}")
  @Operation(
      operationId = "putTopology",
      summary = "Create or replace a topology",
      description = "Created with `If-None-Match: *`, changed with `If-Match`.")
  ResponseEntity<TopologyDocument> putTopology(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody TopologyInput body) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    Topology item = new Topology(name, body.levels());
    return topologies.put(call, name, item, ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/topologies/{name}")
  @Operation(
      operationId = "deleteTopology",
      summary = "Remove a topology that no flavor uses",
      description = "Refused with 409 `IN_USE` as long as a flavor names it.")
  ResponseEntity<Void> deleteTopology(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.CAPACITY_WRITE);
    return topologies.delete(call, name, ifMatch);
  }
}
