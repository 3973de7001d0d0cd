package io.gpuaas.launch.replay;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes the trace's projects and nodes through the API.
///
/// Without lending each project has a flavor of its own, with its own nodes, and is strict about
/// order. With lending all nodes are one flavor and one cohort; each project's nominal quota is
/// what its nodes have.
final class ReplaySetUp {
  static final String CLUSTER = "trace";
  private static final String GPU = "nvidia.com/gpu";

  private static final int REPEATED_PER_MILLION = 300_000;

  private final ReplayApi api;
  private final boolean lending;
  private final @Nullable ZoneId zone;
  private final boolean repeats;

  /// @param zone of the department, in which months begin; null for UTC
  /// @param repeats whether the cluster says much twice, and what many runs say at an instant in
  ///   any order
  ReplaySetUp(ReplayApi api, boolean lending, @Nullable ZoneId zone, boolean repeats) {
    this.api = api;
    this.lending = lending;
    this.zone = zone;
    this.repeats = repeats;
  }

  void make(Trace trace) {
    ObjectNode department = object("displayName", "Trace");
    if (zone != null) {
      department.put("timeZone", zone.getId());
    }
    api.create("/api/v1/departments/trace", department);
    api.create("/api/v1/teams/trace", object("displayName", "Trace").put("department", "trace"));
    if (lending) {
      flavor("gpu", "pool", "all");
      api.create("/api/v1/cohorts/all", object());
    }
    for (String project : trace.projects()) {
      if (!lending) {
        flavor("vc-" + project, "vc", project);
      }
      project(project, trace.nodes().getOrDefault(project, 0));
    }
    cluster();
    for (Map.Entry<String, Integer> entry : new TreeMap<>(trace.nodes()).entrySet()) {
      for (int i = 0; i < entry.getValue(); i++) {
        node(entry.getKey(), i);
      }
    }
    rateCard();
  }

  private void flavor(String name, String label, String value) {
    ObjectNode body = object("gpuModel", "P100");
    body.putObject("nodeLabels").put(label, value);
    api.create("/api/v1/flavors/" + name, body);
  }

  private void project(String name, int nodes) {
    String flavor = lending ? "gpu" : "vc-" + name;
    ObjectNode body = object("displayName", name).put("team", "trace");
    if (lending) {
      body.put("cohort", "all");
    }
    body.put("queueingStrategy", lending ? "BEST_EFFORT_FIFO" : "STRICT_FIFO");
    ObjectNode group = body.putArray("resourceGroups").addObject();
    group.putArray("resources").add(GPU);
    group.putArray("flavors").add(flavor);
    api.create("/api/v1/projects/" + name, body);
    ObjectNode quotas = object();
    quotas
        .putArray("quotas")
        .addObject()
        .put("flavor", flavor)
        .put("resource", GPU)
        .put("nominal", Integer.toString(nodes * Trace.GPUS_PER_NODE));
    api.replace("/api/v1/projects/" + name + "/quotas", quotas);
  }

  private void cluster() {
    ObjectNode body = object("backend", "simulated");
    ObjectNode settings = body.putObject("settings").put("profile", "exact").put("speed", "1");
    if (repeats) {
      settings.put("repeatedMessagePerMillion", Integer.toString(REPEATED_PER_MILLION));
      settings.put("shuffledMessages", "true");
    }
    api.create("/api/v1/clusters/" + CLUSTER, body);
  }

  private void node(String project, int number) {
    ObjectNode body = object("gpuModel", "P100");
    body.putObject("labels").put("vc", project).put("pool", "all");
    body.putObject("capacity").put(GPU, Integer.toString(Trace.GPUS_PER_NODE)).put("pods", "110");
    api.create("/api/v1/clusters/%s/nodes/%s-%03d".formatted(CLUSTER, project, number), body);
  }

  private void rateCard() {
    ObjectNode body = object("currency", "EUR");
    ArrayNode rates = body.putArray("rates");
    for (String usageClass : List.of("NOMINAL", "BORROWED")) {
      rates
          .addObject()
          .put("class", usageClass)
          .put(
              "pricePerGpuHour",
              usageClass.equals("NOMINAL") ? ReplayPrices.NOMINAL : ReplayPrices.BORROWED)
          .put("validFrom", "2017-01-01T00:00:00Z");
    }
    api.create(ReplayFinance.CARD, body);
  }

  private static ObjectNode object() {
    return ReplayApi.JSON.createObjectNode();
  }

  private static ObjectNode object(String key, String value) {
    return object().put(key, value);
  }
}
