package io.gpuaas.placement.reference;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.core.Workload;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.FlavorFungibility.Preference;
import io.gpuaas.quota.FlavorFungibility.Search;
import io.gpuaas.quota.PreemptionPolicy.Borrow;
import io.gpuaas.quota.PreemptionPolicy.Reclaim;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.ResourceGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The flavors for one job.
final class PlainFlavors {
  /// Worst first.
  enum Mode {
    NO_FIT,
    NO_CANDIDATES,
    PREEMPT,
    RECLAIM,
    DEFERRED,
    FIT
  }

  /// @param level how far up the quota comes from; 0 = own
  record Outlook(Mode mode, int level) {}

  /// @param flavors by resource, for each pod set
  /// @param forEver it does not fit, and no change of usage could help
  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  record Choice(
      int[] counts,
      Mode mode,
      int level,
      List<SortedMap<String, String>> flavors,
      PlainAsk ask,
      boolean forEver) {}

  private final PlainState state;
  private final Workload job;
  private final Project project;
  private final int[] counts;
  private final List<SortedMap<String, String>> chosen = new ArrayList<>();
  private final PlainAsk ask;
  private final @Nullable Choice pinned;
  private Mode worst = Mode.FIT;
  private int level;
  private boolean lacksQuota;

  /// @param pinned an earlier choice whose flavors must be kept; null for none
  PlainFlavors(PlainState state, Workload job, int[] counts, @Nullable Choice pinned) {
    this.state = state;
    this.job = job;
    this.counts = counts;
    this.pinned = pinned;
    project = state.project(job.project());
    ask = new PlainAsk(job, new TreeMap<>(), new TreeSet<>());
    job.podSets().forEach(_ -> chosen.add(new TreeMap<>()));
  }

  Choice choose() {
    SequencedMap<String, List<Integer>> units = new LinkedHashMap<>();
    for (int i = 0; i < job.podSets().size(); i++) {
      String group = job.podSets().get(i).group();
      units.computeIfAbsent(group.isEmpty() ? "#" + i : group, _ -> new ArrayList<>()).add(i);
    }
    for (List<Integer> unit : units.values()) {
      for (ResourceGroup group : project.resourceGroups()) {
        if (worst != Mode.NO_FIT) {
          choose(unit, group);
        }
      }
    }
    boolean forEver = worst == Mode.NO_FIT && !lacksQuota;
    return new Choice(counts, worst, level, chosen, ask, forEver);
  }

  private void choose(List<Integer> unit, ResourceGroup group) {
    SortedMap<String, Long> asked = new TreeMap<>();
    for (int pod : unit) {
      for (String resource : group.resources()) {
        long perPod = job.podSets().get(pod).requests().of(resource);
        if (job.podSets().get(pod).requests().byName().containsKey(resource)) {
          asked.merge(resource, perPod * counts[pod], Long::sum);
        }
      }
    }
    if (asked.isEmpty()) {
      return;
    }
    String best = null;
    Outlook bestOutlook = new Outlook(Mode.NO_FIT, 0);
    for (String flavor : group.flavors()) {
      boolean suits = unit.stream().allMatch(pod -> suits(pod, flavor, group));
      if (suits && (best == null || shouldGoOn(bestOutlook))) {
        Outlook outlook = outlook(asked, flavor);
        if (best == null || !shouldGoOn(outlook) || isBetter(outlook, bestOutlook)) {
          best = flavor;
          bestOutlook = outlook;
        }
      }
    }
    if (best == null || bestOutlook.mode == Mode.NO_FIT) {
      worst = Mode.NO_FIT;
      return;
    }
    accept(unit, group, asked, best);
  }

  private void accept(
      List<Integer> unit, ResourceGroup group, SortedMap<String, Long> asked, String flavor) {
    asked.values().removeIf(amount -> amount == 0);
    for (var entry : asked.entrySet()) {
      FlavorResource cell = new FlavorResource(flavor, entry.getKey());
      Outlook outlook = outlook(cell, entry.getValue());
      worst = outlook.mode.compareTo(worst) < 0 ? outlook.mode : worst;
      level = Math.max(level, outlook.level);
      if (outlook.mode.compareTo(Mode.DEFERRED) < 0) {
        ask.contested().add(cell);
      }
    }
    asked.forEach(
        (resource, amount) ->
            ask.usage().merge(new FlavorResource(flavor, resource), amount, Long::sum));
    for (int pod : unit) {
      for (String resource : group.resources()) {
        if (job.podSets().get(pod).requests().byName().containsKey(resource)) {
          chosen.get(pod).put(resource, flavor);
        }
      }
    }
  }

  private Outlook outlook(SortedMap<String, Long> asked, String flavor) {
    Outlook least = new Outlook(Mode.FIT, 0);
    for (var entry : asked.entrySet()) {
      if (entry.getValue() > 0) {
        Outlook one = outlook(new FlavorResource(flavor, entry.getKey()), entry.getValue());
        least = isBetter(least, one) ? one : least;
      }
    }
    return least;
  }

  private Outlook outlook(FlavorResource cell, long amount) {
    PlainQuota quota = state.quota;
    String node = "project " + project.name();
    // Nothing of a resource is never short, nor borrowed.
    long value = ask.usage().getOrDefault(cell, 0L) + amount;
    if (value > quota.potential(node, cell)) {
      return new Outlook(Mode.NO_FIT, 0);
    }
    int from = quota.borrowLevel(node, cell, value);
    if (value <= Math.max(0, quota.available(node, cell))) {
      boolean now = value <= Math.max(0, state.heldNow.available(node, cell));
      return new Outlook(now ? Mode.FIT : Mode.DEFERRED, from);
    }
    lacksQuota = true;
    boolean mayReclaim = quota.parent(quota.host(node, cell, value)) != null;
    boolean fairly = state.fair && project.preemption().reclaimWithinCohort() != Reclaim.NEVER;
    boolean whileBorrowing = fairly || project.preemption().borrowWithinCohort() != Borrow.NEVER;
    if (value > quota.nominal(node, cell) && !mayReclaim && !whileBorrowing) {
      return new Outlook(Mode.NO_FIT, from);
    }
    SortedMap<FlavorResource, Long> single = new TreeMap<>();
    single.put(cell, value);
    List<PlainVictim> victims =
        victims(state, new PlainAsk(job, single, new TreeSet<>(List.of(cell))));
    if (victims.isEmpty()) {
      return new Outlook(Mode.NO_CANDIDATES, from);
    }
    victims.forEach(it -> state.without(it.run()));
    int after = quota.borrowLevel(node, cell, value);
    victims.forEach(it -> state.with(it.run()));
    boolean own = victims.stream().anyMatch(it -> it.run().node().equals(node));
    return new Outlook(own ? Mode.PREEMPT : Mode.RECLAIM, after);
  }

  /// What the job would take if each pod set got the first flavor that suits it.
  static SortedMap<FlavorResource, Long> firstChoice(PlainState state, Workload job) {
    int[] counts = job.podSets().stream().mapToInt(PodSet::count).toArray();
    PlainFlavors flavors = new PlainFlavors(state, job, counts, null);
    SortedMap<FlavorResource, Long> sum = new TreeMap<>();
    for (int pod = 0; pod < counts.length; pod++) {
      for (ResourceGroup group : flavors.project.resourceGroups()) {
        flavors.addFirstChoice(pod, group, sum);
      }
    }
    return sum;
  }

  private void addFirstChoice(int pod, ResourceGroup group, SortedMap<FlavorResource, Long> sum) {
    for (String flavor : group.flavors()) {
      if (suits(pod, flavor, group)) {
        for (String resource : group.resources()) {
          var requests = job.podSets().get(pod).requests();
          if (requests.byName().containsKey(resource)) {
            long amount = requests.of(resource) * counts[pod];
            sum.merge(new FlavorResource(flavor, resource), amount, Long::sum);
          }
        }
        return;
      }
    }
  }

  static List<PlainVictim> victims(PlainState state, PlainAsk ask) {
    return state.fair
        ? new PlainFairVictims(state, ask).find()
        : new PlainClassicalVictims(state, ask).find();
  }

  private boolean isBetter(Outlook a, Outlook b) {
    for (Mode bad : List.of(Mode.NO_FIT, Mode.NO_CANDIDATES)) {
      if (a.mode != b.mode && (a.mode == bad || b.mode == bad)) {
        return b.mode == bad;
      }
    }
    int byMode = a.mode.compareTo(b.mode);
    int byLevel = b.level - a.level;
    boolean modeFirst = project.fungibility().preference() == Preference.BORROWING_OVER_PREEMPTION;
    int first = modeFirst ? byMode : byLevel;
    return first != 0 ? first > 0 : (modeFirst ? byLevel : byMode) > 0;
  }

  private boolean shouldGoOn(Outlook outlook) {
    FlavorFungibility how = project.fungibility();
    boolean victims = outlook.mode != Mode.FIT;
    return outlook.mode.compareTo(Mode.NO_CANDIDATES) <= 0
        || (victims && how.whenCanPreempt() == Search.TRY_NEXT_FLAVOR)
        || (outlook.level > 0 && how.whenCanBorrow() == Search.TRY_NEXT_FLAVOR);
  }

  private boolean suits(int pod, String name, ResourceGroup group) {
    PodSet set = job.podSets().get(pod);
    boolean asks =
        group.resources().stream().anyMatch(it -> set.requests().byName().containsKey(it));
    if (!asks) {
      return true;
    }
    if (pinned != null && group.resources().stream().anyMatch(it -> other(pod, it, name))) {
      return false;
    }
    Flavor flavor =
        state.config.flavors().stream()
            .filter(it -> it.name().equals(name))
            .findFirst()
            .orElseThrow();
    for (Taint taint : flavor.nodeTaints()) {
      List<Toleration> all = new ArrayList<>(set.tolerations());
      all.addAll(flavor.tolerations());
      boolean hard = !taint.effect().equals("PreferNoSchedule");
      if (hard && all.stream().noneMatch(it -> it.tolerates(taint))) {
        return false;
      }
    }
    for (var label : flavor.nodeLabels().entrySet()) {
      String wanted = set.nodeSelector().get(label.getKey());
      if (wanted != null && !wanted.equals(label.getValue())) {
        return false;
      }
      for (NodeAffinityTerm term : set.nodeAffinity()) {
        boolean in = term.values().contains(label.getValue());
        boolean wants = term.operator() == NodeAffinityTerm.Operator.IN;
        if (term.key().equals(label.getKey()) && in != wants) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean other(int pod, String resource, String flavor) {
    String before = pinned == null ? null : pinned.flavors.get(pod).get(resource);
    return before != null && !before.equals(flavor);
  }
}
