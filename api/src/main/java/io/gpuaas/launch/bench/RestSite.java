package io.gpuaas.launch.bench;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A site with room for all that the load wants to run, and a project whose jobs are held, so that
/// they fill the list and nothing else.
final class RestSite {
  static final String RUNS = "load";
  static final String HELD = "archive";
  private static final String GPU = "nvidia.com/gpu";
  private static final int NODES = 1_000;

  private final LoadClient client;

  RestSite(LoadClient client) {
    this.client = client;
  }

  void make() {
    client.create("/api/v1/departments/bench", object("displayName", "Bench"));
    client.create("/api/v1/teams/bench", object("displayName", "Bench").put("department", "bench"));
    ObjectNode flavor = object("gpuModel", "H200");
    flavor.putObject("nodeLabels").put("pool", "bench");
    client.create("/api/v1/flavors/h200", flavor);
    project(RUNS, "NONE");
    project(HELD, "HOLD");
    ObjectNode cluster = object("backend", "simulated");
    cluster.putObject("settings").put("profile", "exact").put("speed", "1");
    client.create("/api/v1/clusters/bench", cluster);
    for (int i = 0; i < NODES; i++) {
      ObjectNode node = object("gpuModel", "H200");
      node.putObject("labels").put("pool", "bench");
      node.putObject("capacity").put(GPU, "8").put("pods", "110");
      client.create("/api/v1/clusters/bench/nodes/n%04d".formatted(i), node);
    }
  }

  private void project(String name, String stopPolicy) {
    ObjectNode body = object("displayName", name).put("team", "bench");
    body.put("queueingStrategy", "BEST_EFFORT_FIFO").put("stopPolicy", stopPolicy);
    ObjectNode group = body.putArray("resourceGroups").addObject();
    group.putArray("resources").add(GPU);
    group.putArray("flavors").add("h200");
    client.create("/api/v1/projects/" + name, body);
    ObjectNode quotas = object();
    quotas
        .putArray("quotas")
        .addObject()
        .put("flavor", "h200")
        .put("resource", GPU)
        .put("nominal", Integer.toString(NODES * 8));
    client.replace("/api/v1/projects/" + name + "/quotas", quotas);
  }

  /// A job of one GPU that runs for a moment.
  static ObjectNode job(String project, String name, String runFor) {
    ObjectNode job = object("project", project).put("name", name);
    ObjectNode spec = job.putObject("spec").put("type", "BATCH").put("image", "bench/train:1");
    spec.put("priority", "normal").put("preemptible", true).put("maxRuntime", "1h");
    spec.putObject("simulation").put("runFor", runFor);
    ArrayNode podSets = spec.putArray("podSets");
    podSets.addObject().put("name", "worker").put("count", 1).put("gpusPerPod", 1);
    return job;
  }

  private static ObjectNode object() {
    return LoadClient.JSON.createObjectNode();
  }

  private static ObjectNode object(String key, String value) {
    return object().put(key, value);
  }
}
