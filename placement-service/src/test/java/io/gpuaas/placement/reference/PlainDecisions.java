package io.gpuaas.placement.reference;

import io.gpuaas.core.PodSet;
import io.gpuaas.core.Workload;
import io.gpuaas.placement.reference.PlainFlavors.Choice;
import io.gpuaas.placement.reference.PlainFlavors.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What can be decided on one job, and what was.
final class PlainDecisions {
  static final Comparator<Workload> QUEUE =
      Comparator.<Workload>comparingInt(job -> -job.priority())
          .thenComparing(Workload::queuedAt)
          .thenComparing(Workload::id);

  final PlainState state;
  private final SortedSet<String> gone = new TreeSet<>();
  private final List<String> deeds = new ArrayList<>();

  /// A job, its flavors, and who has to go for it.
  record Entry(Workload job, Choice choice, List<PlainVictim> victims) {
    boolean useful() {
      return choice.mode().compareTo(Mode.DEFERRED) >= 0 || !victims.isEmpty();
    }

    PlainAsk ask() {
      return choice.ask();
    }
  }

  PlainDecisions(PlainState state) {
    this.state = state;
  }

  /// Sorted: `admit j main 2 {cpu=f1}`, `preempt v for j InProject`.
  List<String> deeds() {
    return deeds.stream().sorted().toList();
  }

  /// With all its pods, or the most that are of use.
  Entry nominate(Workload job) {
    int[] full = job.podSets().stream().mapToInt(PodSet::count).toArray();
    Entry whole = nominate(job, full, null);
    int spare = job.podSets().stream().mapToInt(set -> set.count() - set.minCount()).sum();
    if (whole.useful() || spare == 0) {
      return whole;
    }
    int low = 1;
    int high = spare + 1;
    Entry best = whole;
    while (low < high) {
      int step = (low + high) / 2;
      int[] fewer =
          job.podSets().stream()
              .mapToInt(set -> set.count() - (set.count() - set.minCount()) * step / spare)
              .toArray();
      Entry tried = nominate(job, fewer, null);
      if (tried.useful()) {
        best = tried;
        high = step;
      } else {
        low = step + 1;
      }
    }
    return best;
  }

  /// Once more, with the flavors it had.
  Entry again(Entry entry) {
    return nominate(entry.job, entry.choice.counts(), entry.choice);
  }

  private Entry nominate(Workload job, int[] counts, @Nullable Choice pinned) {
    Choice choice = new PlainFlavors(state, job, counts, pinned).choose();
    boolean needy = choice.mode().compareTo(Mode.DEFERRED) < 0 && choice.mode() != Mode.NO_FIT;
    return new Entry(job, choice, needy ? PlainFlavors.victims(state, choice.ask()) : List.of());
  }

  boolean overlaps(Entry entry) {
    return entry.victims.stream().anyMatch(it -> gone.contains(it.run().job().id().value()));
  }

  void admit(Entry entry) {
    List<String> sets = new ArrayList<>();
    for (int i = 0; i < entry.job.podSets().size(); i++) {
      String name = entry.job.podSets().get(i).name();
      int count = entry.choice.counts()[i];
      sets.add("%s %d %s".formatted(name, count, entry.choice.flavors().get(i)));
    }
    deeds.add("admit %s %s".formatted(entry.job.id(), String.join(", ", sets)));
    state.quota.add(entry.job.project(), entry.ask().usage());
    state.heldNow.add(entry.job.project(), entry.ask().usage());
  }

  /// Its room is that of jobs that go.
  void reserve(Entry entry) {
    state.quota.add(entry.job.project(), entry.ask().usage());
  }

  void preempt(Entry entry) {
    for (PlainVictim victim : entry.victims) {
      String name = victim.run().job().id().value();
      deeds.add("preempt %s for %s %s".formatted(name, entry.job.id(), victim.reason()));
      gone.add(name);
      state.without(victim.run());
      state.staying.remove(victim.run());
    }
    reserve(entry);
  }
}
