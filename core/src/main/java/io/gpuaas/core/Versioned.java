package io.gpuaas.core;

/// A stored value and the version that a later change of it must name.
///
/// @param version 1 for a new value, larger after each change; the `ETag` of the REST interface
public record Versioned<T>(T value, long version) {}
