package io.gpuaas.quota.internal.engine.configuration;

import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.QuotaOwner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Ways up and down the cohort tree of a configuration that may still be wrong: a parent may be
/// unknown, and cohorts may lie in each other.
final class CohortPaths {
  private final Configuration configuration;

  CohortPaths(Configuration configuration) {
    this.configuration = configuration;
  }

  /// The cohort and those it lies in, itself first, as far as they are known. In a cycle the first
  /// one met again ends it.
  List<String> upward(@Nullable String cohort) {
    List<String> path = new ArrayList<>();
    String next = cohort;
    while (next != null && configuration.cohort(next).isPresent()) {
      boolean again = path.contains(next);
      path.add(next);
      next = again ? null : parent(next);
    }
    return path;
  }

  private @Nullable String parent(String cohort) {
    return configuration.cohort(cohort).map(CohortSettings::parent).orElse(null);
  }

  /// Whether the cohort lies in itself.
  boolean isInCycle(String cohort) {
    List<String> path = upward(cohort);
    return path.size() > 1 && path.getLast().equals(cohort);
  }

  /// Cohorts on the longest way down from the cohort, itself counted. Ends in a cycle, too.
  int levelsBelow(String cohort) {
    TreeSet<String> met = new TreeSet<>();
    List<String> level = List.of(cohort);
    int levels = 0;
    while (!level.isEmpty()) {
      levels++;
      met.addAll(level);
      TreeSet<String> above = new TreeSet<>(level);
      level =
          configuration.all(CohortSettings.class).stream()
              .filter(each -> each.parent() != null && above.contains(each.parent()))
              .map(CohortSettings::name)
              .filter(name -> !met.contains(name))
              .toList();
    }
    return levels;
  }

  /// The top of the tree that the owner lies in: a cohort, or itself when it lies in none. Empty
  /// when its way up is broken by a cycle.
  Optional<QuotaOwner> root(QuotaOwner owner) {
    @Nullable String start =
        switch (owner.kind()) {
          case COHORT -> owner.name();
          case PROJECT ->
              configuration.project(owner.name()).map(each -> each.cohort()).orElse(null);
        };
    List<String> path = upward(start);
    if (path.isEmpty()) {
      return Optional.of(owner);
    }
    boolean cyclic = path.indexOf(path.getLast()) < path.size() - 1;
    return cyclic ? Optional.empty() : Optional.of(QuotaOwner.cohort(path.getLast()));
  }
}
