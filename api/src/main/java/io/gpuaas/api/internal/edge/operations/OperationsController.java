package io.gpuaas.api.internal.edge.operations;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Cursors;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Operations;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.store.OperationStore.Operation;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Long work: one's own, and everybody's for those who may see it.
@RestController
@RequestMapping("/api/v1/operations")
@Tag(name = "Operations")
final class OperationsController {
  private final Operations operations;
  private final Cursors cursors;

  OperationsController(Operations operations, Cursors cursors) {
    this.operations = operations;
    this.cursors = cursors;
  }

  private static boolean seesAll(Call call) {
    return call.caller().may(Permission.OPERATION_READ, Scope.ORG);
  }

  @GetMapping
  @io.swagger.v3.oas.annotations.Operation(
      operationId = "listOperations",
      summary = "List long work, newest first",
      description = "One's own; with `operation.read` on the organisation everybody's.")
  Page<OperationDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    int most = Lists.limit(limit);
    String login = seesAll(call) ? null : call.caller().login();
    String list = "operations\n" + login;
    String before = cursors.read(list, cursor).map(List::getFirst).orElse(null);
    List<Operation> found = operations.list(login, before, most + 1);
    boolean more = found.size() > most;
    List<Operation> items = more ? found.subList(0, most) : found;
    String next = more ? cursors.make(list, List.of(items.getLast().id())) : null;
    return new Page<>(items.stream().map(OperationDocument::of).toList(), next, more);
  }

  @GetMapping("/{id}")
  @io.swagger.v3.oas.annotations.Operation(
      operationId = "getOperation",
      summary = "How far a piece of long work is",
      description = "Its state, how much of it is done, and at last what came of it.")
  OperationDocument get(Call call, @PathVariable String id) {
    return operations
        .find(id)
        .filter(it -> it.login().equals(call.caller().login()) || seesAll(call))
        .map(OperationDocument::of)
        .orElseThrow(() -> ProblemException.notFound("No operation", id));
  }
}
