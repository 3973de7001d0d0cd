package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Permission;
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
  record Me(
      String login,
      String displayName,
      List<RoleOnScope> roles,
      List<String> permissions,
      List<String> projects,
      @Nullable String defaultProject) {}

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
      description = "Login, roles, permissions and visible projects of the caller.")
  Me me(Call call) {
    Caller caller = call.caller();
    List<String> mine = caller.projects(Permission.JOB_SUBMIT);
    return new Me(
        caller.login(),
        caller.displayName(),
        caller.grants().stream()
            .map(it -> new RoleOnScope(it.role().word(), ScopeDocument.of(it.scope())))
            .toList(),
        caller.permissions().stream().map(Permission::word).toList(),
        caller.projects(Permission.PROJECT_READ),
        mine.isEmpty() ? null : mine.getFirst());
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
    return caller.grants().stream()
        .filter(grant -> grant.role().permissions().contains(permission))
        .map(grant -> grant.scope().kind() + "/" + grant.scope().name())
        .distinct()
        .sorted()
        .toList();
  }
}
