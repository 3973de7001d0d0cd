package io.gpuaas.placement.reference;

/// Who has to go, and by which right.
record PlainVictim(PlainRun run, String reason) {}
