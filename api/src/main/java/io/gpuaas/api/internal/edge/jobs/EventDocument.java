package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobPhase;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.SortedMap;

/// Something that happened to a job.
///
/// @param seq larger for later ones; the id of the stream's messages
/// @param actor the login or the part of the platform that did it
@Schema(name = "JobEvent")
record EventDocument(
    long seq,
    Instant at,
    String job,
    String jobName,
    String project,
    String kind,
    JobPhase phase,
    String actor,
    String message,
    SortedMap<String, String> detail) {
  static EventDocument of(JobEvent event, String jobName) {
    return new EventDocument(
        event.seq(),
        event.at(),
        event.job().value(),
        jobName,
        event.project(),
        event.kind(),
        event.phase(),
        event.actor(),
        event.message(),
        event.detail());
  }
}
