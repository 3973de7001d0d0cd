package io.gpuaas.quota;

/// When the search goes on to the next flavor (KEP-582).
///
/// @see <a
///   href="https://github.com/kubernetes-sigs/kueue/tree/main/keps/582-preempt-based-on-flavor-order">
///   KEP-582</a>
public record FlavorFungibility(
    Search whenCanBorrow, Search whenCanPreempt, Preference preference) {
  public static final FlavorFungibility DEFAULT =
      new FlavorFungibility(
          Search.MAY_STOP, Search.TRY_NEXT_FLAVOR, Preference.BORROWING_OVER_PREEMPTION);

  /// What to do with a flavor that would do under the condition.
  public enum Search {
    MAY_STOP,
    TRY_NEXT_FLAVOR
  }

  /// Which of two imperfect flavors is better.
  public enum Preference {
    BORROWING_OVER_PREEMPTION,
    PREEMPTION_OVER_BORROWING
  }
}
