package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.NumaWish;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// How the values of enums are spelled in scenario documents, in the order they are listed to
/// people.
final class Spellings {
  static final SequencedMap<String, Project.QueueingStrategy> QUEUEING =
      table(
          "BestEffortFIFO",
          Project.QueueingStrategy.BEST_EFFORT_FIFO,
          "StrictFIFO",
          Project.QueueingStrategy.STRICT_FIFO);
  static final SequencedMap<String, Project.StopPolicy> STOP =
      table(
          "None",
          Project.StopPolicy.NONE,
          "Hold",
          Project.StopPolicy.HOLD,
          "HoldAndDrain",
          Project.StopPolicy.HOLD_AND_DRAIN);
  static final SequencedMap<String, PreemptionPolicy.WithinProject> WITHIN_PROJECT =
      table(
          "Never",
          PreemptionPolicy.WithinProject.NEVER,
          "LowerPriority",
          PreemptionPolicy.WithinProject.LOWER_PRIORITY,
          "LowerOrNewerEqualPriority",
          PreemptionPolicy.WithinProject.LOWER_OR_NEWER_EQUAL_PRIORITY);
  static final SequencedMap<String, PreemptionPolicy.Reclaim> RECLAIM =
      table(
          "Never",
          PreemptionPolicy.Reclaim.NEVER,
          "LowerPriority",
          PreemptionPolicy.Reclaim.LOWER_PRIORITY,
          "Any",
          PreemptionPolicy.Reclaim.ANY);
  static final SequencedMap<String, PreemptionPolicy.Borrow> BORROW =
      table(
          "Never",
          PreemptionPolicy.Borrow.NEVER,
          "LowerPriority",
          PreemptionPolicy.Borrow.LOWER_PRIORITY);
  static final SequencedMap<String, FlavorFungibility.Search> SEARCH =
      table(
          "MayStopSearch",
          FlavorFungibility.Search.MAY_STOP,
          "TryNextFlavor",
          FlavorFungibility.Search.TRY_NEXT_FLAVOR);
  static final SequencedMap<String, FlavorFungibility.Preference> PREFERENCE =
      table(
          "BorrowingOverPreemption",
          FlavorFungibility.Preference.BORROWING_OVER_PREEMPTION,
          "PreemptionOverBorrowing",
          FlavorFungibility.Preference.PREEMPTION_OVER_BORROWING);
  static final SequencedMap<String, SchedulingPolicy.FairStrategy> FAIR_STRATEGY =
      table(
          "LessThanOrEqualToFinalShare",
          SchedulingPolicy.FairStrategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,
          "LessThanInitialShare",
          SchedulingPolicy.FairStrategy.LESS_THAN_INITIAL_SHARE);
  static final SequencedMap<String, PlacementStrategy> PLACEMENT =
      table(
          "Pack",
          PlacementStrategy.PACK,
          "Spread",
          PlacementStrategy.SPREAD,
          "LeastFragmentation",
          PlacementStrategy.LEAST_FRAGMENTATION);
  static final SequencedMap<String, NumaWish> NUMA =
      table("None", NumaWish.NONE, "Preferred", NumaWish.PREFERRED, "Required", NumaWish.REQUIRED);
  static final SequencedMap<String, String> TAINT_EFFECT =
      same("NoSchedule", "PreferNoSchedule", "NoExecute");
  static final SequencedMap<String, String> TOLERATION_OPERATOR = same("Equal", "Exists");
  static final SequencedMap<String, NodeAffinityTerm.Operator> AFFINITY = affinity();

  private Spellings() {}

  private static SequencedMap<String, NodeAffinityTerm.Operator> affinity() {
    SequencedMap<String, NodeAffinityTerm.Operator> table = new LinkedHashMap<>();
    table.put("In", NodeAffinityTerm.Operator.IN);
    table.put("NotIn", NodeAffinityTerm.Operator.NOT_IN);
    table.put("Exists", NodeAffinityTerm.Operator.EXISTS);
    table.put("DoesNotExist", NodeAffinityTerm.Operator.DOES_NOT_EXIST);
    table.put("Gt", NodeAffinityTerm.Operator.GT);
    table.put("Lt", NodeAffinityTerm.Operator.LT);
    return Collections.unmodifiableSequencedMap(table);
  }

  private static <E> SequencedMap<String, E> table(String first, E one, String second, E two) {
    SequencedMap<String, E> table = new LinkedHashMap<>();
    table.put(first, one);
    table.put(second, two);
    return Collections.unmodifiableSequencedMap(table);
  }

  private static <E> SequencedMap<String, E> table(
      String first, E one, String second, E two, String third, E three) {
    SequencedMap<String, E> table = new LinkedHashMap<>(table(first, one, second, two));
    table.put(third, three);
    return Collections.unmodifiableSequencedMap(table);
  }

  private static SequencedMap<String, String> same(String... spellings) {
    SequencedMap<String, String> table = new LinkedHashMap<>();
    for (String spelling : spellings) {
      table.put(spelling, spelling);
    }
    return Collections.unmodifiableSequencedMap(table);
  }

  /// The spelling of a value.
  static <E> String of(SequencedMap<String, E> spellings, E value) {
    for (Map.Entry<String, E> entry : spellings.entrySet()) {
      if (entry.getValue().equals(value)) {
        return entry.getKey();
      }
    }
    throw new IllegalArgumentException(value + " has no spelling.");
  }
}
