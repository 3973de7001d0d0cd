package io.gpuaas.api.internal.edge.manners;

import io.gpuaas.core.Fault;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of every answer with status 400 or more.
///
/// @see <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>
@Schema(description = "What went wrong (RFC 9457), as `application/problem+json`.")
public record Problem(
    @Schema(description = "Address of the page about this kind", example = "/problems/validation")
        String type,
    String title,
    @Schema(example = "422") int status,
    @Schema(description = "One sentence about this very case") String detail,
    @Schema(description = "Path of the request", example = "/api/v1/jobs") String instance,
    @Schema(description = "Stable name of the kind", example = "VALIDATION") String code,
    @Schema(example = "req_01KBA0Q3W7Z1H5V8M2N4P6R9ST") String requestId,
    @Schema(description = "Whether the same request may succeed later, with nothing changed")
        boolean retryable,
    @Schema(description = "Seconds to wait before that, as header `Retry-After`; null: not known")
        @Nullable Integer retryAfter,
    @Schema(description = "All faults of the body; empty when the problem is another")
        List<Fault> errors) {

  /// The body for `cause`.
  public static Problem of(ProblemException cause, String instance, String requestId) {
    ProblemCode code = cause.code();
    String retryAfter = cause.headers().get("Retry-After");
    return new Problem(
        code.type(),
        code.title(),
        code.status(),
        cause.detail(),
        instance,
        code.name(),
        requestId,
        code.retryable(),
        retryAfter == null ? null : Integer.valueOf(retryAfter),
        cause.faults());
  }
}
