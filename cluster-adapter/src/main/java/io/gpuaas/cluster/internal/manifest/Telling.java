package io.gpuaas.cluster.internal.manifest;

/// Where a party that releases runs tells why it took one back: objects of a kind, found by a label
/// that has the main object's uid.
public record Telling(Manifest.Kind kind, String uidLabel) {}
