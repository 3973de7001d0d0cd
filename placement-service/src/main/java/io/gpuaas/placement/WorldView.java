package io.gpuaas.placement;

/// The world as the scheduler of this process sees it; for questions, not for decisions.
public interface WorldView {
  World world();
}
