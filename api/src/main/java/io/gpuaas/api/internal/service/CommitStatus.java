package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.DeliveryStore.Message;
import io.gpuaas.api.internal.store.WebhookStore.Format;
import io.gpuaas.api.internal.store.WebhookStore.Wish;
import io.gpuaas.placement.JobEvent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The state of a commit, as that of the job that a pipeline has made for it. The repository is the
/// webhook's: a job's labels choose the commit only.
///
/// @see <a href="https://docs.github.com/rest/commits/statuses">GitHub's commit statuses</a>
/// @see <a href="https://docs.gitlab.com/api/commits/#set-commit-pipeline-status">GitLab's</a>
final class CommitStatus {
  /// Labels of a job, set by `gpuaas run --report-status`.
  static final String COMMIT = "ci.commit";

  static final String CHECK = "ci.check";

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final int LONGEST = 140;
  private static final JsonMapper JSON = JsonMapper.shared();

  private CommitStatus() {}

  static boolean isCommit(String text) {
    return HASH.matcher(text).matches();
  }

  /// Whether a page of commits would look different: at the beginning, at a start, at the end.
  static boolean isNews(JobEvent event) {
    return event.phase().isTerminal()
        || event.kind().equals("Submitted")
        || event.kind().equals("Started");
  }

  static Message message(Wish wish, JobEvent event, String commit, String check) {
    boolean gitHub = wish.format() == Format.GITHUB_STATUS;
    String name = "gpuaas/" + check;
    ObjectNode body = JSON.createObjectNode();
    body.put("state", gitHub ? gitHub(event) : gitLab(event));
    body.put("description", description(event));
    body.put(gitHub ? "context" : "name", name);
    String path =
        gitHub
            ? "/repos/%s/statuses/%s".formatted(wish.repository(), commit)
            : "/projects/%s/statuses/%s"
                .formatted(URLEncoder.encode(wish.repository(), StandardCharsets.UTF_8), commit);
    return new Message(
        event.job().value(), event.seq(), event.kind(), path, JSON.writeValueAsString(body));
  }

  private static String description(JobEvent event) {
    String text = "%s %s".formatted(event.kind(), event.message()).strip();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  private static String gitHub(JobEvent event) {
    return switch (event.phase()) {
      case QUEUED, ADMITTED, RUNNING, STOPPING -> "pending";
      case SUCCEEDED -> "success";
      case FAILED, TIMED_OUT -> "failure";
      case CANCELLED, REJECTED -> "error";
    };
  }

  private static String gitLab(JobEvent event) {
    return switch (event.phase()) {
      case QUEUED, ADMITTED -> "pending";
      case RUNNING, STOPPING -> "running";
      case SUCCEEDED -> "success";
      case FAILED, TIMED_OUT, REJECTED -> "failed";
      case CANCELLED -> "canceled";
    };
  }
}
