package io.gpuaas.placement;

import io.gpuaas.core.JobId;
import java.util.List;

/// What people can do to jobs. Each call is one transaction; the scheduler takes it up at once.
public interface JobService {
  /// Stores a wish as a waiting job.
  SubmitOutcome submit(SubmitJob wish);

  /// Stores many wishes in one transaction, each with its own outcome, in order. A refused one does
  /// not hinder the others.
  List<SubmitOutcome> submitAll(List<SubmitJob> wishes);

  /// Faults of a wish, as [#submit] would find them; empty when it would be accepted.
  List<io.gpuaas.core.Fault> check(SubmitJob wish);

  /// Writes into the timeline of a job what somebody found about it. False when there is no such
  /// job or it has ended.
  boolean note(JobId job, String kind, String actor, String message);

  /// Asks for a job to end for good. False when there is no such job or it has ended.
  boolean cancel(JobId job, String actor, String reason);
}
