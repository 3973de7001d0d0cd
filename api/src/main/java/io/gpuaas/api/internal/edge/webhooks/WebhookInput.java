package io.gpuaas.api.internal.edge.webhooks;

import io.gpuaas.api.internal.edge.access.ScopeDocument;
import io.gpuaas.api.internal.edge.egress.Egress;
import io.gpuaas.api.internal.edge.manners.ReadOnlyFields;
import io.gpuaas.api.internal.edge.manners.Secret;
import io.gpuaas.api.internal.store.WebhookStore.Format;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import io.gpuaas.api.internal.store.WebhookStore.Wish;
import io.gpuaas.core.Fault;
import io.gpuaas.quota.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What somebody wants to be told, and where.
@Schema(name = "WebhookInput")
@ReadOnlyFields({"version", "previousSecretUntil", "hasCredential"})
record WebhookInput(
    @Nullable String name,
    ScopeDocument scope,
    @Schema(
            description = "Where messages are sent; for commit statuses the address of the API",
            example = "https://ci.example/hooks/gpu")
        @Size(min = 8, max = 500)
        String url,
    @Schema(description = "What is sent", defaultValue = "EVENTS") @Nullable Format format,
    @Schema(description = "Whose commits get a status; not for EVENTS", example = "acme/models")
        @Size(max = 200)
        @Nullable String repository,
    @Schema(
            description = "Kinds of events; all when left out. Not for commit statuses",
            example = "[\"Succeeded\",\"Failed\"]")
        @Size(max = 32)
        @Nullable
            List<
                @Size(min = 1, max = 63)
                @Pattern(regexp = "[A-Za-z]+", message = "Must be letters only.") String>
            kinds,
    @Schema(defaultValue = "true") @Nullable Boolean active,
    @Schema(
            description =
                "A token that the receiver wants to see, sent as bearer; never shown. Left out:"
                    + " the one that is there stays; given anew for another host")
        @Secret
        @Size(min = 1, max = 2000)
        @Nullable String credential) {

  private static final java.util.regex.Pattern REPOSITORY =
      java.util.regex.Pattern.compile(
          "(?!\\.{1,2}(/|$))[A-Za-z0-9_.-]+(/(?!\\.{1,2}(/|$))[A-Za-z0-9_.-]+)*");

  Scope where() {
    return scope.scope();
  }

  Wish wish() {
    return new Wish(
        scope.kind().name(),
        scope.name(),
        url.replaceFirst("/+$", ""),
        format == null ? Format.EVENTS : format,
        Objects.requireNonNullElse(repository, ""),
        Objects.requireNonNullElse(kinds, List.of()),
        active == null || active);
  }

  List<Fault> faults(Egress egress) {
    List<Fault> faults = new ArrayList<>();
    String fault = egress.fault(url);
    if (!fault.isEmpty()) {
      faults.add(new Fault("/url", "NOT_ALLOWED", fault, url, null));
    }
    Wish wish = wish();
    boolean events = wish.format() == Format.EVENTS;
    if (events != wish.repository().isEmpty()
        || (!events && !REPOSITORY.matcher(wish.repository()).matches())) {
      String detail = "Must name a repository for commit statuses, and nothing for EVENTS.";
      faults.add(new Fault("/repository", "NOT_ALLOWED", detail, wish.repository(), null));
    }
    if (!events && !wish.kinds().isEmpty()) {
      String detail = "Commit statuses choose their events themselves.";
      faults.add(new Fault("/kinds", "NOT_ALLOWED", detail, String.join(" ", kinds()), null));
    }
    return faults;
  }

  /// Whoever may change an address must not learn by it what another has entrusted to it.
  List<Fault> faults(Webhook before) {
    boolean kept = credential == null && before.credential() != null;
    if (!kept || origin(url).equals(origin(before.wish().url()))) {
      return List.of();
    }
    String detail = "Must be given again for another host.";
    return List.of(Fault.of("/credential", "REQUIRED", detail));
  }

  private static List<Object> origin(String address) {
    URI uri = URI.create(address);
    return List.of(
        String.valueOf(uri.getScheme()),
        String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT),
        uri.getPort());
  }

  /// The credential is not shown.
  @Override
  public String toString() {
    return "WebhookInput[%s]".formatted(url);
  }
}
