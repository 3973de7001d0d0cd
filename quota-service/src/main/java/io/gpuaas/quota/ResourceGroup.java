package io.gpuaas.quota;

import java.util.List;

/// Resources of a pod set that all get the same flavor, and the flavors to try, in order.
public record ResourceGroup(List<String> resources, List<String> flavors) {
  public ResourceGroup {
    resources = List.copyOf(resources);
    flavors = List.copyOf(flavors);
  }
}
