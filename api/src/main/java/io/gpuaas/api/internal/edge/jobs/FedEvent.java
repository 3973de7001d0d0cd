package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.placement.JobEvent;
import org.jspecify.annotations.Nullable;

/// An event on its way to streams. Its text is made once, however many they are.
final class FedEvent {
  private final JobEvent event;
  private final String jobName;
  private volatile byte @Nullable [] message;

  FedEvent(JobEvent event, String jobName) {
    this.event = event;
    this.jobName = jobName;
  }

  JobEvent event() {
    return event;
  }

  /// As [EventStream] sends it.
  byte[] message() {
    byte[] made = message;
    if (made == null) {
      made = EventStream.message(EventDocument.of(event, jobName));
      message = made;
    }
    return made;
  }
}
