package io.gpuaas.api.internal.edge.webhooks;

import io.gpuaas.api.internal.edge.egress.Egress;
import io.gpuaas.api.internal.edge.egress.OutwardClients;
import io.gpuaas.api.internal.service.WebhookSecrets;
import io.gpuaas.api.internal.store.DeliveryStore.Delivery;
import io.gpuaas.api.internal.store.WebhookStore.Format;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Sends one message to one receiver and looks at the status of the answer. Each has a connection
/// of its own, which is cut when the status is known or after ten seconds: what a receiver writes
/// besides is not read, since it may have no end. No redirects, cookies, proxies.
@Component
final class Receivers implements AutoCloseable {
  private static final Timeout LONGEST = Timeout.ofSeconds(10);

  private final WebhookSecrets secrets;
  private final Egress egress;
  private final TlsSocketStrategy tls = DefaultClientTlsStrategy.createDefault();
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("webhook-deadlines").factory());

  Receivers(WebhookSecrets secrets, Egress egress) {
    this.secrets = secrets;
    this.egress = egress;
  }

  /// How it went.
  ///
  /// @param status null when there was no answer
  record Outcome(@Nullable Integer status, String fault) {}

  Outcome send(Webhook hook, Delivery delivery, Instant now) {
    HttpPost post = request(hook, delivery, now);
    PoolingHttpClientConnectionManager connection = connection();
    ScheduledFuture<?> deadline =
        deadlines.schedule(
            () -> connection.close(CloseMode.IMMEDIATE),
            LONGEST.toMilliseconds(),
            TimeUnit.MILLISECONDS);
    try {
      HttpHost receiver = RoutingSupport.determineHost(post);
      int status = client(connection).executeOpen(receiver, post, null).getCode();
      boolean taken = status >= 200 && status < 300;
      return new Outcome(status, taken ? "" : "It answered with %d.".formatted(status));
    } catch (IOException | HttpException e) {
      return new Outcome(null, fault(e));
    } finally {
      deadline.cancel(false);
      connection.close(CloseMode.IMMEDIATE);
    }
  }

  private HttpPost request(Webhook hook, Delivery delivery, Instant now) {
    HttpPost post = new HttpPost(URI.create(hook.wish().url() + delivery.message().path()));
    String body = delivery.message().body();
    post.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
    if (hook.wish().format() == Format.EVENTS) {
      post.setHeader("webhook-id", delivery.id());
      post.setHeader("webhook-timestamp", Long.toString(now.getEpochSecond()));
      post.setHeader("webhook-signature", secrets.signatures(hook, delivery.id(), now, body));
    }
    String credential = hook.credential();
    if (credential != null) {
      post.setHeader("Authorization", "Bearer " + secrets.opened(credential));
    }
    return post;
  }

  private PoolingHttpClientConnectionManager connection() {
    return OutwardClients.connections(egress, LONGEST).setTlsSocketStrategy(tls).build();
  }

  private static CloseableHttpClient client(PoolingHttpClientConnectionManager connection) {
    return OutwardClients.client(connection, LONGEST, "gpuaas-webhooks").build();
  }

  private static String fault(Exception e) {
    String words = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return words.length() <= 300 ? words : words.substring(0, 300);
  }

  @Override
  public void close() {
    deadlines.shutdownNow();
  }
}
