package io.gpuaas.placement;

/// A manifest of the user's own. The job's objects are made from it: what the scheduler has to know
/// was read from it into the spec, what it decides is added, the rest stays as it was given.
///
/// @param kind with its group, as `ray.io/RayJob`
/// @param manifest the object as JSON, fields in name order
public record JobTemplate(String kind, String manifest) {}
