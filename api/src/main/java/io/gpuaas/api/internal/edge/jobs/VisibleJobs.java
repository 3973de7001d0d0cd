package io.gpuaas.api.internal.edge.jobs;

import io.gpuaas.api.internal.edge.access.Call;
import io.gpuaas.api.internal.edge.manners.ProblemException;
import io.gpuaas.api.internal.service.Permission;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.JobQueries;
import io.gpuaas.quota.Scope;
import org.jspecify.annotations.Nullable;

/// Finds jobs for a caller. One that the caller may not see looks like one that is not there.
final class VisibleJobs {
  private VisibleJobs() {}

  static Job find(JobQueries queries, Call call, JobId id) {
    return queries
        .find(id)
        .filter(job -> call.caller().may(Permission.JOB_READ, Scope.project(job.project())))
        .orElseThrow(() -> ProblemException.notFound("No job", id.value()));
  }

  /// The project of a job that stands in the way of somebody's; null where they may not see it.
  static @Nullable String project(Call call, Job job) {
    Scope project = Scope.project(job.project());
    boolean known =
        call.caller().may(Permission.JOB_READ, project)
            || call.caller().may(Permission.PROJECT_READ, project);
    return known ? job.project() : null;
  }
}
