package io.gpuaas.cli;

import io.gpuaas.cli.output.Column;
import java.util.List;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// How much is shown of a list that may be long.
public final class ListOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many (default: ${DEFAULT-VALUE}); it is said when there are more.")
  private int limit = 50;

  /// Prints what the server lists at `path`.
  public void show(ServerOptions options, String path, List<Column> columns) {
    if (limit < 1) {
      throw CliFault.usage("--limit (%d) must be at least 1.".formatted(limit));
    }
    int oneMore = (int) Math.min(limit + 1L, Integer.MAX_VALUE);
    List<JsonNode> found = options.api().list(path, oneMore);
    boolean more = found.size() > limit;
    options.output().list(more ? found.subList(0, limit) : found, columns);
    if (more) {
      options.here().say("There are more than these %d: see --limit.".formatted(limit));
    }
  }
}
