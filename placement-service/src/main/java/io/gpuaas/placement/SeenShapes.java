package io.gpuaas.placement;

import io.gpuaas.placement.internal.engine.ShapeKeys;

/// The kinds of waiting jobs that were refused since the last cycle that looked at everything.
/// Means something to the engine only.
public record SeenShapes(ShapeKeys keys) {
  public static final SeenShapes NONE = new SeenShapes(ShapeKeys.NONE);
}
