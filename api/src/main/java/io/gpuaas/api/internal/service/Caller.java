package io.gpuaas.api.internal.service;

import io.gpuaas.quota.Organisation;
import io.gpuaas.quota.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who makes a request, and what they may do. The one place that decides on rights.
///
/// @param token null when signed in with a session
/// @param organisation the tree that grants are read on
public record Caller(
    String login,
    String displayName,
    @Nullable TokenUse token,
    List<Grant> grants,
    Organisation organisation) {

  /// What narrows the owner's rights when a token is used.
  ///
  /// @param project null when it is not bound to one
  /// @param scopes permissions it may use at most
  /// @param addresses networks from which it may be used; empty: from everywhere
  public record TokenUse(
      String id,
      String name,
      @Nullable String project,
      Set<Permission> scopes,
      List<String> addresses) {
    public TokenUse {
      addresses = List.copyOf(addresses);
    }

    /// Whether it may do all that its owner may.
    public boolean isWhole() {
      return project == null && scopes.size() == Permission.values().length;
    }

    private boolean covers(Permission permission, List<Scope> path) {
      return scopes.contains(permission)
          && (project == null || path.contains(Scope.project(project)));
    }
  }

  public Caller {
    grants = List.copyOf(grants);
  }

  /// Denied unless a grant on the scope, or on one it lies in, says otherwise.
  public boolean may(Permission permission, Scope scope) {
    List<Scope> path = organisation.path(scope);
    if (token != null && !token.covers(permission, path)) {
      return false;
    }
    for (Grant grant : grants) {
      if (grant.role().permissions().contains(permission) && path.contains(grant.scope())) {
        return true;
      }
    }
    return false;
  }

  /// For what is not owned by a scope, such as hardware: the permission on any scope will do, of a
  /// token of a project the permission on this project.
  public boolean mayAnywhere(Permission permission) {
    if (token != null && token.project() != null) {
      return may(permission, Scope.project(token.project()));
    }
    if (token != null && !token.scopes().contains(permission)) {
      return false;
    }
    return grants.stream().anyMatch(it -> it.role().permissions().contains(permission));
  }

  /// Names of the projects on which the caller has the permission, in name order.
  public List<String> projects(Permission permission) {
    return organisation.projects().keySet().stream()
        .filter(project -> may(permission, Scope.project(project)))
        .toList();
  }

  /// All permissions that the caller has on at least one scope.
  public Set<Permission> permissions() {
    Set<Permission> all = EnumSet.noneOf(Permission.class);
    for (Permission permission : Permission.values()) {
      if (mayAnywhere(permission)) {
        all.add(permission);
      }
    }
    return all;
  }

  /// `session` or `token`.
  public String authMethod() {
    return token == null ? "session" : "token";
  }
}
