package io.gpuaas.api.internal.edge.webhooks;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.api.internal.service.Webhooks;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;

/// The webhooks that a caller sees; others look as if they were not there.
final class WebhooksOf {
  private WebhooksOf() {}

  static boolean sees(Call call, Webhook hook) {
    return call.caller().may(Permission.WEBHOOK_READ, WebhookDocuments.scope(hook));
  }

  static Webhook find(Webhooks webhooks, Call call, String name) {
    return webhooks
        .find(name)
        .filter(it -> sees(call, it))
        .orElseThrow(() -> ProblemException.notFound("No webhook", name));
  }

  static Webhook findToWrite(Webhooks webhooks, Call call, String name) {
    Webhook hook = find(webhooks, call, name);
    call.require(Permission.WEBHOOK_WRITE, WebhookDocuments.scope(hook));
    return hook;
  }
}
