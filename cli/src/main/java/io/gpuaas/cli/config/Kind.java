package io.gpuaas.cli.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The kinds of configuration that files can hold, in the order in which one needs the other.
///
/// @see ConfigFiles for how a file looks
enum Kind {
  TOPOLOGY("Topology", "/topologies", List.of("levels")),
  FLAVOR(
      "Flavor",
      "/flavors",
      List.of("gpuModel", "nodeLabels", "nodeTaints", "tolerations", "topology")),
  CLUSTER("Cluster", "/clusters", List.of("backend", "settings")),
  COHORT("Cohort", "/cohorts", List.of("parent", "fairWeight")),
  DEPARTMENT("Department", "/departments", List.of("displayName", "costCenter", "timeZone")),
  TEAM("Team", "/teams", List.of("displayName", "department")),
  PROJECT(
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
  COHORT_QUOTAS("CohortQuotas", "/cohorts", List.of("quotas")),
  PROJECT_QUOTAS("ProjectQuotas", "/projects", List.of("quotas")),
  RATE_CARD("RateCard", "/rate-cards", List.of("currency", "rates"));

  private final String word;
  private final String list;

  // Unmodifiable, which the checker cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> fields;

  Kind(String word, String list, List<String> fields) {
    this.word = word;
    this.list = list;
    this.fields = fields;
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
