package io.gpuaas.cli.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The kinds of configuration that files can hold, in the order in which one needs the other.
///
/// @see ConfigFiles for how a file looks
enum Kind {
  TOPOLOGY("01", "Topology", "/topologies", List.of("levels")),
  FLAVOR(
      "02",
      "Flavor",
      "/flavors",
      List.of("gpuModel", "nodeLabels", "nodeTaints", "tolerations", "topology")),
  CLUSTER("03", "Cluster", "/clusters", List.of("backend", "settings")),
  COHORT("04", "Cohort", "/cohorts", List.of("parent", "fairWeight")),
  DEPARTMENT("05", "Department", "/departments", List.of("displayName", "costCenter", "timeZone")),
  TEAM("06", "Team", "/teams", List.of("displayName", "department")),
  PROJECT(
      "07",
      "Project",
      "/projects",
      List.of(
          "displayName",
          "team",
          "cohort",
          "fairWeight",
          "queueingStrategy",
          "stopPolicy",
          "preemption",
          "flavorFungibility",
          "resourceGroups")),
  COHORT_QUOTAS("08", "CohortQuotas", "/cohorts", List.of("quotas")),
  PROJECT_QUOTAS("09", "ProjectQuotas", "/projects", List.of("quotas")),
  RATE_CARD("10", "RateCard", "/rate-cards", List.of("currency", "rates"));

  private final String place;
  private final String word;
  private final String list;

  // Unmodifiable, which the checker cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> fields;

  Kind(String place, String word, String list, List<String> fields) {
    this.place = place;
    this.word = word;
    this.list = list;
    this.fields = fields;
  }

  /// Its place in the order, as files and plans sort by it.
  String place() {
    return place;
  }

  /// As files name it.
  String word() {
    return word;
  }

  /// Where the server lists those whose names it has.
  String list() {
    return list;
  }

  /// What may be set, in the order of a file.
  List<String> fields() {
    return fields;
  }

  /// Quotas belong to a project or cohort: there as long as it is, never made or deleted.
  boolean isPart() {
    return this == COHORT_QUOTAS || this == PROJECT_QUOTAS;
  }

  /// Rate cards are only ever replaced: what was charged by one must stay explainable.
  boolean isDeletable() {
    return !isPart() && this != RATE_CARD;
  }

  String path(String name) {
    return list + "/" + name + (isPart() ? "/quotas" : "");
  }

  static Optional<Kind> ofWord(String word) {
    return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
  }

  static String words() {
    return Arrays.stream(values()).map(Kind::word).collect(Collectors.joining(", "));
  }
}
