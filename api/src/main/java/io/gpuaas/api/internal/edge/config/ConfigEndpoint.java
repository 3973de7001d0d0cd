package io.gpuaas.api.internal.edge.config;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.edge.manners.ETags;
import io.gpuaas.api.internal.edge.manners.ETags.Condition;
import io.gpuaas.api.internal.edge.manners.ProblemCode;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.AuditTrail;
import io.gpuaas.core.ChangeOutcome;
import io.gpuaas.core.Fault;
import io.gpuaas.core.Versioned;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/// What reading, writing and removing one kind of configuration have in common: entity tags,
/// outcomes as answers, and audit rows. Rights are asked by the controllers before they call.
final class ConfigEndpoint<T, D extends Record> {
  private final String kind;
  private final AuditTrail audit;
  private final Stored<T> stored;
  private final java.util.function.Function<Versioned<T>, D> document;

  /// @param kind one word for addresses of the audit log, for example `project`
  ConfigEndpoint(
      String kind,
      AuditTrail audit,
      Stored<T> stored,
      java.util.function.Function<Versioned<T>, D> document) {
    this.kind = kind;
    this.audit = audit;
    this.stored = stored;
    this.document = document;
  }

  List<D> all() {
    return stored.list().get().stream().map(document).toList();
  }

  Optional<Versioned<T>> find(String name) {
    return stored.find().apply(name);
  }

  ProblemException missing(String name) {
    return ProblemException.notFound("No " + kind, name);
  }

  ResponseEntity<D> get(String name, @Nullable String ifNoneMatch) {
    Versioned<T> found = find(name).orElseThrow(() -> missing(name));
    String tag = ETags.of(found.version());
    return ETags.matches(ifNoneMatch, found.version())
        ? ResponseEntity.status(304).eTag(tag).build()
        : ResponseEntity.ok().eTag(tag).body(document.apply(found));
  }

  /// Creates or replaces, as the condition says.
  ResponseEntity<D> put(Call call, String name, T item, Condition condition) {
    return switch (condition) {
      case Condition.Create() ->
          change(call, name, "create", () -> stored.create().apply(item), 201);
      case Condition.Change(long version) ->
          change(call, name, "replace", () -> stored.replace().apply(item, version), 200);
    };
  }

  ResponseEntity<Void> delete(Call call, String name, @Nullable String ifMatch) {
    long version = ETags.required(ifMatch);
    change(call, name, "remove", () -> stored.remove().apply(name, version), 204);
    return ResponseEntity.noContent().build();
  }

  private ResponseEntity<D> change(
      Call call, String name, String verb, Supplier<ChangeOutcome<T>> change, int status) {
    String before = find(name).map(this::text).orElse(null);
    AuditTrail.Act act = new AuditTrail.Act(call.actor(), kind + "." + verb, kind + "/" + name, "");
    ChangeOutcome<T> outcome = audit.recording(act, change, it -> finding(it, status, before));
    return switch (outcome) {
      case ChangeOutcome.Accepted<T>(T value, long version, List<Fault> warnings) ->
          ResponseEntity.status(status)
              .eTag(ETags.of(version))
              .headers(headers -> warn(headers, warnings))
              .body(document.apply(new Versioned<>(value, version)));
      case ChangeOutcome.Removed<T>() -> ResponseEntity.status(status).build();
      default -> throw refusal(name, outcome);
    };
  }

  private static void warn(org.springframework.http.HttpHeaders headers, List<Fault> warnings) {
    for (Fault warning : warnings) {
      String text = "%s: %s".formatted(warning.pointer(), warning.detail());
      headers.add("Warning", "299 gpuaas \"" + text.replaceAll("[^\\x20-\\x7e]|\"", "'") + "\"");
    }
  }

  private String text(Versioned<T> value) {
    return ApiJson.write(document.apply(value));
  }

  private AuditTrail.Finding finding(
      ChangeOutcome<T> outcome, int status, @Nullable String before) {
    return switch (outcome) {
      case ChangeOutcome.Accepted<T>(T value, long version, _) ->
          new AuditTrail.Finding("OK", status, "", before, text(new Versioned<>(value, version)));
      case ChangeOutcome.Removed<T>() -> new AuditTrail.Finding("OK", status, "", before, null);
      default -> {
        ProblemException refusal = refusal("", outcome);
        yield new AuditTrail.Finding(
            "REFUSED", refusal.code().status(), refusal.code().name(), null, null);
      }
    };
  }

  private ProblemException refusal(String name, ChangeOutcome<T> outcome) {
    return switch (outcome) {
      case ChangeOutcome.Invalid<T>(List<Fault> faults) -> ProblemException.ofBody(faults);
      case ChangeOutcome.InUse<T>(List<Fault> uses) ->
          new ProblemException(
              ProblemCode.IN_USE,
              uses.stream().map(Fault::detail).collect(Collectors.joining(" ")),
              uses,
              Collections.emptySortedMap());
      case ChangeOutcome.Stale<T>(long current) ->
          new ProblemException(
              ProblemCode.PRECONDITION_FAILED,
              "The version is %d now; read it again.".formatted(current));
      case ChangeOutcome.Exists<T>(long current) ->
          new ProblemException(
              ProblemCode.PRECONDITION_FAILED,
              "There is a %s %s already, version %d.".formatted(kind, name, current));
      case ChangeOutcome.Missing<T>() -> missing(name);
      case ChangeOutcome.Accepted<T> _, ChangeOutcome.Removed<T> _ ->
          throw new IllegalStateException("Not a refusal: " + outcome);
    };
  }

  /// The name in the body, when given, must be the one in the address.
  static void sameName(String inPath, @Nullable String inBody) {
    if (inBody != null && !inBody.equals(inPath)) {
      Fault fault =
          new Fault("/name", "CONFLICT", "Must be the name in the address.", inBody, inPath);
      throw ProblemException.ofBody(List.of(fault));
    }
  }
}
