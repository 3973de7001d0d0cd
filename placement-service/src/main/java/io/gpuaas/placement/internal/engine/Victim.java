package io.gpuaas.placement.internal.engine;

import io.gpuaas.placement.PreemptionReason;

/// A job that has to go, and by which right.
record Victim(Holding holding, PreemptionReason reason) {}
