package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.QuotaAdmin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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

/// The names of priorities. A job keeps the value that its class had when it was submitted.
@RestController
@RequestMapping("/api/v1/priority-classes")
@Tag(name = "Scheduling")
final class PriorityClassesController {
  private final ConfigEndpoint<PriorityClass, PriorityClassDocument> classes;
  private final Lists lists;

  PriorityClassesController(QuotaAdmin admin, AuditTrail audit, Lists lists) {
    this.classes =
        new ConfigEndpoint<>(
            "priority-class",
            audit,
            Stored.of(admin.priorityClasses()),
            it -> PriorityClassDocument.of(it.value(), it.version()));
    this.lists = lists;
  }

  /// A name for a priority.
  @Schema(name = "PriorityClass")
  record PriorityClassDocument(
      @Schema(example = "normal") String name,
      @Schema(description = "Larger goes first", example = "0") int value,
      @Schema(description = "Always there; only its value can be changed") boolean builtIn,
      long version) {
    static PriorityClassDocument of(PriorityClass it, long version) {
      boolean builtIn = PriorityClass.BUILT_IN.contains(it.name());
      return new PriorityClassDocument(it.name(), it.value(), builtIn, version);
    }
  }

  @Schema(name = "PriorityClassInput")
  @ReadOnlyFields({"builtIn", "version"})
  record PriorityClassInput(
      @Nullable String name, @Min(-1_000_000_000) @Max(1_000_000_000) int value) {}

  @GetMapping
  @Operation(
      operationId = "listPriorityClasses",
      summary = "List priority classes",
      description = "Built-in ones first; jobs name them and keep their value.")
  Page<PriorityClassDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return lists.page(
        classes.all(), PriorityClassDocument::name, "priority-classes", limit, cursor);
  }

  @GetMapping("/{name}")
  @Operation(
      operationId = "getPriorityClass",
      summary = "Read a priority class",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<PriorityClassDocument> get(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireAnywhere(Permission.CAPACITY_READ);
    return classes.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/{name}")
  @Operation(
      operationId = "putPriorityClass",
      summary = "Create or replace a priority class",
      description = "Jobs that are there keep the value they were submitted with.")
  ResponseEntity<PriorityClassDocument> put(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody PriorityClassInput body) {
    call.requireOrg(Permission.QUOTA_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    PriorityClass item = new PriorityClass(name, body.value());
    return classes.put(call, name, item, ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/{name}")
  @Operation(
      operationId = "deletePriorityClass",
      summary = "Remove a priority class that is not built in",
      description = "Jobs that have named it keep its value.")
  ResponseEntity<Void> delete(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.QUOTA_WRITE);
    return classes.delete(call, name, ifMatch);
  }
}
