package io.gpuaas.api.internal.edge.access;

import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.ETags.Condition;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.edge.manners.Secret;
import io.gpuaas.api.internal.service.Accounts;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.store.AccountStore.Account;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
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

/// Accounts of people.
@RestController
@RequestMapping("/api/v1/users")
@Tag(name = "People and access")
final class PeopleController {
  /// What the password hash takes in; more would be cut off in silence.
  private static final int PASSWORD_BYTES_MAX = 72;

  private final Accounts accounts;
  private final AuditTrail audit;
  private final Lists lists;

  PeopleController(Accounts accounts, AuditTrail audit, Lists lists) {
    this.accounts = accounts;
    this.audit = audit;
    this.lists = lists;
  }

  /// Somebody who may sign in.
  @Schema(name = "User")
  record UserDocument(
      @Schema(example = "ada") String login, String displayName, boolean active, long version) {
    static UserDocument of(Account it) {
      return new UserDocument(it.login(), it.displayName(), it.active(), it.version());
    }
  }

  @Schema(name = "UserInput")
  @ReadOnlyFields("version")
  record UserInput(
      @Nullable String login,
      @Size(min = 1, max = 255) String displayName,
      @Schema(defaultValue = "true") @Nullable Boolean active,
      @Schema(
              description = "12 characters or more; left out: keeps the one it has",
              format = "password",
              accessMode = Schema.AccessMode.WRITE_ONLY)
          @Secret
          @Size(min = 12, max = 72)
          @Nullable String password) {
    /// The password is not shown.
    @Override
    public String toString() {
      return "UserInput[" + displayName + "]";
    }
  }

  @GetMapping
  @Operation(
      operationId = "listUsers",
      summary = "List users",
      description = "By login, without passwords.")
  Page<UserDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.USER_READ);
    return lists.page(
        accounts.all().stream().map(UserDocument::of).toList(),
        UserDocument::login,
        "users",
        limit,
        cursor);
  }

  @GetMapping("/{login}")
  @Operation(
      operationId = "getUser",
      summary = "Read a user",
      description = "With its `ETag`, which a change needs.")
  ResponseEntity<UserDocument> get(Call call, @PathVariable String login) {
    call.requireAnywhere(Permission.USER_READ);
    Account account = accounts.find(login).orElseThrow(() -> missing(login));
    return ResponseEntity.ok().eTag(ETags.of(account.version())).body(UserDocument.of(account));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PutMapping("/{login}")
  @Operation(
      operationId = "putUser",
      summary = "Create or replace a user",
      description =
          """
          Created with `If-None-Match: *`, changed with `If-Match`. Needs a recent sign-in. A new \
          password ends all sessions of the person.\
          """)
  ResponseEntity<UserDocument> put(
      Call call,
      @PathVariable String login,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody UserInput body) {
    call.requireOrg(Permission.USER_WRITE);
    check(login, body);
    boolean active = Objects.requireNonNullElse(body.active(), true);
    if (!active && login.equals(call.caller().login())) {
      throw new ProblemException(ProblemCode.CONFLICT, "Nobody can deactivate themselves.");
    }
    return switch (ETags.ofPut(ifMatch, ifNoneMatch)) {
      case Condition.Create() ->
          change(
              call,
              login,
              "user.create",
              201,
              () -> accounts.create(login, body.displayName(), active, body.password()));
      case Condition.Change(long version) ->
          change(
              call,
              login,
              "user.replace",
              200,
              () -> accounts.replace(login, body.displayName(), active, body.password(), version));
    };
  }

  private static void check(String login, UserInput body) {
    if (!login.matches("[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}")) {
      String allowed =
          "Letters, digits and . _ @ + -, at most 100, beginning with one of the first.";
      throw ProblemException.ofBody(List.of(new Fault("/login", "FORMAT", allowed, login, null)));
    }
    String password = body.password();
    if (password != null && password.getBytes(StandardCharsets.UTF_8).length > PASSWORD_BYTES_MAX) {
      String detail = "At most %d bytes in UTF-8.".formatted(PASSWORD_BYTES_MAX);
      throw ProblemException.ofBody(List.of(Fault.of("/password", "TOO_LONG", detail)));
    }
    if (body.login() != null && !body.login().equals(login)) {
      String detail = "Must be the login in the address.";
      throw ProblemException.ofBody(
          List.of(new Fault("/login", "CONFLICT", detail, body.login(), login)));
    }
  }

  @NeedsRecentSignIn
  @DryRunnable
  @DeleteMapping("/{login}")
  @Operation(
      operationId = "deleteUser",
      summary = "Remove a user",
      description = "Role bindings and tokens go with it. What was done stays in the audit log.")
  ResponseEntity<Void> delete(
      Call call,
      @PathVariable String login,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    call.requireOrg(Permission.USER_WRITE);
    long version = ETags.required(ifMatch);
    if (login.equals(call.caller().login())) {
      throw new ProblemException(ProblemCode.CONFLICT, "Nobody can remove themselves.");
    }
    change(call, login, "user.remove", 204, () -> accounts.remove(login, version));
    return ResponseEntity.noContent().build();
  }

  private ResponseEntity<UserDocument> change(
      Call call, String login, String action, int status, Supplier<ChangeOutcome<Account>> change) {
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), action, "user/" + login, "");
    ChangeOutcome<Account> outcome = audit.recording(act, change, it -> Findings.of(it, status));
    return switch (outcome) {
      case ChangeOutcome.Accepted<Account>(Account account, long version, _) ->
          ResponseEntity.status(status).eTag(ETags.of(version)).body(UserDocument.of(account));
      case ChangeOutcome.Removed<Account>() -> ResponseEntity.status(status).build();
      case ChangeOutcome.Missing<Account>() -> throw missing(login);
      case ChangeOutcome.Stale<Account> _, ChangeOutcome.Exists<Account> _ ->
          throw new ProblemException(
              ProblemCode.PRECONDITION_FAILED, ProblemCode.PRECONDITION_FAILED.remedy());
      case ChangeOutcome.Invalid<Account>(List<Fault> faults) ->
          throw ProblemException.ofBody(faults);
      case ChangeOutcome.InUse<Account> _ ->
          throw new ProblemException(ProblemCode.IN_USE, ProblemCode.IN_USE.remedy());
    };
  }

  private static ProblemException missing(String login) {
    return ProblemException.notFound("No user", login);
  }
}
