package io.gpuaas.placement;

/// A variable of the environment that the cluster takes from a secret of the project's namespace.
/// Its value is never known here.
///
/// @param variable name in the environment
public record SecretUse(String variable, String secret, String key) {}
