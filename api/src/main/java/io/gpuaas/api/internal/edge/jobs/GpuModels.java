package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.core.NodeAffinityTerm;
import io.gpuaas.quota.FlavorSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// GPU models by name, and what a node's labels must be to have one: those of the model's flavors.
///
/// @param flavorsByModel a model's flavors, in the order of their names
record GpuModels(
    SortedMap<String, List<NodeAffinityTerm>> termsByModel,
    SortedMap<String, List<FlavorSettings>> flavorsByModel) {

  static GpuModels of(List<FlavorSettings> flavors) {
    SortedMap<String, List<FlavorSettings>> byModel = new TreeMap<>();
    for (FlavorSettings flavor : flavors) {
      if (!flavor.gpuModel().isEmpty()) {
        byModel.computeIfAbsent(flavor.gpuModel(), _ -> new ArrayList<>()).add(flavor);
      }
    }
    SortedMap<String, List<NodeAffinityTerm>> terms = new TreeMap<>();
    byModel.forEach((model, of) -> terms.put(model, terms(of)));
    return new GpuModels(terms, byModel);
  }

  /// One term for each label key that all of the flavors have.
  private static List<NodeAffinityTerm> terms(List<FlavorSettings> flavors) {
    List<NodeAffinityTerm> terms = new ArrayList<>();
    for (String key : flavors.getFirst().flavor().nodeLabels().keySet()) {
      SortedSet<String> values = new TreeSet<>();
      boolean everywhere = true;
      for (FlavorSettings flavor : flavors) {
        String value = flavor.flavor().nodeLabels().get(key);
        everywhere = everywhere && value != null;
        if (value != null) {
          values.add(value);
        }
      }
      if (everywhere) {
        terms.add(new NodeAffinityTerm(key, NodeAffinityTerm.Operator.IN, List.copyOf(values)));
      }
    }
    return terms;
  }

  boolean isKnown(String model) {
    return termsByModel.containsKey(model);
  }

  Iterable<String> names() {
    return termsByModel.keySet();
  }

  /// What the labels of nodes with any of these known models are.
  List<NodeAffinityTerm> termsOfAny(List<String> models) {
    List<FlavorSettings> flavors = new ArrayList<>();
    models.forEach(model -> flavors.addAll(flavorsByModel.getOrDefault(model, List.of())));
    return flavors.isEmpty() ? List.of() : terms(flavors);
  }

  /// Names of the flavors with these known models, in the order of the models.
  List<String> flavorsOf(List<String> models) {
    List<String> names = new ArrayList<>();
    for (String model : models) {
      flavorsByModel.getOrDefault(model, List.of()).forEach(it -> names.add(it.flavor().name()));
    }
    return names;
  }

  /// The models of these flavors, each once, in their order.
  List<String> modelsOf(List<String> flavors) {
    List<String> models = new ArrayList<>();
    for (String flavor : flavors) {
      flavorsByModel.forEach(
          (model, of) -> {
            boolean has = of.stream().anyMatch(it -> it.flavor().name().equals(flavor));
            if (has && !models.contains(model)) {
              models.add(model);
            }
          });
    }
    return models;
  }

  /// The model that `terms` were made for; empty when for none.
  Optional<String> model(List<NodeAffinityTerm> terms) {
    for (Map.Entry<String, List<NodeAffinityTerm>> entry : termsByModel.entrySet()) {
      int before = terms.size() - entry.getValue().size();
      boolean last =
          before >= 0
              && !entry.getValue().isEmpty()
              && entry.getValue().equals(terms.subList(before, terms.size()));
      if (last) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
  }
}
