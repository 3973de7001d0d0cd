package io.gpuaas.placement.internal.engine;

import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.JobId;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.TopologyRequest;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.internal.engine.Assignment.Obstacle;
import io.gpuaas.quota.Amount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Finds single changes that would let a waiting job start, by trying each on the state that the
/// cycle left: another level, another flavor, fewer pods, more quota, or the end of jobs.
///
/// Each answer was tried out with the engine that decides; none is a guess. Room that the cycle
/// gave to others stays theirs.
final class Remedies {
  private static final int JOBS_MAX = 64;

  private final CycleState state;
  private final Placer placer;
  private final Waiter waiter;
  private final Assignment refused;

  Remedies(CycleState state, Placer placer, Waiter waiter, Assignment refused) {
    this.state = state;
    this.placer = placer;
    this.waiter = waiter;
    this.refused = refused;
  }

  /// Changes by name, the smallest first; each with what it changes to.
  SequencedMap<String, String> find() {
    SequencedMap<String, String> found = new LinkedHashMap<>();
    put(found, "changeLevel", level());
    put(found, "changeNuma", numa());
    put(found, "changeFlavor", flavor());
    put(found, "changePods", pods());
    put(found, "changeWaitFor", jobs());
    put(found, "changeQuota", quota());
    return found;
  }

  /// The first of them in words; empty when there is none.
  static String sentence(SequencedMap<String, String> found) {
    if (found.isEmpty()) {
      return "";
    }
    String value = found.firstEntry().getValue();
    return switch (found.firstEntry().getKey()) {
      case "changeLevel" -> "With level %s it would start now.".formatted(value);
      case "changeNuma" -> "With NUMA alignment %s it would start now.".formatted(value);
      case "changeFlavor" -> "On flavor %s it would start now.".formatted(value);
      case "changePods" ->
          "With %s %s it would start now."
              .formatted(value, value.startsWith("1 ") ? "pod" : "pods");
      case "changeWaitFor" -> "It would start if %s ended.".formatted(value);
      default -> "With %s more quota it would start now.".formatted(value);
    };
  }

  private static void put(SequencedMap<String, String> found, String name, @Nullable String value) {
    if (value != null) {
      found.put(name, value);
    }
  }

  /// Whether the job would start if its pod sets were others.
  private @Nullable Assignment fitting(UnaryOperator<PodSet> change) {
    Workload old = waiter.workload();
    Workload changed = old.withPodSets(old.podSets().stream().map(change).toList());
    Shape shape = Shape.compile(state.catalog, new Shape.Key(changed), waiter.project());
    return fitting(Waiter.of(changed, shape));
  }

  /// With a memory of its own: the state may have changed since the cycle looked.
  private @Nullable Assignment fitting(Waiter other) {
    FlavorAssigner assigner = new FlavorAssigner(state, placer, new VictimSearch(state, placer));
    Assignment found = assigner.assignWithoutVictims(other, other.shape().fullCounts(), null);
    return found.mode.compareTo(Mode.DEFERRED) >= 0 ? found : null;
  }

  /// The next level further out that would do, or the level merely preferred.
  private @Nullable String level() {
    for (PodAsk pod : waiter.shape().pods) {
      TopologyRequest request = TopologyAsk.requestOf(pod.set);
      TopologyTree tree = placer.topologyOf(refused.flavors(waiter.shape().pods.indexOf(pod)));
      if (request.mode() != TopologyRequest.Mode.REQUIRED || tree == null) {
        continue;
      }
      for (int level = tree.level(request.level()) - 1; level > 0; level--) {
        String name = tree.levelName(level);
        if (fitting(set -> withLevel(set, TopologyRequest.Mode.REQUIRED, name)) != null) {
          return name;
        }
      }
      UnaryOperator<PodSet> preferred =
          set -> withLevel(set, TopologyRequest.Mode.PREFERRED, request.level());
      return fitting(preferred) == null ? null : request.level() + " preferred";
    }
    return null;
  }

  private static PodSet withLevel(PodSet set, TopologyRequest.Mode mode, String level) {
    TopologyRequest request = set.topology();
    return request == null || request.mode() != TopologyRequest.Mode.REQUIRED
        ? set
        : set.withTopology(new TopologyRequest(mode, level, request.slices()));
  }

  private @Nullable String numa() {
    boolean bound = waiter.shape().pods.stream().anyMatch(PodAsk::isAligned);
    UnaryOperator<PodSet> preferred =
        set -> set.numa() == NumaWish.REQUIRED ? set.withNuma(NumaWish.PREFERRED) : set;
    return bound && fitting(preferred) != null ? "preferred" : null;
  }

  /// A flavor of the project that the job's own selector and affinity exclude.
  private @Nullable String flavor() {
    boolean bound =
        waiter.shape().key.podSets.stream()
            .anyMatch(set -> !set.nodeSelector().isEmpty() || !set.nodeAffinity().isEmpty());
    Assignment found = bound ? fitting(PodSet::anywhere) : null;
    if (found == null || found.flavors(0).length == 0) {
      return null;
    }
    return state.catalog.flavor(found.flavors(0)[0]).name();
  }

  /// The most pods of the largest pod set that would start; the others stay whole.
  private @Nullable String pods() {
    PodSet largest = waiter.shape().key.podSets.getFirst();
    for (PodSet set : waiter.shape().key.podSets) {
      largest = set.count() > largest.count() ? set : largest;
    }
    String name = largest.name();
    int low = 0;
    int high = largest.count() - 1;
    while (low < high) {
      int middle = low + (high - low + 1) / 2;
      if (fitting(set -> set.name().equals(name) ? set.withCount(middle) : set) == null) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low == 0 ? null : "%d %s".formatted(low, name);
  }

  /// Quota that is missing for the flavor that lacks the least kinds of it, where nodes are free.
  private @Nullable String quota() {
    SortedMap<Integer, List<Obstacle>> byFlavor = new TreeMap<>();
    for (Obstacle obstacle : refused.obstacles) {
      boolean missing =
          obstacle.kind() == Obstacle.Kind.QUOTA || obstacle.kind() == Obstacle.Kind.EXCEEDS_MAX;
      if (missing && obstacle.cell() != null && obstacle.flavor() >= 0) {
        byFlavor.computeIfAbsent(obstacle.flavor(), _ -> new ArrayList<>()).add(obstacle);
      }
    }
    for (var entry : byFlavor.entrySet()) {
      if (nodesAreFree(entry.getKey())) {
        return entry.getValue().stream()
            .map(this::missing)
            .distinct()
            .sorted()
            .reduce((a, b) -> a + " and " + b)
            .orElse(null);
      }
    }
    return null;
  }

  /// So much that it is available, though the project may be over its quota now.
  private String missing(Obstacle obstacle) {
    FlavorResource name = Objects.requireNonNull(obstacle.cell());
    int cell = state.catalog.tree().cell(name.flavor(), name.resource());
    long available = state.usage().available(waiter.project(), cell);
    long amount = Amount.minus(obstacle.asked(), available);
    return "%s of %s".formatted(Counted.of(name.resource(), amount), name.flavor());
  }

  private boolean nodesAreFree(int flavor) {
    int[][] flavors = new int[refused.counts.length][];
    for (int pod = 0; pod < flavors.length; pod++) {
      flavors[pod] = new int[] {flavor};
    }
    GangAsk ask = new GangAsk(waiter.shape(), waiter.shape().fullCounts(), flavors);
    return placer.placeAll(state.usable(), ask) != null;
  }

  /// The one job whose end would be enough, the smallest and oldest such; else the fewest found
  /// when they end one after the other.
  private @Nullable String jobs() {
    List<Holding> candidates = new ArrayList<>();
    for (int project = 0; project < state.catalog.tree().projectCount(); project++) {
      candidates.addAll(state.staying(project));
    }
    candidates.sort(
        Comparator.<Holding>comparingLong(it -> it.milliGpus)
            .thenComparing(it -> it.held.admittedAt())
            .thenComparing(it -> it.id));
    Removal removal = new Removal(state, placer);
    int tried = 0;
    for (Holding candidate : candidates) {
      if (tried++ == JOBS_MAX) {
        break;
      }
      removal.remove(candidate);
      boolean enough = fitting(waiter) != null;
      removal.putBack(candidate);
      if (enough) {
        return candidate.id.value();
      }
    }
    return several(candidates, removal);
  }

  private @Nullable String several(List<Holding> candidates, Removal removal) {
    List<Holding> gone = new ArrayList<>();
    boolean enough = false;
    for (int i = candidates.size() - 1; i >= 0 && !enough && gone.size() < JOBS_MAX / 4; i--) {
      removal.remove(candidates.get(i));
      gone.add(candidates.get(i));
      enough = fitting(waiter) != null;
    }
    for (int i = 0; enough && i < gone.size(); ) {
      removal.putBack(gone.get(i));
      if (fitting(waiter) == null) {
        removal.remove(gone.get(i));
        i++;
      } else {
        gone.remove(i);
      }
    }
    gone.forEach(removal::putBack);
    List<String> names = gone.stream().map(it -> it.id).sorted().map(JobId::value).toList();
    return enough ? String.join(", ", names) : null;
  }
}
