package io.gpuaas.core;

/// A quota cell: one resource of one flavor, for example `nvidia.com/gpu` of `h200`.
public record FlavorResource(String flavor, String resource) implements Comparable<FlavorResource> {
  @Override
  public int compareTo(FlavorResource other) {
    int byFlavor = flavor.compareTo(other.flavor);
    return byFlavor != 0 ? byFlavor : resource.compareTo(other.resource);
  }
}
