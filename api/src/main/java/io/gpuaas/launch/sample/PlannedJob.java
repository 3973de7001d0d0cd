package io.gpuaas.launch.sample;

import io.gpuaas.placement.SubmitJob;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job that somebody of the sample organisation will submit.
///
/// @param cancelAfter when its user loses interest, counted from `at`; null: never
record PlannedJob(Instant at, SubmitJob wish, @Nullable Duration cancelAfter) {}
