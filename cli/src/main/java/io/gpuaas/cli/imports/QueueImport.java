package io.gpuaas.cli.imports;

import io.gpuaas.cli.imports.QueueTree.Queue;
import io.gpuaas.cli.imports.QueueTree.Share;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The objects of kind Queue of KAI-Scheduler (`scheduling.run.ai/v2`) and of Volcano
/// (`scheduling.volcano.sh/v1beta1`).
///
/// @see <a href="https://github.com/NVIDIA/KAI-Scheduler/tree/main/docs/queues">KAI's queues</a>
/// @see <a href="https://volcano.sh/en/docs/queue/">Volcano's queues</a>
final class QueueImport {
  private static final String FLAVOR = "gpu";
  private static final String GPU = "nvidia.com/gpu";
  private static final String KAI = "scheduling.run.ai/";
  private static final String VOLCANO = "scheduling.volcano.sh/";
  private static final String ROOT = "root";
  private static final List<String> KAI_LEFT_OUT =
      List.of("priority", "preemptMinRuntime", "reclaimMinRuntime");

  private final Imported into = new Imported();
  private final QueueTree tree;
  private final boolean kai;
  private int found;

  QueueImport(String team, boolean kai) {
    this.tree = new QueueTree(into, team, kai ? "all-of-kai" : "all-of-volcano");
    this.kai = kai;
  }

  Imported read(List<JsonNode> objects) {
    Map<String, Integer> others = new TreeMap<>();
    for (JsonNode object : objects) {
      String version = object.path("apiVersion").asString("");
      String kind = object.path("kind").asString("");
      boolean ours = version.isEmpty() || version.startsWith(kai ? KAI : VOLCANO);
      if (kind.equals("Queue") && ours) {
        queue(object);
      } else {
        others.merge(ours ? kind : kind + " of " + version, 1, Integer::sum);
      }
    }
    others.forEach(
        (kind, count) ->
            into.note(
                "%d of kind %s: only queues are carried over."
                    .formatted(count, kind.isEmpty() ? "unknown" : kind)));
    if (found > 0) {
      into.add("Flavor", FLAVOR).putObject("nodeLabels");
      into.note(
          "Their queues know no kinds of GPU: flavor %s takes in every node. Split it by labels."
              .formatted(FLAVOR));
    }
    tree.carryOver();
    return into;
  }

  /// Volcano makes the queue `root` itself, as the one that holds all.
  private void queue(JsonNode object) {
    String name = object.at("/metadata/name").asString("");
    JsonNode spec = object.path("spec");
    if (kai || !name.equals(ROOT)) {
      found++;
      tree.add(kai ? ofKai(name, spec) : ofVolcano(name, spec));
    }
  }

  /// `-1` means without a limit, which no quota here is.
  private Queue ofKai(String name, JsonNode spec) {
    JsonNode gpu = spec.at("/resources/gpu");
    BigDecimal quota = Objects.requireNonNullElse(number(gpu.path("quota")), BigDecimal.ZERO);
    @Nullable BigDecimal limit = number(gpu.path("limit"));
    String weight = gpu.path("overQuotaWeight").asString("");
    if (quota.signum() < 0) {
      into.note("Queue %s has a quota without a limit: set its nominal quota.".formatted(name));
      quota = BigDecimal.ZERO;
    }
    if (weight.matches("0+(\\.0+)?")) {
      limit = quota;
      weight = "";
    }
    for (String resource : List.of("cpu", "memory")) {
      JsonNode theirs = spec.at("/resources/" + resource + "/quota");
      if (theirs.asInt(-1) > 0) {
        into.note(
            "Queue %s: the quota of %s (%s) is left out."
                .formatted(name, resource, theirs.asString()));
      }
    }
    for (String field : KAI_LEFT_OUT) {
      if (spec.hasNonNull(field)) {
        into.note(
            "Queue %s: %s (%s) is left out; the site's scheduling policy has its like."
                .formatted(name, field, spec.path(field).asString()));
      }
    }
    Share share = new Share(quota, positive(limit), BigDecimal.ZERO);
    return new Queue(
        name,
        spec.path("displayName").asString(name),
        spec.path("parentQueue").asString(""),
        weight,
        QueueTree.shares(FLAVOR, share));
  }

  private static @Nullable BigDecimal positive(@Nullable BigDecimal limit) {
    return limit == null || limit.signum() < 0 ? null : limit;
  }

  /// What is guaranteed there is kept free for its queue, which here is: not lent.
  private Queue ofVolcano(String name, JsonNode spec) {
    BigDecimal kept =
        Objects.requireNonNullElse(
            number(spec.at("/guarantee/resource").path(GPU)), BigDecimal.ZERO);
    BigDecimal nominal = Objects.requireNonNullElse(number(spec.path("deserved").path(GPU)), kept);
    @Nullable BigDecimal most = number(spec.path("capability").path(GPU));
    if (!spec.has("deserved") && !spec.has("guarantee")) {
      into.note(
          "Queue %s has a weight only: its nominal quota is 0, its share is by weight."
              .formatted(name));
    }
    if (spec.has("reclaimable") && !spec.path("reclaimable").asBoolean(true)) {
      into.note(
          "Queue %s is not reclaimable there; here what is borrowed can be taken back."
              .formatted(name));
    }
    for (String field : List.of("affinity", "extendClusters", "priority")) {
      if (spec.hasNonNull(field)) {
        into.note("Queue %s: %s is left out.".formatted(name, field));
      }
    }
    return new Queue(
        name,
        name,
        spec.path("parent").asString(ROOT).equals(ROOT) ? "" : spec.path("parent").asString(""),
        spec.path("weight").asString(""),
        QueueTree.shares(FLAVOR, new Share(nominal, most, kept)));
  }

  /// Null when there is none.
  private static @Nullable BigDecimal number(JsonNode node) {
    String text = node.asString("");
    return text.matches("-?[0-9]{1,9}(\\.[0-9]{1,6})?") ? new BigDecimal(text) : null;
  }
}
