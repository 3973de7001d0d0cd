package io.gpuaas.placement.internal.service;

import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.internal.store.InboxStore;
import java.util.List;
import org.springframework.stereotype.Component;

/// What people wish, on its way to the leader: stored in the caller's transaction, and told as soon
/// as that has committed.
@Component
class Wishes {
  private final InboxStore inbox;
  private final FreshJobs fresh;
  private final InboxBell bell;

  Wishes(InboxStore inbox, FreshJobs fresh, InboxBell bell) {
    this.inbox = inbox;
    this.fresh = fresh;
    this.bell = bell;
  }

  /// Jobs that were stored in this transaction are to be taken up.
  void submitted(List<Job> jobs) {
    inbox.addSubmitted(jobs.stream().map(Job::id).toList());
    fresh.keepOnCommit(jobs);
    bell.ringOnCommit();
  }

  /// A job is to be stopped.
  void cancel(JobId job, String actor, String reason) {
    inbox.add(InboxStore.Kind.CANCEL, job, actor, reason);
    bell.ringOnCommit();
  }
}
