package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.Durations;
import io.gpuaas.core.FlavorResource;
import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.WorldMemory;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorFungibility;
import io.gpuaas.quota.PreemptionPolicy;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.Quota;
import io.gpuaas.quota.ResourceGroup;
import io.gpuaas.quota.Topology;
import io.gpuaas.simulator.Scenario;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A [Scenario] as a document: the top level as YAML, one line for each thing in it. What has its
/// default is left out where that makes the line shorter to read.
public final class ScenarioWriter {
  private final StringBuilder text = new StringBuilder();
  private final Scenario scenario;
  private final JobWriter jobs;

  private ScenarioWriter(Scenario scenario) {
    this.scenario = scenario;
    this.jobs = new JobWriter(scenario);
  }

  public static String write(Scenario scenario) {
    ScenarioWriter writer = new ScenarioWriter(scenario);
    writer.head();
    writer.hardware();
    writer.quota();
    writer.list("jobs", scenario.jobs(), writer.jobs::job);
    writer.list("events", scenario.events(), writer.jobs::event);
    writer.list("expectedMix", scenario.expectedMix().kinds(), writer.jobs::expected);
    writer.tail();
    return writer.text.toString();
  }

  /// Writes the fields of one thing into an open object.
  interface Fields<T> {
    void write(JsonText json, T thing);
  }

  private <T> void list(String name, List<T> things, Fields<T> fields) {
    if (things.isEmpty()) {
      return;
    }
    text.append(name).append(":\n");
    for (T thing : things) {
      JsonText json = new JsonText().open('{');
      fields.write(json, thing);
      text.append("- ").append(json.close('}')).append('\n');
    }
  }

  private void head() {
    text.append("apiVersion: gpuaas/v1\nkind: Scenario\n");
    if (!scenario.name().isEmpty()) {
      text.append("name: ").append(new JsonText().string(scenario.name())).append('\n');
    }
    SchedulingPolicy policy = scenario.policy();
    JsonText json = new JsonText().open('{').field("fairSharing").open('{');
    json.field("enabled").raw(String.valueOf(policy.fairSharing()));
    json.field("preemptionStrategies").open('[');
    policy
        .preemptionStrategies()
        .forEach(strategy -> json.string(Spellings.of(Spellings.FAIR_STRATEGY, strategy)));
    json.close(']').close('}').field("placement").open('{').field("strategy");
    json.string(Spellings.of(Spellings.PLACEMENT, policy.placement())).close('}');
    json.field("cycle").open('{').field("headsPerProject").number(policy.headsPerProject());
    json.field("maxCycles").number(scenario.maxCycles()).close('}');
    json.field("checkpointAwareVictims").raw(String.valueOf(policy.checkpointAwareVictims()));
    evictions(json, policy.evictions());
    order(json, policy.order());
    text.append("policy: ").append(json.close('}')).append('\n');
  }

  private static void evictions(JsonText json, EvictionRules rules) {
    json.field("evictions").open('{');
    json.field("minRuntime").string(duration(rules.minRuntimeMillis()));
    json.field("notice").string(duration(rules.noticeMillis()));
    json.field("claim").string(duration(rules.claimMillis()));
    json.field("inARow").number(rules.evictionsInARow()).close('}');
  }

  private static void order(JsonText json, QueueOrder order) {
    json.field("order").open('{');
    json.field("halfLife").string(duration(order.halfLifeMillis()));
    json.field("priorityWeight").raw(thousandths(order.priorityWeightMilli()));
    json.field("shareWeight").raw(thousandths(order.shareWeightMilli())).close('}');
  }

  private static String duration(long millis) {
    return Durations.format(Duration.ofMillis(millis));
  }

  private static String thousandths(long milli) {
    return BigDecimal.valueOf(milli, 3).stripTrailingZeros().toPlainString();
  }

  private void tail() {
    Instant until = scenario.until();
    if (until != null) {
      text.append("until: ").append(new JsonText().string(jobs.time(until))).append('\n');
    }
    if (!scenario.evictionDelay().equals(Duration.ZERO)) {
      String delay = Durations.format(scenario.evictionDelay());
      text.append("evictionDelay: ").append(delay).append('\n');
    }
    Instant from = scenario.from();
    if (from != null) {
      text.append("from: ").append(new JsonText().string(jobs.time(from))).append('\n');
    }
    if (!scenario.memory().equals(WorldMemory.NONE)) {
      text.append("memory: ").append(memory(scenario.memory())).append('\n');
    }
  }

  private JsonText memory(WorldMemory memory) {
    JsonText json = new JsonText().open('{').field("claims").open('[');
    memory
        .claims()
        .forEach(
            (job, since) -> {
              json.open('{').field("job").string(job.value());
              json.field("since").string(jobs.time(since)).close('}');
            });
    json.close(']').field("evictions").open('[');
    memory
        .evictions()
        .forEach(
            (job, count) -> {
              json.open('{').field("job").string(job.value());
              json.field("inARow").number(count).close('}');
            });
    json.close(']').field("spending").open('[');
    memory
        .spending()
        .forEach(
            (project, spent) -> {
              json.open('{').field("project").string(project);
              json.field("at").string(jobs.time(spent.at()));
              long milliHours = Math.round(spent.milliGpuMillis() / 3.6e6);
              json.field("gpuHours").raw(thousandths(milliHours)).close('}');
            });
    return json.close(']').close('}');
  }

  private void hardware() {
    list("topologies", scenario.config().topologies(), ScenarioWriter::topology);
    list("flavors", scenario.config().flavors(), ScenarioWriter::flavor);
    list("nodes", scenario.nodes(), ScenarioWriter::node);
    if (scenario.nodesDecided() && scenario.nodes().isEmpty()) {
      text.append("nodes: []\n");
    }
  }

  private static void topology(JsonText json, Topology topology) {
    json.field("name").string(topology.name());
    names(json, "levels", topology.levels());
  }

  private static void flavor(JsonText json, Flavor flavor) {
    json.field("name").string(flavor.name());
    texts(json, "nodeLabels", flavor.nodeLabels());
    taints(json, "nodeTaints", flavor.nodeTaints());
    tolerations(json, flavor.tolerations());
    if (flavor.topology() != null) {
      json.field("topology").string(flavor.topology());
    }
    placement(json, flavor.placement());
  }

  static void placement(JsonText json, @Nullable PlacementStrategy strategy) {
    if (strategy != null) {
      json.field("placement").string(Spellings.of(Spellings.PLACEMENT, strategy));
    }
  }

  private static void node(JsonText json, Node node) {
    json.field("name").string(node.ref().name());
    if (!node.ref().cluster().equals("default")) {
      json.field("cluster").string(node.ref().cluster());
    }
    texts(json, "labels", node.labels());
    amounts(json, "capacity", node.capacity());
    if (node.gpuMemoryBytes() > 0) {
      json.field("gpuMemory").string(String.valueOf(node.gpuMemoryBytes()));
    }
    if (!node.gpuModel().isEmpty()) {
      json.field("gpuModel").string(node.gpuModel());
    }
    flag(json, "mig", node.mig(), false);
    taints(json, "taints", node.taints());
    flag(json, "ready", node.ready(), true);
    flag(json, "schedulable", node.schedulable(), true);
  }

  private void quota() {
    list("cohorts", scenario.config().cohorts(), this::cohort);
    list("projects", scenario.config().projects(), this::project);
  }

  private void cohort(JsonText json, Cohort cohort) {
    json.field("name").string(cohort.name());
    if (cohort.parent() != null) {
      json.field("parent").string(cohort.parent());
    }
    weight(json, cohort.fairWeightMilli());
    quotas(json, cohort.quotas());
  }

  private void project(JsonText json, Project project) {
    json.field("name").string(project.name());
    if (project.cohort() != null) {
      json.field("cohort").string(project.cohort());
    }
    weight(json, project.fairWeightMilli());
    json.field("queueingStrategy")
        .string(Spellings.of(Spellings.QUEUEING, project.queueingStrategy()));
    json.field("stopPolicy").string(Spellings.of(Spellings.STOP, project.stopPolicy()));
    json.field("resourceGroups").open('[');
    for (ResourceGroup group : project.resourceGroups()) {
      json.open('{');
      names(json, "resources", group.resources());
      names(json, "flavors", group.flavors());
      json.close('}');
    }
    json.close(']');
    quotas(json, project.quotas());
    preemption(json, project.preemption());
    FlavorFungibility fungibility = project.fungibility();
    json.field("flavorFungibility").open('{');
    json.field("whenCanBorrow").string(Spellings.of(Spellings.SEARCH, fungibility.whenCanBorrow()));
    json.field("whenCanPreempt")
        .string(Spellings.of(Spellings.SEARCH, fungibility.whenCanPreempt()));
    json.field("preference")
        .string(Spellings.of(Spellings.PREFERENCE, fungibility.preference()))
        .close('}');
  }

  private static void preemption(JsonText json, PreemptionPolicy policy) {
    json.field("preemption").open('{');
    json.field("withinProject")
        .string(Spellings.of(Spellings.WITHIN_PROJECT, policy.withinProject()));
    json.field("reclaimWithinCohort")
        .string(Spellings.of(Spellings.RECLAIM, policy.reclaimWithinCohort()));
    json.field("borrowWithinCohort").open('{');
    json.field("policy").string(Spellings.of(Spellings.BORROW, policy.borrowWithinCohort()));
    Integer threshold = policy.borrowMaxPriority();
    json.field("maxPriorityThreshold").raw(String.valueOf(threshold)).close('}').close('}');
  }

  private void quotas(JsonText json, List<Quota> quotas) {
    json.field("quotas").open('[');
    for (Quota quota : quotas) {
      FlavorResource cell = quota.cell();
      json.open('{').field("flavor").string(cell.flavor());
      json.field("resource").string(cell.resource());
      json.field("nominal").string(Quantity.format(cell.resource(), quota.nominal()));
      limit(json, "borrowingLimit", cell.resource(), quota.borrowingLimit());
      limit(json, "lendingLimit", cell.resource(), quota.lendingLimit());
      drainBy(json, quota.drainBy());
      json.close('}');
    }
    json.close(']');
  }

  private void drainBy(JsonText json, @Nullable Instant date) {
    if (date != null) {
      json.field("drainBy").string(jobs.time(date));
    }
  }

  static void limit(JsonText json, String field, String resource, @Nullable Long limit) {
    if (limit != null) {
      json.field(field).string(Quantity.format(resource, limit));
    }
  }

  private static void weight(JsonText json, long milli) {
    json.field("fairWeight").raw(thousandths(milli));
  }

  static void flag(JsonText json, String field, boolean value, boolean standard) {
    if (value != standard) {
      json.field(field).raw(String.valueOf(value));
    }
  }

  static void names(JsonText json, String field, List<String> names) {
    json.field(field).open('[');
    names.forEach(json::string);
    json.close(']');
  }

  static void texts(JsonText json, String field, Map<String, String> texts) {
    if (!texts.isEmpty()) {
      json.field(field).open('{');
      texts.forEach((name, value) -> json.field(name).string(value));
      json.close('}');
    }
  }

  static void amounts(JsonText json, String field, ResourceAmounts amounts) {
    json.field(field).open('{');
    amounts
        .byName()
        .forEach((name, amount) -> json.field(name).string(Quantity.format(name, amount)));
    json.close('}');
  }

  private static void taints(JsonText json, String field, List<Taint> taints) {
    if (taints.isEmpty()) {
      return;
    }
    json.field(field).open('[');
    for (Taint taint : taints) {
      json.open('{').field("key").string(taint.key()).field("value").string(taint.value());
      json.field("effect").string(taint.effect()).close('}');
    }
    json.close(']');
  }

  static void tolerations(JsonText json, List<Toleration> tolerations) {
    if (tolerations.isEmpty()) {
      return;
    }
    json.field("tolerations").open('[');
    for (Toleration toleration : tolerations) {
      json.open('{').field("key").string(toleration.key());
      json.field("operator").string(toleration.operator());
      json.field("value").string(toleration.value());
      json.field("effect").string(toleration.effect()).close('}');
    }
    json.close(']');
  }
}
