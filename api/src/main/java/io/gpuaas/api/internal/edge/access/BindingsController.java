package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Accounts;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.Role;
import io.gpuaas.api.internal.store.AccountStore.Binding;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Who has which role where.
@RestController
@RequestMapping("/api/v1/role-bindings")
@Tag(name = "People and access")
final class BindingsController {
  private final Accounts accounts;
  private final AuditTrail audit;
  private final Lists lists;

  BindingsController(Accounts accounts, AuditTrail audit, Lists lists) {
    this.accounts = accounts;
    this.audit = audit;
    this.lists = lists;
  }

  /// A role of somebody on a scope; it holds in all that lies in the scope.
  @Schema(name = "RoleBinding")
  record BindingDocument(
      String id,
      String login,
      @Schema(example = "data-scientist") String role,
      ScopeDocument scope) {
    static BindingDocument of(Binding it) {
      return new BindingDocument(it.id(), it.login(), it.role(), ScopeDocument.of(scopeOf(it)));
    }
  }

  private static Scope scopeOf(Binding it) {
    return new Scope(Scope.Kind.valueOf(it.scopeKind()), it.scopeName());
  }

  @Schema(name = "RoleBindingInput")
  record BindingInput(
      @Size(min = 1, max = 100) String login,
      @Schema(example = "data-scientist") @Size(min = 1, max = 63) String role,
      ScopeDocument scope) {}

  @GetMapping
  @Operation(
      operationId = "listRoleBindings",
      summary = "List role bindings",
      description = "Who has which role on what, of scopes that the caller may look into.")
  Page<BindingDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable String login,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.BINDING_READ);
    return lists.page(
        accounts.bindings().stream()
            .filter(it -> login == null || it.login().equals(login))
            .filter(it -> call.caller().may(Permission.BINDING_READ, scopeOf(it)))
            .map(BindingDocument::of)
            .toList(),
        BindingDocument::id,
        "role-bindings\n" + login,
        limit,
        cursor);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping
  @Operation(
      operationId = "createRoleBinding",
      summary = "Give a role",
      description =
          """
          Needs `binding.write` on the scope, and every permission of the role: nobody gives more \
          than they have. Giving a role again answers with the binding that is there.\
          """)
  ResponseEntity<BindingDocument> create(Call call, @RequestBody BindingInput body) {
    Scope scope = body.scope().scope();
    call.require(Permission.BINDING_WRITE, scope);
    Role role = role(body.role());
    for (Permission permission : role.permissions()) {
      if (!call.caller().may(permission, scope)) {
        throw new ProblemException(
            ProblemCode.FORBIDDEN,
            "The role %s has %s, which you do not have there."
                .formatted(role.word(), permission.word()));
      }
    }
    if (accounts.find(body.login()).isEmpty()) {
      String detail = "There is no such user.";
      throw ProblemException.ofBody(
          List.of(new Fault("/login", "UNKNOWN", detail, body.login(), null)));
    }
    Binding bound =
        audit.recording(
            act(call, "binding.create", body.login(), scope),
            () -> accounts.bind(body.login(), role, scope, call.caller().login()),
            it -> Findings.ok(201, BindingDocument.of(it)));
    return ResponseEntity.created(URI.create("/api/v1/role-bindings/" + bound.id()))
        .body(BindingDocument.of(bound));
  }

  private static Role role(String word) {
    return Role.ofWord(word)
        .orElseThrow(
            () -> {
              String known =
                  Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", "));
              String detail = "Must be one of " + known + ".";
              return ProblemException.ofBody(
                  List.of(new Fault("/role", "NOT_ALLOWED", detail, word, known)));
            });
  }

  private static AuditTrail.Act act(Call call, String action, String login, Scope scope) {
    return new AuditTrail.Act(
        call.actor(), action, "role-binding/" + login, scope.kind() + "/" + scope.name());
  }

  @NeedsRecentSignIn
  @DryRunnable
  @DeleteMapping("/{id}")
  @Operation(
      operationId = "deleteRoleBinding",
      summary = "Take a role away",
      description = "At once: the next request of its login is without it.")
  ResponseEntity<Void> delete(Call call, @PathVariable String id) {
    Binding binding =
        accounts
            .binding(id)
            .filter(it -> call.caller().may(Permission.BINDING_READ, scopeOf(it)))
            .orElseThrow(() -> ProblemException.notFound("No role binding", id));
    call.require(Permission.BINDING_WRITE, scopeOf(binding));
    boolean lastAdmin =
        binding.role().equals(Role.ORG_ADMIN.word())
            && accounts.bindings().stream()
                    .filter(it -> it.role().equals(Role.ORG_ADMIN.word()))
                    .filter(it -> scopeOf(it).equals(Scope.ORG))
                    .count()
                == 1;
    if (lastAdmin && scopeOf(binding).equals(Scope.ORG)) {
      throw new ProblemException(
          ProblemCode.CONFLICT, "The last org-admin of the organisation cannot be removed.");
    }
    audit.recording(
        act(call, "binding.remove", binding.login(), scopeOf(binding)),
        () -> accounts.unbind(id),
        it -> Findings.ok(204, BindingDocument.of(binding)));
    return ResponseEntity.noContent().build();
  }
}
