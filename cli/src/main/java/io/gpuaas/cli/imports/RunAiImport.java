package io.gpuaas.cli.imports;

import io.gpuaas.cli.imports.QueueTree.Queue;
import io.gpuaas.cli.imports.QueueTree.Share;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// What Run:ai's REST interface says of departments and projects (`/api/v1/org-unit/departments`,
/// `/api/v1/org-unit/projects`): a department becomes a cohort, a node pool a flavor.
///
/// @see <a href="https://docs.nvidia.com/run-ai">Run:ai's documentation</a>
final class RunAiImport {
  private final Imported into = new Imported();
  private final QueueTree tree;
  private final Map<String, String> departments = new TreeMap<>();
  private final SortedMap<String, Integer> pools = new TreeMap<>();

  RunAiImport(String team) {
    this.tree = new QueueTree(into, team, "all-of-runai");
  }

  /// @param documents in any order, each of them one answer
  Imported read(List<JsonNode> documents) {
    for (JsonNode document : documents) {
      for (JsonNode department : document.path("departments")) {
        String name = department.path("name").asString("");
        departments.put(department.path("id").asString(""), name);
        tree.add(new Queue(name, name, "", "", shares(name, department)));
      }
    }
    int others = 0;
    for (JsonNode document : documents) {
      document.path("projects").forEach(this::project);
      others += document.has("departments") || document.has("projects") ? 0 : 1;
    }
    if (others > 0) {
      into.note(
          "%d documents have neither departments nor projects: they are left out."
              .formatted(others));
    }
    for (String pool : pools.keySet()) {
      into.add("Flavor", into.name("Flavor", pool))
          .putObject("nodeLabels")
          .put("run.ai/node-pool", pool);
      into.note("Label the nodes of pool %s run.ai/node-pool=%s.".formatted(pool, pool));
    }
    tree.carryOver();
    return into;
  }

  private void project(JsonNode project) {
    String name = project.path("name").asString("");
    String parent = project.path("parentId").asString("");
    tree.add(
        new Queue(name, name, departments.getOrDefault(parent, parent), "", shares(name, project)));
  }

  private SortedMap<String, Share> shares(String name, JsonNode unit) {
    SortedMap<String, Share> shares = new TreeMap<>();
    for (JsonNode resource : unit.path("resources")) {
      String pool = resource.at("/nodePool/name").asString("default");
      pools.merge(pool, 1, Integer::sum);
      JsonNode gpu = resource.path("gpu");
      BigDecimal deserved = number(gpu.path("deserved"));
      BigDecimal limit = number(gpu.path("limit"));
      boolean open = !gpu.hasNonNull("limit") || limit.signum() < 0;
      shares.put(pool, new Share(deserved, open ? null : limit, BigDecimal.ZERO));
      if (gpu.hasNonNull("overQuotaWeight") || resource.hasNonNull("priority")) {
        into.note(
            "%s in pool %s: its weight or rank above quota is by pool there; set fairWeight."
                .formatted(name, pool));
      }
      if (number(resource.at("/cpu/deserved")).signum() > 0) {
        into.note("%s in pool %s: the quota of CPUs is left out.".formatted(name, pool));
      }
    }
    return shares;
  }

  private static BigDecimal number(JsonNode node) {
    String text = node.asString("");
    return text.matches("-?[0-9]{1,9}(\\.[0-9]{1,6})?") ? new BigDecimal(text) : BigDecimal.ZERO;
  }
}
