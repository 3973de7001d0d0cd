package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.config.ProjectDocument.ProjectInput;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.QuotaAdmin;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
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

/// Projects.
@RestController
@RequestMapping("/api/v1/projects")
@Tag(name = "Projects")
final class ProjectsController {
  private final ConfigEndpoint<ProjectSettings, ProjectDocument> projects;
  private final Lists lists;

  ProjectsController(QuotaAdmin admin, AuditTrail audit, Lists lists) {
    this.projects =
        new ConfigEndpoint<>(
            "project",
            audit,
            Stored.of(admin.projects()),
            it -> ProjectDocument.of(it.value(), it.version()));
    this.lists = lists;
  }

  @GetMapping
  @Operation(
      operationId = "listProjects",
      summary = "List projects",
      description = "By name; those that the caller may see.")
  Page<ProjectDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return lists.page(
        projects.all().stream()
            .filter(it -> call.caller().may(Permission.PROJECT_READ, Scope.project(it.name())))
            .toList(),
        ProjectDocument::name,
        "projects",
        limit,
        cursor);
  }

  @GetMapping("/{name}")
  @Operation(
      operationId = "getProject",
      summary = "Read a project",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<ProjectDocument> get(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    call.requireProject(Permission.PROJECT_READ, name);
    return projects.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/{name}")
  @Operation(
      operationId = "putProject",
      summary = "Create or replace a project",
      description =
          """
          Needs `project.write` on the team it is to belong to, and on the project itself when it \
          is there already.\
          """)
  ResponseEntity<ProjectDocument> put(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody ProjectInput body) {
    Organisation organisation = call.caller().organisation();
    if (ifNoneMatch == null && organisation.isKnown(Scope.project(name))) {
      call.requireProject(Permission.PROJECT_WRITE, name);
    }
    if (organisation.isKnown(Scope.team(body.team()))) {
      call.require(Permission.PROJECT_WRITE, Scope.team(body.team()));
    } else {
      call.requireAnywhere(Permission.PROJECT_WRITE);
    }
    ConfigEndpoint.sameName(name, body.name());
    ETags.Condition condition = ETags.ofPut(ifMatch, ifNoneMatch);
    return projects.put(call, name, body.settings(name), condition);
  }

  @DryRunnable
  @DeleteMapping("/{name}")
  @Operation(
      operationId = "deleteProject",
      summary = "Remove a project without jobs",
      description = "Refused with 409 `IN_USE` as long as it has jobs.")
  ResponseEntity<Void> delete(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireProject(Permission.PROJECT_WRITE, name);
    return projects.delete(call, name, ifMatch);
  }
}
