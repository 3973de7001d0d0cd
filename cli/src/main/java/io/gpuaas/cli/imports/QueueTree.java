package io.gpuaas.cli.imports;

import io.gpuaas.cli.server.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Queues of GPUs that lie in each other, as several schedulers have them: a queue without further
/// queues becomes a project, one with them a cohort.
///
/// Queues at the top lend to each other there; so one more cohort holds all.
///
/// A cohort's quota here comes on top of what its projects have. There a parent's includes that of
/// its children; so the cohort gets what is left.
final class QueueTree {
  private static final String GPU = "nvidia.com/gpu";

  private final Imported into;
  private final String team;
  private final String top;
  private final SequencedMap<String, Queue> queues = new LinkedHashMap<>();

  QueueTree(Imported into, String team, String top) {
    this.into = into;
    this.team = team;
    this.top = top;
  }

  /// GPUs of one flavor.
  ///
  /// @param most it may use with what it borrows; null means no limit
  /// @param kept of its own that it never lends
  record Share(BigDecimal nominal, @Nullable BigDecimal most, BigDecimal kept) {}

  /// A queue of theirs.
  ///
  /// @param parent empty at the top
  /// @param weight a decimal, empty for the default
  /// @param shares by flavor
  record Queue(
      String name,
      String displayName,
      String parent,
      String weight,
      SortedMap<String, Share> shares) {}

  void add(Queue queue) {
    queues.put(queue.name(), queue);
  }

  private List<Queue> children(String name) {
    return queues.values().stream().filter(it -> it.parent().equals(name)).toList();
  }

  /// Adds what the queues become.
  void carryOver() {
    if (!queues.isEmpty()) {
      into.add("Cohort", top);
      into.note("Queues at the top lend to each other there: cohort %s holds them.".formatted(top));
    }
    for (Queue queue : queues.values()) {
      if (!queue.parent().isEmpty() && !queues.containsKey(queue.parent())) {
        into.note(
            "Queue %s is in %s, which is not there: it is at the top now."
                .formatted(queue.name(), queue.parent()));
      }
      List<Queue> children = children(queue.name());
      ObjectNode ours = children.isEmpty() ? project(queue) : cohort(queue);
      if (!queue.weight().isEmpty()) {
        ours.put("fairWeight", queue.weight());
      }
      quotas(queue, children);
    }
  }

  private ObjectNode cohort(Queue queue) {
    ObjectNode cohort = into.add("Cohort", into.name("Cohort", queue.name()));
    return cohort.put("parent", around(queue));
  }

  /// The cohort that a queue lies in.
  private String around(Queue queue) {
    return queues.containsKey(queue.parent()) ? into.name("Cohort", queue.parent()) : top;
  }

  private ObjectNode project(Queue queue) {
    ObjectNode project = into.add("Project", into.name("Project", queue.name()));
    project.put("displayName", queue.displayName()).put("team", team);
    project.put("cohort", around(queue));
    ObjectNode group = project.putArray("resourceGroups").addObject();
    group.putArray("resources").add(GPU);
    ArrayNode flavors = group.putArray("flavors");
    queue.shares().keySet().forEach(it -> flavors.add(into.name("Flavor", it)));
    return project;
  }

  private void quotas(Queue queue, List<Queue> children) {
    ArrayNode quotas = Json.MAPPER.createArrayNode();
    queue
        .shares()
        .forEach(
            (flavor, share) -> {
              BigDecimal nominal = share.nominal().subtract(below(flavor, children));
              if (nominal.signum() < 0) {
                into.note(
                    "Queues in %s have %s GPUs of %s more than it has: each keeps its own."
                        .formatted(queue.name(), nominal.negate().toPlainString(), flavor));
                nominal = BigDecimal.ZERO;
              }
              if (children.isEmpty() || nominal.signum() > 0) {
                quotas.add(quota(queue, flavor, share, nominal));
              }
            });
    if (!quotas.isEmpty()) {
      String kind = children.isEmpty() ? "Project" : "Cohort";
      into.add(kind + "Quotas", into.name(kind, queue.name())).set("quotas", quotas);
    }
  }

  private static BigDecimal below(String flavor, List<Queue> children) {
    BigDecimal sum = BigDecimal.ZERO;
    for (Queue child : children) {
      Share share = child.shares().get(flavor);
      sum = share == null ? sum : sum.add(share.nominal());
    }
    return sum;
  }

  private ObjectNode quota(Queue queue, String flavor, Share share, BigDecimal nominal) {
    ObjectNode quota = Json.MAPPER.createObjectNode();
    quota.put("flavor", into.name("Flavor", flavor)).put("resource", GPU);
    BigDecimal whole = nominal.setScale(0, RoundingMode.FLOOR);
    quota.put("nominal", text(whole));
    BigDecimal most = share.most();
    if (most != null) {
      BigDecimal own = share.nominal().setScale(0, RoundingMode.FLOOR);
      quota.put("borrowingLimit", text(most.setScale(0, RoundingMode.FLOOR).subtract(own)));
    }
    if (share.kept().signum() > 0) {
      quota.put(
          "lendingLimit", text(whole.subtract(share.kept().setScale(0, RoundingMode.CEILING))));
    }
    if (whole.compareTo(nominal) != 0) {
      into.note(
          "Queue %s: %s is no whole number of GPUs; it is %s here."
              .formatted(queue.name(), nominal.toPlainString(), text(whole)));
    }
    return quota;
  }

  /// Limits are never below nothing.
  private static String text(BigDecimal number) {
    return number.max(BigDecimal.ZERO).stripTrailingZeros().toPlainString();
  }

  /// A flavor that takes in every node, for schedulers whose queues know no kinds of GPU.
  static SortedMap<String, Share> shares(String flavor, Share share) {
    return new TreeMap<>(java.util.Map.of(flavor, share));
  }
}
