package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.access.PeopleController.UserDocument;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.service.AuditTrail.Finding;
import io.gpuaas.api.internal.store.AccountStore.Account;
import io.gpuaas.core.ChangeOutcome;

/// What changes of accounts look like in the audit log: without anything of a password.
final class Findings {
  private Findings() {}

  static Finding of(ChangeOutcome<Account> outcome, int status) {
    return switch (outcome) {
      case ChangeOutcome.Accepted<Account>(Account account, _, _) ->
          ok(status, UserDocument.of(account));
      case ChangeOutcome.Removed<Account> _ -> new Finding("OK", status, "", null, null);
      case ChangeOutcome.Invalid<Account> _ -> refused(422);
      case ChangeOutcome.Stale<Account> _, ChangeOutcome.Exists<Account> _ -> refused(412);
      case ChangeOutcome.Missing<Account> _ -> refused(404);
      case ChangeOutcome.InUse<Account> _ -> refused(409);
    };
  }

  static Finding ok(int status, Object after) {
    return new Finding("OK", status, "", null, ApiJson.write(after));
  }

  private static Finding refused(int status) {
    return new Finding("REFUSED", status, "", null, null);
  }
}
