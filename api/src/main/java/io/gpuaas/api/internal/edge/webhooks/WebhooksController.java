package io.gpuaas.api.internal.edge.webhooks;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.access.NeedsRecentSignIn;
import io.gpuaas.api.internal.edge.egress.Egress;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.DryRunnable;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.webhooks.WebhookDocuments.WebhookDocument;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.WebhookSecrets;
import io.gpuaas.api.internal.service.Webhooks;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Who is told what happens to jobs.
@RestController
@RequestMapping("/api/v1/webhooks")
@Tag(name = "Webhooks")
final class WebhooksController {
  private static final String NAME = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";

  private final Webhooks webhooks;
  private final WebhookSecrets secrets;
  private final Egress egress;
  private final AuditTrail audit;
  private final Lists lists;

  WebhooksController(
      Webhooks webhooks, WebhookSecrets secrets, Egress egress, AuditTrail audit, Lists lists) {
    this.webhooks = webhooks;
    this.secrets = secrets;
    this.egress = egress;
    this.audit = audit;
    this.lists = lists;
  }

  @GetMapping
  @Operation(
      operationId = "listWebhooks",
      summary = "List webhooks",
      description = "By name; those of scopes that the caller may look into.")
  Page<WebhookDocument> list(
      Call call,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    call.requireAnywhere(Permission.WEBHOOK_READ);
    return lists.page(
        webhooks.all().stream()
            .filter(it -> WebhooksOf.sees(call, it))
            .map(it -> WebhookDocument.of(it, null))
            .toList(),
        WebhookDocument::name,
        "webhooks",
        limit,
        cursor);
  }

  @GetMapping("/{name}")
  @Operation(
      operationId = "getWebhook",
      summary = "Read a webhook",
      description = "With its `ETag`, which a change needs; the secret is not shown again.")
  ResponseEntity<WebhookDocument> get(Call call, @PathVariable String name) {
    Webhook hook = WebhooksOf.find(webhooks, call, name);
    return answer(200, hook, null);
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PutMapping("/{name}")
  @Operation(
      operationId = "putWebhook",
      summary = "Create or replace a webhook",
      description =
          """
          The answer that creates it has the secret, this once. Messages are signed as the \
          Standard Webhooks say (`webhook-id`, `webhook-timestamp`, `webhook-signature`), come at \
          least once, those of one job in order, and again for a day until they are taken with a \
          2xx. `GITHUB_STATUS` and `GITLAB_STATUS` set the state of the commit in a job's label \
          `ci.commit` instead. Addresses that are not public are refused unless the operators \
          allow them. Needs `webhook.write` and `job.read` on the scope.\
          """)
  ResponseEntity<WebhookDocument> put(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
      @RequestBody WebhookInput body) {
    call.require(Permission.WEBHOOK_WRITE, body.where());
    call.require(Permission.JOB_READ, body.where());
    Optional<Webhook> before = webhooks.find(name);
    before.ifPresent(it -> requireToReplace(call, WebhookDocuments.scope(it)));
    List<Fault> faults = new ArrayList<>(body.faults(egress));
    if (faults.isEmpty()) {
      before.map(body::faults).ifPresent(faults::addAll);
    }
    if (!name.matches(NAME)) {
      String detail = "Must be lower-case letters, digits and -, as a DNS label.";
      faults.add(new Fault("/name", "NOT_ALLOWED", detail, name, null));
    }
    if (!faults.isEmpty()) {
      throw ProblemException.ofBody(faults);
    }
    return switch (ETags.ofPut(ifMatch, ifNoneMatch)) {
      case ETags.Condition.Create() -> create(call, name, body);
      case ETags.Condition.Change(long version) -> replace(call, name, body, version);
    };
  }

  /// A name that is taken where the caller may not look is taken, and no more is said.
  private static void requireToReplace(Call call, Scope scope) {
    if (!call.caller().may(Permission.WEBHOOK_READ, scope)) {
      throw stale();
    }
    call.require(Permission.WEBHOOK_WRITE, scope);
  }

  private ResponseEntity<WebhookDocument> create(Call call, String name, WebhookInput body) {
    boolean done =
        audit.recording(
            act(call, "webhook.create", name, body.where()),
            () -> webhooks.create(name, body.wish(), body.credential()),
            it -> finding(it, 201, name));
    if (!done) {
      throw stale();
    }
    Webhook hook = webhooks.find(name).orElseThrow();
    return answer(201, hook, secrets.secret(hook.salt(), hook.generation()));
  }

  private ResponseEntity<WebhookDocument> replace(
      Call call, String name, WebhookInput body, long version) {
    boolean done =
        audit.recording(
            act(call, "webhook.replace", name, body.where()),
            () -> webhooks.replace(name, body.wish(), body.credential(), version),
            it -> finding(it, 200, name));
    if (!done) {
      throw stale();
    }
    return answer(200, WebhooksOf.find(webhooks, call, name), null);
  }

  private AuditTrail.Finding finding(boolean done, int status, String name) {
    String after =
        webhooks.find(name).map(it -> ApiJson.write(WebhookDocument.of(it, null))).orElse(null);
    return done
        ? new AuditTrail.Finding("OK", status, "", null, after)
        : new AuditTrail.Finding("REFUSED", 412, "", null, null);
  }

  private static AuditTrail.Act act(Call call, String action, String name, Scope scope) {
    return new AuditTrail.Act(
        call.actor(), action, "webhook/" + name, scope.kind() + "/" + scope.name());
  }

  private static ProblemException stale() {
    return new ProblemException(
        ProblemCode.PRECONDITION_FAILED, ProblemCode.PRECONDITION_FAILED.remedy());
  }

  private static ResponseEntity<WebhookDocument> answer(
      int status, Webhook hook, @Nullable String secret) {
    return ResponseEntity.status(status)
        .eTag(ETags.of(hook.version()))
        .cacheControl(CacheControl.noStore())
        .body(WebhookDocument.of(hook, secret));
  }

  @NeedsRecentSignIn
  @DryRunnable
  @DeleteMapping("/{name}")
  @Operation(
      operationId = "deleteWebhook",
      summary = "Remove a webhook",
      description = "With its log; what was not delivered yet is dropped.")
  ResponseEntity<Void> delete(
      Call call,
      @PathVariable String name,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    Webhook hook = WebhooksOf.findToWrite(webhooks, call, name);
    long version = ETags.required(ifMatch);
    boolean done =
        audit.recording(
            act(call, "webhook.remove", name, WebhookDocuments.scope(hook)),
            () -> webhooks.remove(name, version),
            it -> finding(it, 204, name));
    if (!done) {
      throw stale();
    }
    return ResponseEntity.noContent().build();
  }

  @NeedsRecentSignIn
  @DryRunnable
  @PostMapping("/{name}:rotateSecret")
  @Operation(
      operationId = "rotateWebhookSecret",
      summary = "Make the next secret",
      description =
          """
          The answer has it, this once. For 24 hours each message is signed with both, so that \
          its receiver can change over without losing one. `Idempotency-Key` has no effect here, \
          since secrets are not kept.\
          """)
  ResponseEntity<WebhookDocument> rotate(Call call, @PathVariable String name) {
    Webhook hook = WebhooksOf.findToWrite(webhooks, call, name);
    Webhook rotated =
        audit.recording(
            act(call, "webhook.rotate", name, WebhookDocuments.scope(hook)),
            () -> webhooks.rotate(name),
            _ -> finding(true, 200, name));
    return answer(200, rotated, secrets.secret(rotated.salt(), rotated.generation()));
  }
}
