package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.internal.follow.PodFacts;

/// A pod and its rank in the job, counted through all pod sets.
record RankedPod(int rank, PodFacts pod) {}
