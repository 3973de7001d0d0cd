package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Grant;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// What the caller is and may do.
@RestController
@RequestMapping("/api/v1/me")
@Tag(name = "Me")
final class MeController {

  /// The caller.
  ///
  /// @param permissions those that the caller has on at least one scope
  /// @param projects those that the caller may see
  /// @param defaultProject the first in which the caller may submit, null when there is none
  /// @param timeZone of the organisation: by it a day or a month begins for the caller
  /// @param token what the caller came with; null of a browser
  record Me(
      String login,
      String displayName,
      List<RoleOnScope> roles,
      List<String> permissions,
      List<String> projects,
      @Nullable String defaultProject,
      String timeZone,
      @Nullable UsedToken token) {}

  /// A token by which somebody is known.
  ///
  /// @param project null when it is not bound to one
  record UsedToken(String id, String name, @Nullable String project) {
    static @Nullable UsedToken of(Caller.@Nullable TokenUse it) {
      return it == null ? null : new UsedToken(it.id(), it.name(), it.project());
    }
  }

  record RoleOnScope(String role, ScopeDocument scope) {}

  /// A permission and where it holds.
  ///
  /// @param on the scopes on which it is given, as `KIND/name`
  record PermissionOnScopes(String permission, List<String> on) {}

  record PermissionList(List<PermissionOnScopes> items) {}

  @GetMapping
  @Operation(
      operationId = "getMe",
      summary = "Who am I",
      description = "Login, roles, permissions and visible projects of the caller, and its token.")
  Me me(Call call) {
    Caller caller = call.caller();
    List<String> mine = caller.projects(Permission.JOB_SUBMIT);
    return new Me(
        caller.login(),
        caller.displayName(),
        caller.grants().stream()
            .filter(it -> reaches(caller, it))
            .map(it -> new RoleOnScope(it.role().word(), ScopeDocument.of(it.scope())))
            .toList(),
        caller.permissions().stream().map(Permission::word).toList(),
        caller.projects(Permission.PROJECT_READ),
        mine.isEmpty() ? null : mine.getFirst(),
        caller.organisation().settings().timeZone(),
        UsedToken.of(caller.token()));
  }

  /// Of a token of a project only what holds there: what else its owner may is not its business.
  private static boolean reaches(Caller caller, Grant grant) {
    String project = caller.token() == null ? null : caller.token().project();
    return project == null
        || caller.organisation().path(Scope.project(project)).contains(grant.scope());
  }

  @GetMapping("/permissions")
  @Operation(
      operationId = "getMyPermissions",
      summary = "My permissions and where they hold",
      description = "A permission on a scope holds in all that lies in the scope.")
  PermissionList permissions(Call call) {
    Caller caller = call.caller();
    return new PermissionList(
        caller.permissions().stream()
            .map(it -> new PermissionOnScopes(it.word(), scopes(caller, it)))
            .toList());
  }

  private static List<String> scopes(Caller caller, Permission permission) {
    String project = caller.token() == null ? null : caller.token().project();
    if (project != null) {
      return List.of("PROJECT/" + project);
    }
    return caller.grants().stream()
        .filter(grant -> grant.role().permissions().contains(permission))
        .map(grant -> grant.scope().kind() + "/" + grant.scope().name())
        .distinct()
        .sorted()
        .toList();
  }
}
