package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.OrganisationAdmin;
import io.gpuaas.quota.Scope;
import io.gpuaas.quota.Team;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
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

/// Departments and teams.
@RestController
@RequestMapping("/api/v1")
@Tag(name = "Organisation")
final class OrganisationController {
  private final ConfigEndpoint<Department, DepartmentDocument> departments;
  private final ConfigEndpoint<Team, TeamDocument> teams;
  private final Lists lists;

  OrganisationController(OrganisationAdmin admin, AuditTrail audit, Lists lists) {
    this.departments =
        new ConfigEndpoint<>(
            "department",
            audit,
            Stored.of(admin.departments()),
            it -> DepartmentDocument.of(it.value(), it.version()));
    this.teams =
        new ConfigEndpoint<>(
            "team",
            audit,
            Stored.of(admin.teams()),
            it -> TeamDocument.of(it.value(), it.version()));
    this.lists = lists;
  }

  /// A part of the organisation that pays for its teams.
  @Schema(name = "Department")
  record DepartmentDocument(
      @Schema(example = "research") String name,
      String displayName,
      @Nullable String costCenter,
      @Schema(description = "IANA name; null for the organisation's") @Nullable String timeZone,
      long version) {
    static DepartmentDocument of(Department it, long version) {
      return new DepartmentDocument(
          it.name(), it.displayName(), it.costCenter(), it.timeZone(), version);
    }
  }

  @Schema(name = "DepartmentInput")
  @ReadOnlyFields("version")
  record DepartmentInput(
      @Nullable String name,
      @Size(min = 1, max = 255) String displayName,
      @Size(min = 1, max = 255) @Nullable String costCenter,
      @Size(min = 1, max = 63) @Nullable String timeZone) {}

  /// People of one department who own projects.
  @Schema(name = "Team")
  record TeamDocument(String name, String displayName, String department, long version) {
    static TeamDocument of(Team it, long version) {
      return new TeamDocument(it.name(), it.displayName(), it.department(), version);
    }
  }

  @Schema(name = "TeamInput")
  @ReadOnlyFields("version")
  record TeamInput(
      @Nullable String name,
      @Size(min = 1, max = 255) String displayName,
      @Size(min = 1, max = 63) String department) {}

  @GetMapping("/departments")
  @Operation(
      operationId = "listDepartments",
      summary = "List departments",
      description = "By name.")
  Page<DepartmentDocument> listDepartments(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return lists.page(
        departments.all().stream().filter(it -> sees(call, Scope.department(it.name()))).toList(),
        DepartmentDocument::name,
        "departments",
        limit,
        cursor);
  }

  /// Seen by those who may read it or a project in it.
  private static boolean sees(Call call, Scope scope) {
    return call.caller().may(Permission.PROJECT_READ, scope)
        || call.caller().organisation().projectsIn(scope).stream()
            .anyMatch(it -> call.caller().may(Permission.PROJECT_READ, Scope.project(it)));
  }

  @GetMapping("/departments/{name}")
  @Operation(
      operationId = "getDepartment",
      summary = "Read a department",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<DepartmentDocument> getDepartment(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    if (!sees(call, Scope.department(name))) {
      throw departments.missing(name);
    }
    return departments.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/departments/{name}")
  @Operation(
      operationId = "putDepartment",
      summary = "Create or replace a department",
      description = "Created with `If-None-Match: *`, changed with `If-Match`.")
  ResponseEntity<DepartmentDocument> putDepartment(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody DepartmentInput body) {
    call.requireOrg(Permission.ORGANISATION_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    Department item = new Department(name, body.displayName(), body.costCenter(), body.timeZone());
    return departments.put(call, name, item, ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/departments/{name}")
  @Operation(
      operationId = "deleteDepartment",
      summary = "Remove a department without teams",
      description = "Refused with 409 `IN_USE` as long as it has teams.")
  ResponseEntity<Void> deleteDepartment(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.ORGANISATION_WRITE);
    return departments.delete(call, name, ifMatch);
  }

  @GetMapping("/teams")
  @Operation(
      operationId = "listTeams",
      summary = "List teams",
      description = "By name. A team belongs to one department.")
  Page<TeamDocument> listTeams(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return lists.page(
        teams.all().stream().filter(it -> sees(call, Scope.team(it.name()))).toList(),
        TeamDocument::name,
        "teams",
        limit,
        cursor);
  }

  @GetMapping("/teams/{name}")
  @Operation(
      operationId = "getTeam",
      summary = "Read a team",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<TeamDocument> getTeam(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch) {
    if (!sees(call, Scope.team(name))) {
      throw teams.missing(name);
    }
    return teams.get(name, ifNoneMatch);
  }

  @DryRunnable
  @PutMapping("/teams/{name}")
  @Operation(
      operationId = "putTeam",
      summary = "Create or replace a team",
      description = "Created with `If-None-Match: *`, changed with `If-Match`.")
  ResponseEntity<TeamDocument> putTeam(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody TeamInput body) {
    call.requireOrg(Permission.ORGANISATION_WRITE);
    ConfigEndpoint.sameName(name, body.name());
    Team item = new Team(name, body.displayName(), body.department());
    return teams.put(call, name, item, ETags.ofPut(ifMatch, ifNoneMatch));
  }

  @DryRunnable
  @DeleteMapping("/teams/{name}")
  @Operation(
      operationId = "deleteTeam",
      summary = "Remove a team without projects",
      description = "Refused with 409 `IN_USE` as long as it has projects.")
  ResponseEntity<Void> deleteTeam(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.ORGANISATION_WRITE);
    return teams.delete(call, name, ifMatch);
  }
}
