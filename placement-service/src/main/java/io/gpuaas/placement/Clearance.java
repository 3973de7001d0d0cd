package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which running jobs have to end before a waiting job starts, if all of them run as long as they
/// have declared and nothing else comes.
///
/// Running jobs are let go in the order of their declared ends until the cycle admits the waiting
/// one, together with all that waits before it; those that were not needed for it are left out.
///
/// @param endings in the order of their ends; empty when it starts without any, or never does
/// @param found false when it would not start though every running job ended
public record Clearance(List<Ending> endings, boolean found) {
  /// So many are looked at one by one; with more, some that were not needed may be among them.
  private static final int PRUNED_MOST = 40;

  /// A job that runs now.
  ///
  /// @param endsBy its declared end at the latest; null when it has declared none
  public record Ending(JobId job, @Nullable Instant endsBy) {}

  public Clearance {
    endings = List.copyOf(endings);
  }

  public static Clearance of(World world, JobId waiting, Instant now) {
    Search search = new Search(world, waiting, now);
    List<Ending> running =
        world.held().stream().map(Clearance::ending).sorted(Clearance::byEnd).toList();
    if (search.starts(List.of())) {
      return new Clearance(List.of(), true);
    }
    if (!search.starts(running)) {
      return new Clearance(List.of(), false);
    }
    int enough = search.fewest(running);
    return new Clearance(search.needed(running.subList(0, enough)), true);
  }

  private static Ending ending(HeldWorkload held) {
    long longest = held.workload().maxRuntimeMillis();
    Instant endsBy = longest == 0 ? null : held.admittedAt().plusMillis(longest);
    return new Ending(held.workload().id(), endsBy);
  }

  private static int byEnd(Ending one, Ending other) {
    Comparator<Instant> last = Comparator.nullsLast(Comparator.naturalOrder());
    int order = last.compare(one.endsBy(), other.endsBy());
    return order != 0 ? order : one.job().compareTo(other.job());
  }

  private record Search(World world, JobId waiting, Instant now) {

    boolean starts(List<Ending> ended) {
      List<WorldChange> changes = new ArrayList<>();
      ended.forEach(it -> changes.add(new WorldChange.Released(it.job(), now)));
      for (PlanStep step : new AdmissionCycle().plan(world.with(changes), now).steps()) {
        if (step instanceof PlanStep.Admit && step.job().equals(waiting)) {
          return true;
        }
      }
      return false;
    }

    /// The least count of first endings with which it starts; all of them are enough.
    int fewest(List<Ending> running) {
      int tooFew = 0;
      int enough = running.size();
      while (enough - tooFew > 1) {
        int middle = (tooFew + enough) >>> 1;
        if (starts(running.subList(0, middle))) {
          enough = middle;
        } else {
          tooFew = middle;
        }
      }
      return enough;
    }

    /// Without those that it starts without. The last one is needed.
    List<Ending> needed(List<Ending> endings) {
      List<Ending> needed = new ArrayList<>(endings);
      for (int i = endings.size() - 2; i >= 0 && endings.size() <= PRUNED_MOST; i--) {
        Ending tried = needed.remove(i);
        if (!starts(needed)) {
          needed.add(i, tried);
        }
      }
      return needed;
    }
  }
}
