package io.gpuaas.core;

/// GPUs that a run holds in one pool on one account.
///
/// @param pool flavor name of the nodes
/// @param model GPU model, for example `H200-141GB`
/// @param milliGpus held amount in thousandths of a GPU
public record GpuHolding(String pool, String model, UsageClass usageClass, long milliGpus) {
  public GpuHolding {
    if (milliGpus < 0) {
      throw new IllegalArgumentException(
          "milliGpus (%d) must not be negative.".formatted(milliGpus));
    }
  }
}
