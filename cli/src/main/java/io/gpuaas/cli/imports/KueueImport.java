package io.gpuaas.cli.imports;

import io.gpuaas.cli.server.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Kueue's objects, of `v1beta1` and `v1beta2`: a ClusterQueue becomes a project with its quotas, a
/// Cohort a cohort, a ResourceFlavor a flavor, a Topology a topology, a WorkloadPriorityClass a
/// priority class.
///
/// @see <a href="https://kueue.sigs.k8s.io/docs/reference/">Kueue's reference</a>
final class KueueImport {
  private static final String NOTHING_LIKE_IT = "there is nothing like it here";
  private static final List<String> MODEL_LABELS =
      List.of(
          "nvidia.com/gpu.product",
          "cloud.google.com/gke-accelerator",
          "k8s.amazonaws.com/accelerator");
  private static final Set<String> BUILT_IN = Set.of("low", "normal", "high", "urgent");
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "Workload",
          "jobs are not carried over: submit theirs anew, gpuaas run -f takes their manifests",
          "AdmissionCheck",
          NOTHING_LIKE_IT,
          "MultiKueueConfig",
          NOTHING_LIKE_IT,
          "MultiKueueCluster",
          NOTHING_LIKE_IT,
          "ProvisioningRequestConfig",
          NOTHING_LIKE_IT);

  private final Imported into = new Imported();
  private final Map<String, ObjectNode> cohorts = new TreeMap<>();
  private final String team;

  KueueImport(String team) {
    this.team = team;
  }

  Imported read(List<JsonNode> objects) {
    Map<String, Integer> counted = new TreeMap<>();
    for (JsonNode document : objects) {
      String kind = document.path("kind").asString("");
      switch (kind) {
        case "Topology" -> topology(document);
        case "ResourceFlavor" -> flavor(document);
        case "Cohort" -> cohort(document);
        case "ClusterQueue" -> clusterQueue(document);
        case "LocalQueue" ->
            into.note(
                "LocalQueue %s/%s: jobs are submitted to the project %s itself."
                    .formatted(
                        document.at("/metadata/namespace").asString("default"),
                        name(document),
                        into.name("Project", document.at("/spec/clusterQueue").asString("?"))));
        case "WorkloadPriorityClass" -> priorityClass(document);
        default -> counted.merge(kind, 1, Integer::sum);
      }
    }
    counted.forEach(
        (kind, count) ->
            into.note(
                "%d of kind %s: %s."
                    .formatted(
                        count,
                        kind.isEmpty() ? "unknown" : kind,
                        LEFT_OUT.getOrDefault(kind, "it is no configuration of Kueue"))));
    return into;
  }

  private static String name(JsonNode document) {
    return document.at("/metadata/name").asString("");
  }

  /// Four names are taken: jobs that use one of them get its value here.
  private void priorityClass(JsonNode document) {
    String name = into.name("PriorityClass", name(document));
    long value = document.path("value").asLong(0);
    if (BUILT_IN.contains(name)) {
      into.note(
          "WorkloadPriorityClass %s (%d): %s has a value of its own here."
              .formatted(name(document), value, name));
    } else {
      into.add("PriorityClass", name).put("value", value);
    }
  }

  private void topology(JsonNode document) {
    String name = into.name("Topology", name(document));
    ArrayNode levels = into.add("Topology", name).putArray("levels");
    for (JsonNode level : document.at("/spec/levels")) {
      levels.add(level.path("nodeLabel").asString(""));
    }
  }

  private void flavor(JsonNode document) {
    JsonNode spec = document.path("spec");
    ObjectNode flavor = into.add("Flavor", into.name("Flavor", name(document)));
    JsonNode labels = spec.path("nodeLabels");
    flavor.set("nodeLabels", labels.isObject() ? labels : Json.MAPPER.createObjectNode());
    if (labels.isEmpty()) {
      into.note("Flavor %s has no node labels: it takes in every node.".formatted(name(document)));
    }
    String model =
        MODEL_LABELS.stream()
            .map(label -> labels.path(label).asString(""))
            .filter(it -> !it.isEmpty())
            .findFirst()
            .orElse("");
    if (model.isEmpty()) {
      into.note(
          "Flavor %s names no GPU model: its use has no price of its own."
              .formatted(name(document)));
    } else {
      flavor.put("gpuModel", model);
    }
    copy(spec, "nodeTaints", flavor, "nodeTaints");
    copy(spec, "tolerations", flavor, "tolerations");
    if (spec.hasNonNull("topologyName")) {
      flavor.put("topology", into.name("Topology", spec.path("topologyName").asString("")));
    }
  }

  private static void copy(JsonNode from, String field, ObjectNode into, String name) {
    if (from.hasNonNull(field)) {
      into.set(name, from.get(field));
    }
  }

  private ObjectNode cohort(String name) {
    return cohorts.computeIfAbsent(name, it -> into.add("Cohort", into.name("Cohort", it)));
  }

  private void cohort(JsonNode document) {
    JsonNode spec = document.path("spec");
    ObjectNode cohort = cohort(name(document));
    String parent = first(spec, "parentName", "parent");
    if (!parent.isEmpty()) {
      cohort(parent);
      cohort.put("parent", into.name("Cohort", parent));
    }
    weight(spec, cohort);
    if (spec.has("resourceGroups")) {
      String name = cohort.path("name").asString("");
      into.add("CohortQuotas", name).set("quotas", quotas(spec.path("resourceGroups")));
    }
  }

  private static String first(JsonNode spec, String one, String other) {
    String text = spec.path(one).asString("");
    return text.isEmpty() ? spec.path(other).asString("") : text;
  }

  private static void weight(JsonNode spec, ObjectNode into) {
    JsonNode weight = spec.at("/fairSharing/weight");
    if (!weight.isMissingNode()) {
      into.put("fairWeight", weight.asString());
    }
  }

  private void clusterQueue(JsonNode document) {
    JsonNode spec = document.path("spec");
    String name = into.name("Project", name(document));
    ObjectNode project = into.add("Project", name);
    project.put("displayName", name(document)).put("team", team);
    String cohort = first(spec, "cohortName", "cohort");
    if (!cohort.isEmpty()) {
      cohort(cohort);
      project.put("cohort", into.name("Cohort", cohort));
    }
    weight(spec, project);
    word(spec, "queueingStrategy", project, "queueingStrategy");
    word(spec, "stopPolicy", project, "stopPolicy");
    preemption(spec.path("preemption"), project, name(document));
    fungibility(spec.path("flavorFungibility"), project);
    ArrayNode groups = project.putArray("resourceGroups");
    for (JsonNode group : spec.path("resourceGroups")) {
      ObjectNode ours = groups.addObject();
      ours.set("resources", group.path("coveredResources"));
      ArrayNode flavors = ours.putArray("flavors");
      group
          .path("flavors")
          .forEach(it -> flavors.add(into.name("Flavor", it.path("name").asString(""))));
    }
    into.add("ProjectQuotas", name).set("quotas", quotas(spec.path("resourceGroups")));
    leftOut(spec, name(document));
  }

  private void leftOut(JsonNode spec, String name) {
    for (String field :
        List.of("namespaceSelector", "admissionChecks", "admissionChecksStrategy")) {
      if (spec.hasNonNull(field) && !spec.path(field).isEmpty()) {
        into.note(
            "ClusterQueue %s: %s is left out; who may submit is a matter of roles here."
                .formatted(name, field));
      }
    }
  }

  /// `BestEffortFIFO` becomes `BEST_EFFORT_FIFO`.
  static String constant(String word) {
    return word.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(java.util.Locale.ROOT);
  }

  private static void word(JsonNode from, String field, ObjectNode into, String name) {
    String word = from.path(field).asString("");
    if (!word.isEmpty()) {
      into.put(name, constant(word));
    }
  }

  private void preemption(JsonNode theirs, ObjectNode project, String name) {
    if (!theirs.isObject()) {
      return;
    }
    ObjectNode ours = project.putObject("preemption");
    ours.put("withinProject", constant(theirs.path("withinClusterQueue").asString("Never")));
    ours.put("reclaimWithinCohort", constant(theirs.path("reclaimWithinCohort").asString("Never")));
    JsonNode borrowing = theirs.path("borrowWithinCohort");
    ours.put("borrowWithinCohort", constant(borrowing.path("policy").asString("Never")));
    JsonNode most = borrowing.path("maxPriorityThreshold");
    if (most.isNumber()) {
      ours.set("borrowMaxPriority", most);
      into.note(
          "ClusterQueue %s: check borrowMaxPriority; priorities have other numbers."
              .formatted(name));
    }
  }

  private static void fungibility(JsonNode theirs, ObjectNode project) {
    if (theirs.isObject()) {
      ObjectNode ours = project.putObject("flavorFungibility");
      ours.put("whenCanBorrow", whether(theirs.path("whenCanBorrow").asString("Borrow")));
      ours.put("whenCanPreempt", whether(theirs.path("whenCanPreempt").asString("")));
      ours.put(
          "preference", constant(theirs.path("preference").asString("BorrowingOverPreemption")));
    }
  }

  /// `Borrow` and `Preempt` are older words for `MayStopSearch`.
  private static String whether(String word) {
    return switch (word) {
      case "Borrow", "Preempt", "MayStopSearch" -> "MAY_STOP";
      default -> "TRY_NEXT_FLAVOR";
    };
  }

  private ArrayNode quotas(JsonNode groups) {
    ArrayNode quotas = Json.MAPPER.createArrayNode();
    for (JsonNode group : groups) {
      for (JsonNode flavor : group.path("flavors")) {
        for (JsonNode resource : flavor.path("resources")) {
          ObjectNode quota = quotas.addObject();
          quota.put("flavor", into.name("Flavor", flavor.path("name").asString("")));
          quota.put("resource", resource.path("name").asString(""));
          quota.put("nominal", resource.path("nominalQuota").asString("0"));
          copyText(resource, "borrowingLimit", quota);
          copyText(resource, "lendingLimit", quota);
        }
      }
    }
    return quotas;
  }

  private static void copyText(JsonNode from, String field, ObjectNode into) {
    if (from.hasNonNull(field)) {
      into.put(field, from.get(field).asString());
    }
  }
}
