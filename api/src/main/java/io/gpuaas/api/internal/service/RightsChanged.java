package io.gpuaas.api.internal.service;

/// Somebody may do less, or is signed out: whoever serves a request that goes on asks again who it
/// belongs to.
public record RightsChanged() {}
