package io.gpuaas.cluster.internal.template;

import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.DeviceShare;
import io.gpuaas.core.Fault;
import io.gpuaas.core.FaultCollector;
import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.core.PodSet;
import io.gpuaas.core.Quantity;
import io.gpuaas.core.ResourceAmounts;
import io.gpuaas.core.Resources;
import io.gpuaas.core.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads what the scheduler has to know of a pod template: amounts, and the nodes it may have. What
/// a pod asks for is, as Kubernetes counts it, the sum over its containers, or what one of those
/// that run before them asks for if that is more.
final class PodReader {
  private final TemplateKind.Part part;
  private final String at;
  private final TemplateKind kind;
  private final FaultCollector faults;

  /// @param at JSON Pointer to the template
  PodReader(TemplateKind.Part part, String at, TemplateKind kind, FaultCollector faults) {
    this.part = part;
    this.at = at;
    this.kind = kind;
    this.faults = faults;
  }

  /// Null when it cannot be read; then there are faults.
  @Nullable PodSet read() {
    Tree spec = part.template().tree("spec");
    SortedMap<String, Long> amounts = sum(spec.trees("containers"), "containers");
    List<Tree> before = spec.trees("initContainers");
    for (int i = 0; i < before.size(); i++) {
      amounts(before.get(i), place("initContainers", i))
          .forEach((name, amount) -> amounts.merge(name, amount, Math::max));
    }
    DeviceShare device = device(amounts);
    if (part.count() < 1 || part.podSet().isEmpty()) {
      return null;
    }
    int count = (int) Math.min(part.count(), Integer.MAX_VALUE);
    TreeMap<String, String> selector = new TreeMap<>();
    spec.tree("nodeSelector").fields().forEach((key, value) -> selector.put(key, value.toString()));
    return new PodSet(
        part.podSet(),
        count,
        count,
        new ResourceAmounts(amounts),
        device,
        selector,
        affinity(spec),
        tolerations(spec),
        null,
        "");
  }

  private String place(String containers, int index) {
    return kind == TemplateKind.TRAIN_JOB
        ? at + "/resourcesPerNode"
        : "%s/spec/%s/%d/resources".formatted(at, containers, index);
  }

  private SortedMap<String, Long> sum(List<Tree> containers, String field) {
    TreeMap<String, Long> sums = new TreeMap<>();
    for (int i = 0; i < containers.size(); i++) {
      amounts(containers.get(i), place(field, i))
          .forEach((name, amount) -> sums.merge(name, amount, Math::addExact));
    }
    return sums;
  }

  /// Where a request is missing, the limit is it.
  private SortedMap<String, Long> amounts(Tree container, String pointer) {
    TreeMap<String, Long> amounts = new TreeMap<>();
    for (String field : List.of("limits", "requests")) {
      container
          .tree("resources", field)
          .fields()
          .forEach(
              (name, text) -> amount(amounts, pointer + "/" + field, name, String.valueOf(text)));
    }
    return amounts;
  }

  private void amount(SortedMap<String, Long> amounts, String pointer, String name, String text) {
    boolean counts =
        name.contains("/") || name.equals(Resources.CPU) || name.equals(Resources.MEMORY);
    if (!counts) {
      return;
    }
    OptionalLong amount = Quantity.parse(name, text);
    if (amount.isEmpty()) {
      faults.add(
          Fault.at(pointer, name), "FORMAT", "It must be a quantity.", Fault.shown(text, 80), null);
    } else {
      amounts.put(name, amount.getAsLong());
    }
  }

  /// A MIG profile is asked for as a resource of its own, one at most.
  private DeviceShare device(SortedMap<String, Long> amounts) {
    List<String> profiles =
        amounts.keySet().stream().filter(it -> !Resources.migProfile(it).isEmpty()).toList();
    if (profiles.isEmpty()) {
      return DeviceShare.WHOLE;
    }
    String profile = profiles.getFirst();
    boolean single =
        profiles.size() == 1
            && amounts.getOrDefault(profile, 0L) == 1
            && amounts.getOrDefault(Resources.GPU, 0L) == 0;
    if (!single) {
      faults.add(at, "NOT_ALLOWED", "A pod has whole GPUs, or one MIG profile.", profile, "1");
    }
    amounts.remove(profile);
    return new DeviceShare(0, 0, Resources.migProfile(profile));
  }

  private List<NodeAffinityTerm> affinity(Tree spec) {
    List<NodeAffinityTerm> terms = new ArrayList<>();
    List<Tree> selector =
        spec.tree("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
            .trees("nodeSelectorTerms");
    for (Tree term : selector) {
      for (Tree expression : term.trees("matchExpressions")) {
        List<String> values =
            expression.value("values") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        NodeAffinityTerm.Operator operator = operator(expression.text("operator"));
        if (operator == null) {
          faults.add(
              at + "/spec/affinity",
              "NOT_ALLOWED",
              "Operators are In, NotIn, Exists, DoesNotExist, Gt, Lt.",
              expression.text("operator"),
              null);
        } else {
          terms.add(new NodeAffinityTerm(expression.text("key"), operator, values));
        }
      }
    }
    return terms;
  }

  private static NodeAffinityTerm.@Nullable Operator operator(String text) {
    String name = text.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    for (NodeAffinityTerm.Operator operator : NodeAffinityTerm.Operator.values()) {
      if (operator.name().equals(name)) {
        return operator;
      }
    }
    return null;
  }

  private static List<Toleration> tolerations(Tree spec) {
    return spec.trees("tolerations").stream()
        .map(
            it ->
                new Toleration(
                    it.text("key"),
                    it.text("operator").isEmpty() ? "Equal" : it.text("operator"),
                    it.text("value"),
                    it.text("effect")))
        .toList();
  }
}
