package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Caller;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.quota.Scope;

/// One request of a known caller. Controllers take it as an argument and ask it before anything
/// else; a controller method without one answers nobody.
public record Call(Caller caller, String requestId, String sourceIp, boolean dryRun) {

  /// Passes when the caller has the permission on the scope.
  ///
  /// @throws ProblemException 404 when the scope is not there or not to be seen, 403 when it is to
  ///   be seen but the permission is missing
  public void require(Permission permission, Scope scope) {
    if (!caller.organisation().isKnown(scope)) {
      throw missing(scope);
    }
    if (caller.may(permission, scope)) {
      return;
    }
    if (scope.kind() != Scope.Kind.ORG && !caller.may(Permission.PROJECT_READ, scope)) {
      throw missing(scope);
    }
    throw forbidden(
        permission, scope.kind().name().toLowerCase(java.util.Locale.ROOT) + " " + scope.name());
  }

  public void requireProject(Permission permission, String project) {
    require(permission, Scope.project(project));
  }

  /// For what belongs to no scope.
  public void requireAnywhere(Permission permission) {
    if (!caller.mayAnywhere(permission)) {
      throw forbidden(permission, "any scope");
    }
  }

  public void requireOrg(Permission permission) {
    require(permission, Scope.ORG);
  }

  public AuditTrail.Actor actor() {
    Caller.TokenUse token = caller.token();
    return new AuditTrail.Actor(
        caller.login(),
        caller.authMethod(),
        token == null ? null : token.id(),
        sourceIp,
        requestId,
        dryRun);
  }

  private static ProblemException missing(Scope scope) {
    String kind = scope.kind().name().toLowerCase(java.util.Locale.ROOT);
    return ProblemException.notFound("No " + kind, scope.name());
  }

  private static ProblemException forbidden(Permission permission, String where) {
    return new ProblemException(
        ProblemCode.FORBIDDEN,
        "The permission %s on %s is needed.".formatted(permission.word(), where));
  }
}
