package io.gpuaas.core;

import org.jspecify.annotations.Nullable;

/// Where GPUs lie that a run holds.
///
/// @param device index on the node; null when the node's own system chooses, for whole GPUs
/// @param slice MIG profile and first memory slice, as `3g.40gb@4`; empty for whole GPUs and shares
///   by time
/// @param milliGpus thousandths of a GPU, all those of the node that no device is named of together
public record GpuPlace(
    NodeRef node,
    String pool,
    String model,
    @Nullable Integer device,
    String slice,
    long milliGpus) {}
