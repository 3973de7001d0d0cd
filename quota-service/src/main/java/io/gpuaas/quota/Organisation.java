package io.gpuaas.quota;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/// Who there is, at one generation of the configuration: for access rules, filters and headers. All
/// maps are by name, in name order.
///
/// @param priorities value by name of the priority class
public record Organisation(
    long generation,
    OrganisationSettings settings,
    SortedMap<String, Department> departments,
    SortedMap<String, Team> teams,
    SortedMap<String, ProjectSettings> projects,
    SortedMap<String, Integer> priorities) {
  public Organisation {
    departments = Collections.unmodifiableSortedMap(new TreeMap<>(departments));
    teams = Collections.unmodifiableSortedMap(new TreeMap<>(teams));
    projects = Collections.unmodifiableSortedMap(new TreeMap<>(projects));
    priorities = Collections.unmodifiableSortedMap(new TreeMap<>(priorities));
  }

  public boolean isKnown(Scope scope) {
    return switch (scope.kind()) {
      case ORG -> scope.equals(Scope.ORG);
      case DEPARTMENT -> departments.containsKey(scope.name());
      case TEAM -> teams.containsKey(scope.name());
      case PROJECT -> projects.containsKey(scope.name());
    };
  }

  /// The scope and all that it lies in, the organisation first; empty when the scope is not known.
  public List<Scope> path(Scope scope) {
    List<Scope> upward = new ArrayList<>();
    Optional<Scope> place = isKnown(scope) ? Optional.of(scope) : Optional.empty();
    while (place.isPresent()) {
      upward.add(place.get());
      place = parent(place.get());
    }
    return upward.reversed();
  }

  private Optional<Scope> parent(Scope scope) {
    return switch (scope.kind()) {
      case ORG -> Optional.empty();
      case DEPARTMENT -> Optional.of(Scope.ORG);
      case TEAM ->
          Optional.ofNullable(teams.get(scope.name()))
              .map(team -> Scope.department(team.department()));
      case PROJECT ->
          Optional.ofNullable(projects.get(scope.name()))
              .map(project -> Scope.team(project.team()));
    };
  }

  /// Whether `inner` is `outer` or lies in it; false when `inner` is not known.
  public boolean contains(Scope outer, Scope inner) {
    return path(inner).contains(outer);
  }

  /// Names of the projects in the scope, in name order.
  public List<String> projectsIn(Scope scope) {
    return projects.keySet().stream()
        .filter(project -> contains(scope, Scope.project(project)))
        .toList();
  }

  /// Empty when there is no such project.
  public Optional<Department> departmentOf(String project) {
    return Optional.ofNullable(projects.get(project))
        .map(settings -> teams.get(settings.team()))
        .map(team -> departments.get(team.department()));
  }

  /// Value of a priority class; empty when there is none of that name.
  public OptionalInt priority(String priorityClass) {
    Integer value = priorities.get(priorityClass);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
