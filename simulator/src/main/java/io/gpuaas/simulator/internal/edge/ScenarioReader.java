package io.gpuaas.simulator.internal.edge;

import io.gpuaas.core.PlacementStrategy;
import io.gpuaas.placement.EvictionRules;
import io.gpuaas.placement.Node;
import io.gpuaas.placement.QueueOrder;
import io.gpuaas.placement.SchedulingPolicy;
import io.gpuaas.placement.SchedulingPolicy.FairStrategy;
import io.gpuaas.quota.Cohort;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.Project;
import io.gpuaas.quota.QuotaConfig;
import io.gpuaas.quota.Topology;
import io.gpuaas.simulator.DocumentFault;
import io.gpuaas.simulator.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Text of one scenario document, or of a captured cluster, to [Scenario], or all that is wrong
/// with it.
public final class ScenarioReader {
  private static final long WEIGHT_MAX = 1_000_000_000;

  private final Faults faults = new Faults();
  private final Names names = new Names();
  private final Clock clock;
  private final FieldReader document;

  private ScenarioReader(Tree tree) {
    clock = Clock.of(tree);
    document = new FieldReader(tree, "", faults);
  }

  /// The scenario that the text says.
  ///
  /// @throws DocumentException when the text is no valid scenario
  public static Scenario read(String text) throws DocumentException {
    return new ScenarioReader(tree(text)).scenario();
  }

  private static Tree tree(String text) throws DocumentException {
    if (text.length() > DocumentSplitter.LONGEST) {
      throw new DocumentException(
          "",
          List.of(
              new DocumentFault(
                  "",
                  "TOO_LARGE",
                  text.length() + " characters",
                  "at most " + DocumentSplitter.LONGEST + " characters")));
    }
    Tree json = text.stripLeading().startsWith("{") ? JsonTree.parse(text) : null;
    Tree document = json == null ? YamlTree.parse(text) : json;
    return KueueCapture.is(document) ? KueueCapture.scenario(document) : document;
  }

  private Scenario scenario() throws DocumentException {
    String name = document.text("name", "");
    fixed("apiVersion", "gpuaas/v1");
    fixed("kind", "Scenario");
    FieldReader policy = document.child("policy");
    SchedulingPolicy scheduling = SchedulingPolicy.DEFAULT;
    int maxCycles = 0;
    if (policy != null) {
      maxCycles = maxCycles(policy);
      scheduling = policy(policy);
    }
    boolean asKueueDoes = scheduling.headsPerProject() == 1;
    HardwareReader hardware = new HardwareReader(names, asKueueDoes);
    List<Topology> topologies = hardware.topologies(document);
    List<Flavor> flavors = hardware.flavors(document);
    boolean nodesDecided = document.has("nodes");
    List<Node> nodes = hardware.nodes(document);
    priorityClasses();
    QuotaReader quota = new QuotaReader(names, clock);
    List<Project> projects = quota.projects(document);
    List<Cohort> cohorts = quota.cohorts(document, projects);
    JobReader jobs = new JobReader(names, clock, new StateReader(names, clock));
    Scenario scenario =
        new Scenario(
            name,
            clock.origin(),
            scheduling,
            maxCycles,
            config(topologies, flavors, cohorts, projects),
            nodesDecided,
            nodes,
            jobs.jobs(document),
            new EventReader(names, clock).events(document),
            until(),
            evictionDelay(),
            document.time("from", clock),
            new MemoryReader(names, clock).memory(document),
            jobs.expectedMix(document));
    document.finish();
    if (!faults.isEmpty()) {
      throw new DocumentException(name, faults.all());
    }
    return scenario;
  }

  private void fixed(String field, String only) {
    SequencedMap<String, String> spellings = new LinkedHashMap<>();
    spellings.put(only, only);
    if (!document.has(field)) {
      faults.missing(field, only);
    }
    document.choice(field, spellings, only);
  }

  private @Nullable Instant until() {
    return document.time("until", clock);
  }

  private Duration evictionDelay() {
    Duration delay = document.duration("evictionDelay");
    return delay == null ? Duration.ZERO : delay;
  }

  private static QuotaConfig config(
      List<Topology> topologies,
      List<Flavor> flavors,
      List<Cohort> cohorts,
      List<Project> projects) {
    return new QuotaConfig(
        1,
        sorted(topologies, Comparator.comparing(Topology::name)),
        sorted(flavors, Comparator.comparing(Flavor::name)),
        cohorts,
        sorted(projects, Comparator.comparing(Project::name)));
  }

  private static <T> List<T> sorted(List<T> list, Comparator<T> order) {
    return list.stream().sorted(order).toList();
  }

  private static int maxCycles(FieldReader policy) {
    FieldReader cycle = policy.child("cycle");
    return cycle == null ? 0 : cycle.integer("maxCycles", 0, Integer.MAX_VALUE, 0);
  }

  private static int headsPerProject(FieldReader policy) {
    FieldReader cycle = policy.child("cycle");
    if (cycle == null) {
      return 0;
    }
    cycle.isWritten("maxCycles");
    int heads = cycle.integer("headsPerProject", 0, Integer.MAX_VALUE, 0);
    cycle.finish();
    return heads;
  }

  private SchedulingPolicy policy(FieldReader policy) {
    SchedulingPolicy base = SchedulingPolicy.DEFAULT;
    boolean fair = false;
    List<FairStrategy> strategies = base.preemptionStrategies();
    FieldReader sharing = policy.child("fairSharing");
    if (sharing != null) {
      fair = sharing.flag("enabled", false);
      strategies = strategies(sharing, strategies);
      sharing.finish();
    }
    PlacementStrategy placement = base.placement();
    FieldReader placing = policy.child("placement");
    if (placing != null) {
      placement = placing.choice("strategy", Spellings.PLACEMENT, placement);
      placing.finish();
    }
    SchedulingPolicy scheduling =
        new SchedulingPolicy(
            fair,
            strategies,
            placement,
            headsPerProject(policy),
            policy.flag("checkpointAwareVictims", true),
            evictions(policy),
            order(policy));
    policy.finish();
    return scheduling;
  }

  private static EvictionRules evictions(FieldReader policy) {
    EvictionRules base = EvictionRules.DEFAULT;
    FieldReader reader = policy.child("evictions");
    if (reader == null) {
      return base;
    }
    EvictionRules rules =
        new EvictionRules(
            millis(reader, "minRuntime", base.minRuntimeMillis()),
            millis(reader, "notice", base.noticeMillis()),
            millis(reader, "claim", base.claimMillis()),
            reader.integer("inARow", 0, 1000, base.evictionsInARow()));
    reader.finish();
    return rules;
  }

  private static QueueOrder order(FieldReader policy) {
    QueueOrder base = QueueOrder.BY_PRIORITY;
    FieldReader reader = policy.child("order");
    if (reader == null) {
      return base;
    }
    QueueOrder order =
        new QueueOrder(
            millis(reader, "halfLife", base.halfLifeMillis()),
            reader.milli("priorityWeight", 0, WEIGHT_MAX, base.priorityWeightMilli()),
            reader.milli("shareWeight", 0, WEIGHT_MAX, base.shareWeightMilli()));
    reader.finish();
    return order;
  }

  private static long millis(FieldReader reader, String field, long fallback) {
    Duration duration = reader.duration(field);
    return duration == null ? fallback : duration.toMillis();
  }

  private List<FairStrategy> strategies(FieldReader sharing, List<FairStrategy> fallback) {
    List<FairStrategy> strategies = new ArrayList<>();
    for (String spelling : sharing.names("preemptionStrategies")) {
      FairStrategy strategy = Spellings.FAIR_STRATEGY.get(spelling);
      if (strategy == null || strategies.contains(strategy)) {
        String allowed = "each once of " + String.join(", ", Spellings.FAIR_STRATEGY.keySet());
        faults.add(sharing.path("preemptionStrategies"), "NOT_ALLOWED", spelling, allowed);
      } else {
        strategies.add(strategy);
      }
    }
    return strategies.isEmpty() ? fallback : strategies;
  }

  private void priorityClasses() {
    for (FieldReader reader : document.objects("priorityClasses")) {
      String name = reader.requiredText("name");
      int value = reader.requiredInteger("value", Integer.MIN_VALUE, Integer.MAX_VALUE);
      if (names.priorityClasses.put(name, value) != null) {
        faults.add(reader.path("name"), "DUPLICATE", name, "each name once");
      }
      reader.finish();
    }
  }
}
