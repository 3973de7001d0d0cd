package io.gpuaas.api.internal.service;

import io.gpuaas.quota.Scope;

/// A role of somebody on a scope.
public record Grant(Role role, Scope scope) {}
