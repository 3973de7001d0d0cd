package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.WaitReason;
import io.gpuaas.placement.internal.engine.Assignment.Obstacle;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.SortedMap;
import java.util.TreeMap;

/// Puts quota obstacles into words: asked, free, limit, who holds the most, and what would help.
final class QuotaReasons {
  private final CycleState state;

  QuotaReasons(CycleState state) {
    this.state = state;
  }

  WaitReason waiting(Waiter waiter, Obstacle obstacle) {
    FlavorResource cell = cellOf(obstacle);
    SortedMap<String, String> detail = detail(waiter, obstacle, cell);
    String project = waiter.workload().project();
    String message =
        "Project %s asks for %s of %s and can get %s now: it uses %s, its own quota is %s, %s."
            .formatted(
                project,
                Counted.of(cell.resource(), obstacle.asked()),
                cell.flavor(),
                detail.get("free"),
                detail.get("used"),
                detail.get("nominal"),
                most(waiter.project(), cell, obstacle.limit()));
    long missing = Math.max(1, Amount.minus(obstacle.asked(), obstacle.free()));
    detail.put("missing", Quantity.format(cell.resource(), missing));
    return new WaitReason("WaitingForQuota", message, detail, waitStep(obstacle, cell, missing));
  }

  private String most(int project, FlavorResource cell, long limit) {
    QuotaTree tree = state.usage().tree();
    return limit == tree.nominal(project, tree.cell(cell.flavor(), cell.resource()))
        ? "and it may not borrow"
        : "and with what it borrows it may use " + Quantity.format(cell.resource(), limit);
  }

  private static String waitStep(Obstacle obstacle, FlavorResource cell, long missing) {
    String more = Quantity.format(cell.resource(), missing);
    return obstacle.free() > 0
        ? "It would fit with %s less, or with %s more quota."
            .formatted(Counted.of(cell.resource(), missing), more)
        : "It would fit with %s more quota, or when jobs of that size end.".formatted(more);
  }

  WaitReason exceeds(Waiter waiter, Obstacle obstacle) {
    FlavorResource cell = cellOf(obstacle);
    SortedMap<String, String> detail = detail(waiter, obstacle, cell);
    String message =
        "Project %s asks for %s of %s and can never get more than %s: %s of its own, %s."
            .formatted(
                waiter.workload().project(),
                Counted.of(cell.resource(), obstacle.asked()),
                cell.flavor(),
                detail.get("limit"),
                detail.get("nominal"),
                borrowing(waiter.project(), cell));
    String step =
        "Ask for at most %s, or have the quota raised by %s."
            .formatted(
                detail.get("limit"),
                Quantity.format(cell.resource(), Amount.minus(obstacle.asked(), obstacle.limit())));
    return new WaitReason("ExceedsMaxQuota", message, detail, step);
  }

  private String borrowing(int project, FlavorResource cell) {
    QuotaTree tree = state.usage().tree();
    long limit = tree.borrowingLimit(project, tree.cell(cell.flavor(), cell.resource()));
    if (!tree.hasParent(project)) {
      return "and it is in no cohort to borrow from";
    }
    return limit == Amount.UNLIMITED
        ? "the rest is what others lend"
        : "borrowing limit " + Quantity.format(cell.resource(), limit);
  }

  private static FlavorResource cellOf(Obstacle obstacle) {
    FlavorResource cell = obstacle.cell();
    return cell == null ? new FlavorResource("", "") : cell;
  }

  private SortedMap<String, String> detail(Waiter waiter, Obstacle obstacle, FlavorResource name) {
    QuotaUsage usage = state.usage();
    QuotaTree tree = usage.tree();
    int cell = tree.cell(name.flavor(), name.resource());
    String resource = name.resource();
    SortedMap<String, String> detail = new TreeMap<>();
    detail.put("resource", resource);
    detail.put("flavor", name.flavor());
    detail.put("asked", Quantity.format(resource, obstacle.asked()));
    detail.put("free", Quantity.format(resource, obstacle.free()));
    detail.put("limit", Quantity.format(resource, obstacle.limit()));
    detail.put("nominal", Quantity.format(resource, tree.nominal(waiter.project(), cell)));
    detail.put("used", Quantity.format(resource, usage.used(waiter.project(), cell)));
    addHolder(waiter.project(), cell, detail);
    return detail;
  }

  /// The project that uses the most above its own, of those that quota is shared with; else the
  /// project itself.
  private void addHolder(int project, int cell, SortedMap<String, String> detail) {
    QuotaUsage usage = state.usage();
    QuotaTree tree = usage.tree();
    int holder = project;
    long most = 0;
    for (int other = 0; other < tree.projectCount(); other++) {
      if (other != project && tree.root(other) == tree.root(project)) {
        long over = Amount.minus(usage.used(other, cell), tree.nominal(other, cell));
        if (over > most) {
          most = over;
          holder = other;
        }
      }
    }
    String resource = tree.cells().get(cell).resource();
    detail.put("holder", tree.name(holder));
    detail.put("held", Quantity.format(resource, usage.used(holder, cell)));
  }
}
