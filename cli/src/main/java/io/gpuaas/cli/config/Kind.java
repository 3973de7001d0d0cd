package io.gpuaas.cli.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The kinds of configuration that files can hold, in the order in which one needs the other.
///
/// @see ConfigFiles for how a file looks
enum Kind {
  TOPOLOGY("01", "Topology", "/topologies", List.of("levels")),
  FLAVOR(
      "02",
      "Flavor",
      "/flavors",
      List.of("gpuModel", "nodeLabels", "nodeTaints", "tolerations", "topology", "placement")),
  CLUSTER("03", "Cluster", "/clusters", List.of("backend", "settings", "schedulable", "taints")),
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
  RATE_CARD("10", "RateCard", "/rate-cards", List.of("currency", "rates")),
  PRIORITY_CLASS("11", "PriorityClass", "/priority-classes", List.of("value")),
  SCHEDULING_POLICY(
      "12",
      "SchedulingPolicy",
      "/scheduling-policy",
      List.of(
          "fairSharing",
          "preemptionStrategies",
          "placement",
          "headsPerProject",
          "checkpointAwareVictims",
          "evictions",
          "order")),
  IDLE_POLICY("13", "IdlePolicy", "/idle-policy", List.of("active", "percent", "window", "notice")),
  SECRET("14", "Secret", "/secrets", List.of("keys")),
  DATA_SOURCE(
      "15", "DataSource", "/data-sources", List.of("type", "place", "secretName", "readOnly")),
  TRUST_RULE(
      "16",
      "TrustRule",
      "/trust-rules",
      List.of("issuer", "audience", "claims", "project", "login", "scopes", "maxHours"));

  /// The name of what there is one of.
  static final String SITE = "site";

  private static final String NAME = "[A-Za-z0-9._-]{1,63}";

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

  /// There is one of it for the whole site: it is only replaced.
  boolean isSingle() {
    return this == SCHEDULING_POLICY || this == IDLE_POLICY;
  }

  /// It is a project's: its name is the project's, a slash, and its own.
  boolean isOwned() {
    return this == SECRET || this == DATA_SOURCE;
  }

  /// As files and plans name what a list of the server has.
  String nameOf(JsonNode item) {
    String name = item.path("name").asString("");
    return isOwned() ? item.path("project").asString("") + "/" + name : name;
  }

  boolean isName(String name) {
    return isSingle() ? name.equals(SITE) : name.matches(isOwned() ? NAME + "/" + NAME : NAME);
  }

  /// Rate cards are only ever replaced: what was charged by one must stay explainable.
  boolean isDeletable() {
    return !isPart() && !isSingle() && this != RATE_CARD;
  }

  String path(String name) {
    if (isSingle()) {
      return list;
    }
    if (isOwned()) {
      int slash = name.indexOf('/');
      return "/projects/%s%s%s".formatted(name.substring(0, slash), list, name.substring(slash));
    }
    return list + "/" + name + (isPart() ? "/quotas" : "");
  }

  static Optional<Kind> ofWord(String word) {
    return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
  }

  static String words() {
    return Arrays.stream(values()).map(Kind::word).collect(Collectors.joining(", "));
  }
}
