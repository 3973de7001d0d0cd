package io.gpuaas.api.internal.edge.operations;

import io.gpuaas.api.internal.edge.manners.ApiJson;
import io.gpuaas.api.internal.store.OperationStore.Operation;
import io.gpuaas.api.internal.store.OperationStore.State;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.JsonNode;

/// Work that goes on beside the requests.
///
/// @param total 0 while it is not known
/// @param result of a kind of its own; null before the end
@Schema(name = "Operation")
public record OperationDocument(
    @Schema(example = "op_01KBA0Q3W7Z1H5V8M2N4P6R9ST") String id,
    @Schema(example = "job.batchCancel") String kind,
    String user,
    State state,
    long done,
    long total,
    String message,
    @Schema(implementation = Object.class) @Nullable JsonNode result,
    Instant createdAt,
    @Nullable Instant endedAt) {

  static OperationDocument of(Operation it) {
    String result = it.result();
    return new OperationDocument(
        it.id(),
        it.kind(),
        it.login(),
        it.state(),
        it.done(),
        it.total(),
        it.message(),
        result == null ? null : ApiJson.READER.readTree(result),
        it.createdAt(),
        it.endedAt());
  }

  /// The answer to the request that began it.
  public static ResponseEntity<OperationDocument> accepted(Operation begun) {
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/operations/" + begun.id()))
        .body(of(begun));
  }
}
