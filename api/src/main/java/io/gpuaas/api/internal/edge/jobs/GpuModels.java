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
record GpuModels(SortedMap<String, List<NodeAffinityTerm>> termsByModel) {

  static GpuModels of(List<FlavorSettings> flavors) {
    SortedMap<String, List<FlavorSettings>> byModel = new TreeMap<>();
    for (FlavorSettings flavor : flavors) {
      if (!flavor.gpuModel().isEmpty()) {
        byModel.computeIfAbsent(flavor.gpuModel(), _ -> new ArrayList<>()).add(flavor);
      }
    }
    SortedMap<String, List<NodeAffinityTerm>> terms = new TreeMap<>();
    byModel.forEach((model, of) -> terms.put(model, terms(of)));
    return new GpuModels(terms);
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

  /// Empty when there is no such model.
  Optional<List<NodeAffinityTerm>> terms(String model) {
    return Optional.ofNullable(termsByModel.get(model));
  }

  /// The model that `terms` were made for; empty when for none.
  Optional<String> model(List<NodeAffinityTerm> terms) {
    for (Map.Entry<String, List<NodeAffinityTerm>> entry : termsByModel.entrySet()) {
      if (!terms.isEmpty() && entry.getValue().equals(terms)) {
        return Optional.of(entry.getKey());
      }
    }
    return Optional.empty();
  }
}
