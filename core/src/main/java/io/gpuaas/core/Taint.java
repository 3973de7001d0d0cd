package io.gpuaas.core;

/// A node taint. `effect` is `NoSchedule`, `PreferNoSchedule` or `NoExecute`.
public record Taint(String key, String value, String effect) {}
