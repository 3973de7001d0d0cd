package io.gpuaas.api.internal.service;

import io.gpuaas.api.internal.store.DeliveryStore.Message;
import io.gpuaas.api.internal.store.WebhookStore.Format;
import io.gpuaas.api.internal.store.WebhookStore.Webhook;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.JobEvent;
import io.gpuaas.placement.JobQueries;
import java.time.Instant;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.springframework.stereotype.Service;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What webhooks say.
@Service
class WebhookMessages {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String PING = "Ping";

  private final JobQueries queries;

  WebhookMessages(JobQueries queries) {
    this.queries = queries;
  }

  Message ping(Webhook hook, Instant at) {
    ObjectNode body = JSON.createObjectNode();
    body.put("type", PING).put("timestamp", text(at));
    body.putObject("data").put("webhook", hook.name());
    return new Message(null, 0, PING, "", JSON.writeValueAsString(body));
  }

  private static String text(Instant at) {
    return new DateTimeFormatterBuilder().appendInstant(3).toFormatter().format(at);
  }

  /// In the order of the events.
  List<Message> of(Webhook hook, List<JobEvent> events) {
    if (events.isEmpty()) {
      return List.of();
    }
    return hook.wish().format() == Format.EVENTS ? told(events) : statuses(hook, events);
  }

  private List<Message> told(List<JobEvent> events) {
    SortedMap<JobId, String> names = queries.names(jobs(events));
    return events.stream().map(it -> told(it, names.getOrDefault(it.job(), ""))).toList();
  }

  private static Set<JobId> jobs(List<JobEvent> events) {
    return events.stream().map(JobEvent::job).collect(Collectors.toSet());
  }

  private static Message told(JobEvent event, String jobName) {
    ObjectNode body = JSON.createObjectNode();
    body.put("type", "job." + event.kind()).put("timestamp", text(event.at()));
    ObjectNode data = body.putObject("data");
    data.put("seq", event.seq()).put("job", event.job().value()).put("jobName", jobName);
    data.put("project", event.project()).put("kind", event.kind());
    data.put("phase", event.phase().name()).put("actor", event.actor());
    data.put("message", event.message());
    ObjectNode detail = data.putObject("detail");
    event.detail().forEach(detail::put);
    return new Message(
        event.job().value(), event.seq(), event.kind(), "", JSON.writeValueAsString(body));
  }

  private List<Message> statuses(Webhook hook, List<JobEvent> events) {
    SortedMap<JobId, String> commits = queries.labels(jobs(events), CommitStatus.COMMIT);
    SortedMap<JobId, String> checks = queries.labels(jobs(events), CommitStatus.CHECK);
    List<Message> messages = new ArrayList<>();
    for (JobEvent event : events) {
      String commit = commits.getOrDefault(event.job(), "");
      if (CommitStatus.isNews(event) && CommitStatus.isCommit(commit)) {
        String check = checks.getOrDefault(event.job(), event.job().value());
        messages.add(CommitStatus.message(hook.wish(), event, commit, check));
      }
    }
    return messages;
  }
}
