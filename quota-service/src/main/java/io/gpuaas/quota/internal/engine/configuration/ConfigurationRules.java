package io.gpuaas.quota.internal.engine.configuration;

import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.Taint;
import io.gpuaas.core.Toleration;
import io.gpuaas.quota.CohortSettings;
import io.gpuaas.quota.ConfigItem;
import io.gpuaas.quota.ConfigKey;
import io.gpuaas.quota.ConfigKind;
import io.gpuaas.quota.DataSource;
import io.gpuaas.quota.Department;
import io.gpuaas.quota.Flavor;
import io.gpuaas.quota.FlavorSettings;
import io.gpuaas.quota.OrganisationDocument.Located;
import io.gpuaas.quota.OrganisationSettings;
import io.gpuaas.quota.PriorityClass;
import io.gpuaas.quota.ProjectSettings;
import io.gpuaas.quota.QuotaSet;
import io.gpuaas.quota.SecretReference;
import io.gpuaas.quota.Team;
import io.gpuaas.quota.Topology;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What must hold of items before they may become part of the configuration.
///
/// Pointers of faults are those of the REST resources, for example `/resourceGroups/0/flavors/1` of
/// a project. A fault that a change would cause elsewhere is reported at the field that causes it.
public final class ConfigurationRules {
  private static final int TEXT_MAX = 100;
  private static final int ENTRIES_MAX = 64;
  private static final int LEVELS_MAX = 16;
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private final Configuration after;
  private final TreeSet<ConfigKey> given = new TreeSet<>();
  private final FaultCollector faults = new FaultCollector();
  private final QuotaTreeRules tree;

  private ConfigurationRules(Configuration after) {
    this.after = after;
    this.tree = new QuotaTreeRules(after, given, faults);
  }

  /// All faults of the given items, were `after` the configuration with them in it.
  public static List<Fault> check(Configuration after, List<Located> items) {
    ConfigurationRules rules = new ConfigurationRules(after);
    for (Located located : items) {
      rules.distinct(located);
    }
    for (Located located : items) {
      rules.check(located.pointer(), located.item());
    }
    return rules.faults.faults();
  }

  private void distinct(Located located) {
    if (!given.add(located.item().key())) {
      faults.add(
          located.pointer(),
          "DUPLICATE",
          "The %s is given twice.".formatted(located.item().key()),
          located.item().key().name(),
          null);
    }
  }

  private void check(String at, ConfigItem item) {
    switch (item) {
      case OrganisationSettings organisation -> organisation(at, organisation);
      case Department department -> department(at, department);
      case Team team -> team(at, team);
      case Topology topology -> topology(at, topology);
      case FlavorSettings flavor -> flavor(at, flavor);
      case PriorityClass priority -> faults.dnsLabel(at + "/name", priority.name());
      case CohortSettings cohort -> tree.cohort(at, cohort);
      case ProjectSettings project -> project(at, project);
      case SecretReference secret -> new DataRules(after, faults).secret(at, secret);
      case DataSource source -> new DataRules(after, faults).source(at, source);
      case QuotaSet quotas -> tree.quotaSet(at, quotas);
    }
  }

  private void organisation(String at, OrganisationSettings organisation) {
    faults.text(at + "/displayName", organisation.displayName(), TEXT_MAX);
    timeZone(at, organisation.timeZone());
  }

  private void department(String at, Department department) {
    faults.dnsLabel(at + "/name", department.name());
    faults.text(at + "/displayName", department.displayName(), TEXT_MAX);
    if (department.costCenter() != null) {
      faults.text(at + "/costCenter", department.costCenter(), TEXT_MAX);
    }
    timeZone(at, department.timeZone());
  }

  private void timeZone(String at, @Nullable String zone) {
    if (zone == null) {
      return;
    }
    try {
      ZoneId.of(zone);
    } catch (DateTimeException _) {
      faults.add(
          at + "/timeZone",
          "INVALID_TIME_ZONE",
          "A time zone is an IANA name, for example Europe/Berlin or UTC.",
          zone,
          null);
    }
  }

  private void team(String at, Team team) {
    faults.dnsLabel(at + "/name", team.name());
    faults.text(at + "/displayName", team.displayName(), TEXT_MAX);
    known(at + "/department", ConfigKind.DEPARTMENT, team.department());
  }

  private void topology(String at, Topology topology) {
    faults.dnsLabel(at + "/name", topology.name());
    if (topology.levels().isEmpty()) {
      faults.add(at + "/levels", "REQUIRED", "A topology has at least one level.");
    }
    faults.size(at + "/levels", topology.levels().size(), LEVELS_MAX);
    TreeSet<String> seen = new TreeSet<>();
    for (int i = 0; i < topology.levels().size(); i++) {
      String pointer = Fault.at(at + "/levels", i);
      String level = topology.levels().get(i);
      faults.labelKey(pointer, level);
      unique(seen, level, pointer, "level");
    }
  }

  private void flavor(String at, FlavorSettings settings) {
    Flavor flavor = settings.flavor();
    faults.dnsLabel(at + "/name", flavor.name());
    if (!settings.gpuModel().isEmpty()) {
      faults.text(at + "/gpuModel", settings.gpuModel(), TEXT_MAX);
    }
    if (flavor.topology() != null) {
      known(at + "/topology", ConfigKind.TOPOLOGY, flavor.topology());
    }
    faults.size(at + "/nodeLabels", flavor.nodeLabels().size(), ENTRIES_MAX);
    for (Map.Entry<String, String> label : flavor.nodeLabels().entrySet()) {
      String pointer = Fault.at(at + "/nodeLabels", label.getKey());
      faults.labelKey(pointer, label.getKey());
      faults.labelValue(pointer, label.getValue());
    }
    faults.size(at + "/nodeTaints", flavor.nodeTaints().size(), ENTRIES_MAX);
    for (int i = 0; i < flavor.nodeTaints().size(); i++) {
      taint(Fault.at(at + "/nodeTaints", i), flavor.nodeTaints().get(i));
    }
    faults.size(at + "/tolerations", flavor.tolerations().size(), ENTRIES_MAX);
    for (int i = 0; i < flavor.tolerations().size(); i++) {
      toleration(Fault.at(at + "/tolerations", i), flavor.tolerations().get(i));
    }
  }

  private void taint(String at, Taint taint) {
    faults.labelKey(at + "/key", taint.key());
    faults.labelValue(at + "/value", taint.value());
    oneOf(at + "/effect", taint.effect(), EFFECTS);
  }

  private void toleration(String at, Toleration toleration) {
    oneOf(at + "/operator", toleration.operator(), List.of("Equal", "Exists"));
    if (!toleration.effect().isEmpty()) {
      oneOf(at + "/effect", toleration.effect(), EFFECTS);
    }
    boolean exists = toleration.operator().equals("Exists");
    if (!toleration.key().isEmpty() || !exists) {
      faults.labelKey(at + "/key", toleration.key());
    }
    if (exists && !toleration.value().isEmpty()) {
      faults.add(
          at + "/value",
          "NOT_ALLOWED",
          "With the operator Exists the value must be empty.",
          toleration.value(),
          null);
    }
    faults.labelValue(at + "/value", toleration.value());
  }

  private void project(String at, ProjectSettings project) {
    faults.dnsLabel(at + "/name", project.name());
    faults.text(at + "/displayName", project.displayName(), TEXT_MAX);
    known(at + "/team", ConfigKind.TEAM, project.team());
    new ProjectRules(after, faults).project(at, project);
    tree.project(at, project);
  }

  private void known(String pointer, ConfigKind kind, String name) {
    faults.known(pointer, kind.word(), name, after.has(kind, name));
  }

  private void unique(SortedSet<String> seen, String value, String pointer, String what) {
    if (!seen.add(value)) {
      faults.add(pointer, "DUPLICATE", "The %s is given twice.".formatted(what), value, null);
    }
  }

  private void oneOf(String pointer, String value, List<String> allowed) {
    if (!allowed.contains(value)) {
      faults.add(
          pointer,
          "INVALID_VALUE",
          "Allowed are %s.".formatted(String.join(", ", allowed)),
          value,
          null);
    }
  }

  /// Why the item cannot be removed: one reason for each item that refers to it.
  public static List<Fault> uses(Configuration configuration, ConfigKey key) {
    List<Fault> uses = new ArrayList<>();
    if (key.kind() == ConfigKind.PRIORITY_CLASS && PriorityClass.BUILT_IN.contains(key.name())) {
      uses.add(use(key, "Jobs may always name it."));
    }
    for (ConfigItem item : configuration.items()) {
      if (References.of(item).contains(key)) {
        uses.add(use(key, "The %s needs it.".formatted(item.key())));
      }
    }
    return uses;
  }

  private static Fault use(ConfigKey key, String detail) {
    return new Fault("", "IN_USE", detail, key.name(), null);
  }
}
