package io.gpuaas.api.internal.service;

/// What [Housekeeping] does in each round. A round in which nothing is due costs next to nothing.
interface Chore {
  void attend();
}
