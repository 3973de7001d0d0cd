package io.gpuaas.cli.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One step of a plan: what is done to a resource, and how it differs.
///
/// @param body to be sent; null for a deletion
/// @param etag of the version that the plan was made on, empty for a creation
/// @param differences one line a field: `field: old → new`
record Change(
    Action action,
    Kind kind,
    String name,
    @Nullable ObjectNode body,
    String etag,
    List<String> differences) {
  enum Action {
    CREATE("+"),
    REPLACE("~"),
    DELETE("-");

    private final String sign;

    Action(String sign) {
      this.sign = sign;
    }

    String sign() {
      return sign;
    }
  }

  Change {
    differences = List.copyOf(differences);
  }
}
