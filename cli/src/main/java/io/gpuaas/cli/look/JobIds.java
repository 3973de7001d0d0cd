package io.gpuaas.cli.look;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.server.Api;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Finds jobs by what people type: an id, or a name.
final class JobIds {
  private static final int LOOKED_AT = 50;

  private JobIds() {}

  /// The id; of several jobs of a name, the newest.
  static String find(Api api, String idOrName, String project) {
    if (idOrName.startsWith("job_")) {
      return idOrName;
    }
    String quoted = idOrName.replace("\\", "\\\\").replace("\"", "\\\"");
    String path = "/jobs?filter=" + Api.encoded("name = \"%s\"".formatted(quoted));
    String narrowed = project.isEmpty() ? path : path + "&project=" + Api.encoded(project);
    List<JsonNode> found = api.list(narrowed, LOOKED_AT);
    return found.stream()
        .filter(it -> it.path("name").asString("").equals(idOrName))
        .findFirst()
        .map(it -> it.path("id").asString(""))
        .orElseThrow(
            () -> CliFault.usage("There is no job %s that you may see.".formatted(idOrName)));
  }
}
