package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.placement.internal.engine.Assignment.Obstacle;
import io.gpuaas.placement.internal.engine.PodAsk.GroupAsk;
import io.gpuaas.quota.Amount;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.FlavorFungibility.Preference;
import io.gpuaas.quota.FlavorFungibility.Search;
import io.gpuaas.quota.QuotaTree;
import io.gpuaas.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Chooses a flavor for each pod set and resource group of a job, by quota first and nodes second.
///
/// Greedy as Kueue is: unit by unit, group by group, the first flavor that needs no further search,
/// else the best one. Quota that earlier units would take counts for later ones.
///
/// @see <a
///   href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/582-preempt-based-on-flavor-order">
///   KEP-582</a>
final class FlavorAssigner {
  /// How one flavor would do.
  record Outlook(Mode mode, int borrowLevel) {}

  private final CycleState state;
  private final Placer placer;
  private final VictimOracle oracle;
  private @Nullable Room hardware;

  /// Gangs that the nodes could not hold, with the state's growth when that was found out. Room
  /// only shrinks within a cycle unless somebody leaves, so they need not be tried again until
  /// then.
  private final SortedMap<GangKey, Integer> misfits = new TreeMap<>();

  private boolean withoutVictims;
  private @Nullable Assignment beyond;

  FlavorAssigner(CycleState state, Placer placer, VictimOracle oracle) {
    this.state = state;
    this.placer = placer;
    this.oracle = oracle;
  }

  /// As [#assign], but only with what needs no victims: flavors that would are passed over.
  Assignment assignWithoutVictims(Waiter waiter, int[] counts, @Nullable Assignment pinned) {
    withoutVictims = true;
    try {
      return assign(waiter, counts, pinned);
    } finally {
      withoutVictims = false;
    }
  }

  /// As [#assign], but going on behind the flavors at which `earlier` stopped.
  Assignment assignBeyond(Assignment earlier, Waiter waiter, int[] counts) {
    beyond = earlier;
    try {
      return assign(waiter, counts, null);
    } finally {
      beyond = null;
    }
  }

  /// Flavors, quota and nodes for `counts` pods of each pod set, with the state as it is; only the
  /// flavors of `pinned` where it is given.
  Assignment assign(Waiter waiter, int[] counts, @Nullable Assignment pinned) {
    Shape shape = waiter.shape();
    Assignment result = new Assignment(shape, counts);
    for (List<Integer> unit : shape.units) {
      for (int pod : unit) {
        String uncovered = shape.pods.get(pod).uncovered;
        if (uncovered != null) {
          String text = "The project has no quota for %s.".formatted(uncovered);
          refuse(result, pod, Obstacle.Kind.UNCOVERED, text);
        }
      }
      if (result.mode != Mode.NO_FIT) {
        assignUnit(waiter, result, unit, pinned);
      }
      if (result.mode == Mode.NO_FIT) {
        return result;
      }
    }
    placeNodes(result);
    if (result.contested.size() == 0) {
      result.contestAll();
    }
    return result;
  }

  private static void refuse(Assignment result, int pod, Obstacle.Kind kind, String text) {
    result.worsen(Mode.NO_FIT);
    result.obstacles.add(new Obstacle(kind, pod, -1, null, 0, 0, 0, text));
  }

  private void assignUnit(
      Waiter waiter, Assignment result, List<Integer> unit, @Nullable Assignment pinned) {
    SortedSet<Integer> groups = new TreeSet<>();
    for (int pod : unit) {
      result.shape.pods.get(pod).groups.forEach(group -> groups.add(group.number));
    }
    for (int group : groups) {
      Choice choice = new Choice(waiter, result, unit, group, pinned);
      Trial best = choice.best();
      if (best == null || best.outlook.mode() == Mode.NO_FIT) {
        result.worsen(Mode.NO_FIT);
        return;
      }
      choice.accept(best);
    }
  }

  private void placeNodes(Assignment result) {
    GangAsk ask = result.gang();
    if (result.mode.compareTo(Mode.DEFERRED) >= 0) {
      tryNodes(result, ask);
    }
    if (result.spots != null) {
      return;
    }
    if (!fitsHardware(ask)) {
      refuse(result, 0, Obstacle.Kind.HARDWARE, "Not even empty and healthy nodes could hold it.");
    } else if (result.mode.compareTo(Mode.DEFERRED) >= 0) {
      result.worsen(Mode.PREEMPT);
      result.obstacles.add(
          new Obstacle(Obstacle.Kind.NODES, 0, -1, null, 0, 0, 0, "The nodes are in use."));
    }
  }

  private void tryNodes(Assignment result, GangAsk ask) {
    GangKey key = new GangKey(ask);
    Integer misfit = misfits.get(key);
    if (misfit != null && misfit == state.growth()) {
      return;
    }
    result.spots = placer.placeAll(state.usable(), ask);
    if (result.spots == null && state.isSplit()) {
      result.spots = placer.placeAll(state.future(), ask);
      result.worsen(Mode.DEFERRED);
    }
    if (result.spots == null) {
      misfits.put(key, state.growth());
    }
  }

  /// Whether empty nodes, all of them healthy, could hold the pods.
  boolean fitsHardware(GangAsk ask) {
    return !state.catalog.knowsNodes()
        || state.catalog.fitsHardware(ask, it -> placer.placeAll(hardware(), it) != null);
  }

  /// Empty and healthy nodes.
  Room hardware() {
    Room empty = hardware;
    if (empty == null) {
      empty = Room.empty(state.catalog.nodes());
      hardware = empty;
    }
    return empty;
  }

  /// One flavor tried for one unit and group.
  ///
  /// @param outlook of the cell that does worst, which is what flavors are compared by
  /// @param worst the worst mode of all cells: a cell may have a better place and a worse mode
  /// @param level the highest level that any cell borrows from
  private record Trial(
      int flavor,
      Outlook outlook,
      Mode worst,
      int level,
      CellAmounts need,
      CellAmounts contested) {}

  /// The search for the flavor of one unit and group.
  private final class Choice {
    private final Waiter waiter;
    private final Assignment result;
    private final List<Integer> unit;
    private final int group;
    private final @Nullable Assignment pinned;
    private final FlavorFungibility fungibility;

    Choice(
        Waiter waiter,
        Assignment result,
        List<Integer> unit,
        int group,
        @Nullable Assignment pinned) {
      this.waiter = waiter;
      this.pinned = pinned;
      this.result = result;
      this.unit = unit;
      this.group = group;
      fungibility = state.catalog.project(result.shape.project).fungibility();
    }

    @Nullable Trial best() {
      List<Integer> candidates = compatible();
      Trial best = null;
      int begin = beginning();
      for (int flavor : candidates) {
        if (flavor < begin) {
          continue;
        }
        Trial trial = tryFlavor(flavor, candidates.size() > 1);
        if (withoutVictims && trial.outlook.mode().compareTo(Mode.DEFERRED) < 0) {
          continue;
        }
        if (!shouldTryNext(trial.outlook)) {
          if (flavor < candidates.getLast()) {
            stop(flavor);
          }
          return trial;
        }
        if (best == null || isBetter(trial.outlook, best.outlook)) {
          best = trial;
        }
      }
      return best;
    }

    /// Index of the first flavor to be looked at.
    private int beginning() {
      int begin = 0;
      for (int pod : unit) {
        int slot = slot(pod);
        if (beyond != null && slot >= 0) {
          begin = Math.max(begin, beyond.stopped[pod][slot] + 1);
        }
      }
      return begin;
    }

    private void stop(int flavor) {
      for (int pod : unit) {
        int slot = slot(pod);
        if (slot >= 0) {
          result.stopped[pod][slot] = flavor;
        }
      }
    }

    /// Index of the group among those of the pod set; -1 when it asks for nothing of it.
    private int slot(int pod) {
      List<GroupAsk> groups = result.shape.pods.get(pod).groups;
      for (int i = 0; i < groups.size(); i++) {
        if (groups.get(i).number == group) {
          return i;
        }
      }
      return -1;
    }

    private @Nullable GroupAsk groupOf(int pod) {
      int slot = slot(pod);
      return slot < 0 ? null : result.shape.pods.get(pod).groups.get(slot);
    }

    /// Indexes of the flavors that all pods of the unit may use, in order.
    private List<Integer> compatible() {
      List<Integer> found = new ArrayList<>();
      int flavors =
          state.catalog.project(result.shape.project).resourceGroups().get(group).flavors().size();
      for (int flavor = 0; flavor < flavors; flavor++) {
        boolean matches = !isPinnedElsewhere(flavor);
        for (int pod : unit) {
          GroupAsk ask = groupOf(pod);
          if (ask != null && ask.mismatches[flavor] != null) {
            String mismatch = ask.mismatches[flavor];
            matches = false;
            result.obstacles.add(
                new Obstacle(
                    Obstacle.Kind.MISMATCH, pod, ask.flavors[flavor], null, 0, 0, 0, mismatch));
          }
        }
        if (matches) {
          found.add(flavor);
        }
      }
      return found;
    }

    private boolean isPinnedElsewhere(int flavor) {
      int first = unit.getFirst();
      List<GroupAsk> groups = result.shape.pods.get(first).groups;
      for (int i = 0; pinned != null && i < groups.size(); i++) {
        if (groups.get(i).number == group && pinned.chosen[first][i] != flavor) {
          return true;
        }
      }
      return false;
    }

    private Trial tryFlavor(int flavor, boolean alternatives) {
      CellAmounts need = new CellAmounts();
      for (int pod : unit) {
        GroupAsk ask = groupOf(pod);
        for (int r = 0; ask != null && r < ask.perPod.length; r++) {
          long amount = Amount.times(ask.perPod[r], result.counts[pod]);
          long parts = Amount.times(ask.partsOf(flavor, r), result.counts[pod]);
          if (amount > 0 || parts > 0) {
            need.add(ask.cells[flavor][r], amount, parts);
          }
        }
      }
      CellAmounts contested = new CellAmounts();
      Outlook worst = null;
      Mode mode = Mode.FIT;
      int level = 0;
      for (int i = 0; i < need.size(); i++) {
        Outlook outlook = quotaOutlook(need, i, flavor, alternatives);
        if (outlook.mode() != Mode.FIT && outlook.mode() != Mode.DEFERRED) {
          contested.add(need.cell(i), need.amount(i), need.parts(i));
        }
        mode = outlook.mode().compareTo(mode) < 0 ? outlook.mode() : mode;
        level = Math.max(level, outlook.borrowLevel());
        if (worst == null || isBetter(worst, outlook)) {
          worst = outlook;
        }
      }
      Outlook quota = worst == null ? new Outlook(Mode.FIT, 0) : worst;
      Outlook all = alternatives ? withNodes(quota, flavor) : quota;
      return new Trial(flavor, all, mode, level, need, contested);
    }

    /// What the project would use more than `usage`, earlier units counted in. Of parts of a GPU
    /// that depends on what of the last GPU is used already.
    private long value(CellAmounts need, int index, QuotaUsage usage) {
      int cell = need.cell(index);
      CellAmounts sum = new CellAmounts();
      sum.add(cell, result.usage.of(cell), result.usage.partsOf(cell));
      sum.add(cell, need.amount(index), need.parts(index));
      return sum.charge(usage, result.shape.project, 0);
    }

    private Outlook quotaOutlook(CellAmounts need, int index, int flavor, boolean alternatives) {
      int cell = need.cell(index);
      QuotaUsage usage = state.usage();
      long value = value(need, index, usage);
      int project = result.shape.project;
      long potential = usage.tree().potentialAvailable(project, cell);
      if (value > potential) {
        obstacle(Obstacle.Kind.EXCEEDS_MAX, flavor, cell, value, potential);
        return new Outlook(Mode.NO_FIT, 0);
      }
      int level = usage.borrowLevel(project, cell, value);
      long available = usage.available(project, cell);
      if (value <= available) {
        QuotaUsage held = state.usageNow();
        boolean now = value(need, index, held) <= held.available(project, cell);
        return new Outlook(now ? Mode.FIT : Mode.DEFERRED, level);
      }
      obstacle(Obstacle.Kind.QUOTA, flavor, cell, value, Math.max(0, available));
      boolean entitled =
          value <= usage.tree().nominal(project, cell)
              || usage.mayReclaim(project, cell, value)
              || PreemptionRights.whileBorrowing(state, project);
      if (!entitled) {
        return new Outlook(Mode.NO_FIT, level);
      }
      return alternatives || state.index.policy.headsPerProject() == 1
          ? oracle.outlook(waiter, cell, value)
          : new Outlook(Mode.PREEMPT, level);
    }

    private void obstacle(Obstacle.Kind kind, int flavor, int cell, long asked, long free) {
      QuotaTree tree = state.usage().tree();
      FlavorResource name = tree.cells().get(cell);
      long limit = tree.potentialAvailable(result.shape.project, cell);
      String text = "%d asked, %d free, at most %d".formatted(asked, free, limit);
      int set = unit.getFirst();
      result.obstacles.add(new Obstacle(kind, set, flavor, name, asked, free, limit, text));
    }

    /// Looks whether the unit finds nodes of the flavor, given what earlier groups have chosen.
    private Outlook withNodes(Outlook quota, int flavor) {
      if (!state.catalog.knowsNodes() || quota.mode() == Mode.NO_FIT) {
        return quota;
      }
      int[][] flavors = flavorsWith(flavor);
      boolean quotaFits = quota.mode().compareTo(Mode.DEFERRED) >= 0;
      if (quotaFits && fits(state.usable(), flavors)) {
        return quota;
      }
      if (quotaFits && state.isSplit() && fits(state.future(), flavors)) {
        return new Outlook(Mode.DEFERRED, quota.borrowLevel());
      }
      if (!fits(hardware(), flavors)) {
        String text = "Not even empty and healthy nodes of the flavor could hold it.";
        result.obstacles.add(
            new Obstacle(Obstacle.Kind.HARDWARE, unit.getFirst(), flavor, null, 0, 0, 0, text));
        return new Outlook(Mode.NO_FIT, quota.borrowLevel());
      }
      return quotaFits ? new Outlook(nodesMode(flavor), quota.borrowLevel()) : quota;
    }

    /// Whether the unit fits beside those that have their flavors already. Whether there is anybody
    /// at all who could be taken off the nodes.
    private Mode nodesMode(int flavor) {
      for (int pod : unit) {
        GroupAsk ask = groupOf(pod);
        if (ask != null && oracle.hasCandidates(waiter, ask.cells[flavor][0])) {
          return Mode.PREEMPT;
        }
      }
      return Mode.NO_CANDIDATES;
    }

    private boolean fits(Room room, int[][] flavors) {
      List<List<Integer>> units = new ArrayList<>();
      for (List<Integer> earlier : result.shape.units) {
        units.add(earlier);
        if (earlier.equals(unit)) {
          break;
        }
      }
      return placer.placeUnits(room, new GangAsk(result.shape, result.counts, flavors), units);
    }

    private int[][] flavorsWith(int flavor) {
      int[][] flavors = new int[result.chosen.length][];
      for (int pod = 0; pod < flavors.length; pod++) {
        flavors[pod] = result.flavors(pod);
      }
      for (int pod : unit) {
        int[] known = flavors[pod];
        GroupAsk ask = groupOf(pod);
        if (ask != null) {
          flavors[pod] = java.util.Arrays.copyOf(known, known.length + 1);
          flavors[pod][known.length] = ask.flavors[flavor];
        }
      }
      return flavors;
    }

    void accept(Trial trial) {
      for (int pod : unit) {
        int slot = slot(pod);
        if (slot >= 0) {
          result.chosen[pod][slot] = trial.flavor;
        }
      }
      for (int i = 0; i < trial.need.size(); i++) {
        result.usage.add(trial.need.cell(i), trial.need.amount(i), trial.need.parts(i));
      }
      for (int i = 0; i < trial.contested.size(); i++) {
        result.contested.add(
            trial.contested.cell(i), trial.contested.amount(i), trial.contested.parts(i));
      }
      result.borrowLevel = Math.max(result.borrowLevel, trial.level);
      result.worsen(trial.worst);
      result.worsen(trial.outlook.mode());
    }

    private boolean isBetter(Outlook a, Outlook b) {
      if (a.mode() == Mode.NO_FIT || b.mode() == Mode.NO_FIT) {
        return a.mode() != Mode.NO_FIT;
      }
      if (a.mode() == Mode.NO_CANDIDATES || b.mode() == Mode.NO_CANDIDATES) {
        if (a.mode() != b.mode()) {
          return a.mode() != Mode.NO_CANDIDATES;
        }
      }
      int mode = a.mode().compareTo(b.mode());
      int level = Integer.compare(b.borrowLevel(), a.borrowLevel());
      boolean modeFirst = fungibility.preference() == Preference.BORROWING_OVER_PREEMPTION;
      int first = modeFirst ? mode : level;
      int second = modeFirst ? level : mode;
      return first != 0 ? first > 0 : second > 0;
    }

    private boolean shouldTryNext(Outlook outlook) {
      return switch (outlook.mode()) {
        case NO_FIT, NO_CANDIDATES -> true;
        case PREEMPT, RECLAIM, DEFERRED ->
            fungibility.whenCanPreempt() == Search.TRY_NEXT_FLAVOR || triesBeforeBorrowing(outlook);
        case FIT -> triesBeforeBorrowing(outlook);
      };
    }

    private boolean triesBeforeBorrowing(Outlook outlook) {
      return outlook.borrowLevel() > 0 && fungibility.whenCanBorrow() == Search.TRY_NEXT_FLAVOR;
    }
  }
}
