package io.gpuaas.api.internal.edge.manners;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of a list.
///
/// @param nextCursor null on the last page
public record Page<T>(
    List<T> items,
    @Schema(description = "Send it as `cursor` for the next page; null on the last")
        @Nullable String nextCursor,
    boolean hasMore) {
  public Page {
    items = List.copyOf(items);
  }
}
