package io.gpuaas.placement.internal.lifecycle;

import io.gpuaas.placement.Job;
import io.gpuaas.placement.Run;
import org.jspecify.annotations.Nullable;

/// A job that has not come to rest, with the run that holds room for it, if one does.
///
/// @param run null while the job waits
public record LiveJob(Job job, @Nullable Run run) {}
