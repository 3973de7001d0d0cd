package io.gpuaas.api.internal.edge.webhooks;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.Cursors;
import io.gpuaas.api.internal.edge.manners.Lists;
import io.gpuaas.api.internal.edge.manners.Page;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.edge.webhooks.WebhookDocuments.DeliveryDocument;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.api.internal.service.Webhooks;
import io.gpuaas.api.internal.store.DeliveryStore.Delivery;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/// What webhooks have sent.
@RestController
@RequestMapping("/api/v1/webhooks")
@Tag(name = "Webhooks")
final class WebhookDeliveriesController {
  private final Webhooks webhooks;
  private final WebhookSender sender;
  private final AuditTrail audit;
  private final Cursors cursors;

  WebhookDeliveriesController(
      Webhooks webhooks, WebhookSender sender, AuditTrail audit, Cursors cursors) {
    this.webhooks = webhooks;
    this.sender = sender;
    this.audit = audit;
    this.cursors = cursors;
  }

  @GetMapping("/{name}/deliveries")
  @Operation(
      operationId = "listWebhookDeliveries",
      summary = "What a webhook has sent, newest first",
      description = "For 30 days.")
  Page<DeliveryDocument> list(
      Call call,
      @PathVariable String name,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String cursor) {
    Webhook hook = WebhooksOf.find(webhooks, call, name);
    int most = Lists.limit(limit);
    String filter = "deliveries\n" + hook.name();
    String before = cursors.read(filter, cursor).map(List::getFirst).orElse(null);
    List<Delivery> found = webhooks.deliveries(hook.name(), before, most + 1);
    boolean more = found.size() > most;
    List<Delivery> items = more ? found.subList(0, most) : found;
    String next = more ? cursors.make(filter, List.of(items.getLast().id())) : null;
    return new Page<>(
        items.stream().map(it -> DeliveryDocument.of(it, false)).toList(), next, more);
  }

  @GetMapping("/{name}/deliveries/{id}")
  @Operation(
      operationId = "getWebhookDelivery",
      summary = "Read a message with its body",
      description = "With each attempt and what the receiver answered.")
  DeliveryDocument get(Call call, @PathVariable String name, @PathVariable String id) {
    Webhook hook = WebhooksOf.find(webhooks, call, name);
    return DeliveryDocument.of(find(hook, id), true);
  }

  private Delivery find(Webhook hook, String id) {
    return webhooks
        .delivery(hook.name(), id)
        .orElseThrow(() -> ProblemException.notFound("No message", id));
  }

  @PostMapping("/{name}/deliveries/{id}:redeliver")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(
      operationId = "redeliverWebhook",
      summary = "Send a message again",
      description = "With its id, so that its receiver can tell that it had it.")
  DeliveryDocument redeliver(Call call, @PathVariable String name, @PathVariable String id) {
    Webhook hook = WebhooksOf.findToWrite(webhooks, call, name);
    Delivery delivery = find(hook, id);
    return sent(call, "webhook.redeliver", hook, () -> webhooks.again(delivery));
  }

  @PostMapping("/{name}:ping")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(
      operationId = "pingWebhook",
      summary = "Send a message that is about no job",
      description = "To try out the address and the check of the signature.")
  DeliveryDocument ping(Call call, @PathVariable String name) {
    Webhook hook = WebhooksOf.findToWrite(webhooks, call, name);
    return sent(call, "webhook.ping", hook, () -> webhooks.ping(hook));
  }

  private DeliveryDocument sent(Call call, String action, Webhook hook, Supplier<Delivery> what) {
    Scope scope = WebhookDocuments.scope(hook);
    AuditTrail.Act act =
        new AuditTrail.Act(
            call.actor(), action, "webhook/" + hook.name(), scope.kind() + "/" + scope.name());
    Delivery delivery =
        audit.recording(act, what, _ -> new AuditTrail.Finding("OK", 202, "", null, null));
    sender.wake();
    return DeliveryDocument.of(delivery, false);
  }
}
