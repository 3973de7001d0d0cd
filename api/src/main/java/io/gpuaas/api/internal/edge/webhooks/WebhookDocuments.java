package io.gpuaas.api.internal.edge.webhooks;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpuaas.api.internal.edge.access.ScopeDocument;
import io.gpuaas.api.internal.store.DeliveryStore.Attempt;
import io.gpuaas.api.internal.store.DeliveryStore.Delivery;
import io.gpuaas.api.internal.store.DeliveryStore.State;
import io.gpuaas.api.internal.store.WebhookStore.Format;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Webhooks and their messages as they are shown.
final class WebhookDocuments {
  private WebhookDocuments() {}

  static Scope scope(Webhook it) {
    return new Scope(Scope.Kind.valueOf(it.wish().scopeKind()), it.wish().scopeName());
  }

  /// A webhook.
  ///
  /// @param previousSecretUntil until when the secret before signs, too; null when it does not
  @Schema(name = "Webhook")
  record WebhookDocument(
      String name,
      ScopeDocument scope,
      String url,
      Format format,
      @Nullable String repository,
      List<String> kinds,
      boolean active,
      boolean hasCredential,
      @Nullable Instant previousSecretUntil,
      @Schema(description = "What messages are signed with; only when it was just made")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String secret,
      long version) {
    static WebhookDocument of(Webhook it, @Nullable String secret) {
      return new WebhookDocument(
          it.name(),
          ScopeDocument.of(WebhookDocuments.scope(it)),
          it.wish().url(),
          it.wish().format(),
          it.wish().repository().isEmpty() ? null : it.wish().repository(),
          it.wish().kinds(),
          it.wish().active(),
          it.credential() != null,
          it.previousUntil(),
          secret,
          it.version());
    }

    /// The secret is not shown.
    @Override
    public String toString() {
      return "WebhookDocument[" + name + "]";
    }
  }

  /// A message and how far it is.
  ///
  /// @param id that its receiver sees as `webhook-id`
  /// @param job null for a ping
  /// @param nextAttemptAt null when there will be none
  /// @param lastStatus of the receiver's answer; null without one
  /// @param body what is sent; only when a single message is asked for
  @Schema(name = "WebhookDelivery")
  record DeliveryDocument(
      String id,
      @Nullable String job,
      long seq,
      String kind,
      State state,
      int attempts,
      Instant createdAt,
      @Nullable Instant nextAttemptAt,
      @Nullable Instant lastAttemptAt,
      @Nullable Integer lastStatus,
      String lastFault,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String body) {
    static DeliveryDocument of(Delivery it, boolean whole) {
      Attempt last = it.last();
      return new DeliveryDocument(
          it.id(),
          it.message().job(),
          it.message().seq(),
          it.message().kind(),
          it.state(),
          it.attempts(),
          it.createdAt(),
          it.state() == State.PENDING ? it.dueAt() : null,
          last == null ? null : last.at(),
          last == null ? null : last.status(),
          last == null ? "" : last.fault(),
          whole ? it.message().body() : null);
    }
  }
}
