package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.internal.follow.LogLine;
import io.gpuaas.cluster.internal.follow.LogMerge;
import io.gpuaas.cluster.internal.follow.PodFacts;
import io.gpuaas.core.RunId;
import io.gpuaas.placement.ClusterSilence;
import io.gpuaas.placement.RunLog;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What pods write, read from their kubelets through the API server, page by page. Of a large gang
/// the first pods. Nothing is kept but the last words of those that are deleted.
final class PodLogs {
  private static final Logger LOG = LoggerFactory.getLogger(PodLogs.class);
  private static final int TALKING_PODS = 64;
  private static final int LAST_PODS = 16;
  private static final int LAST_LINES = 1_000;
  private static final Duration FOLLOWED = Duration.ofMinutes(1);
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  private final KubernetesClient client;
  private final LastWords last = new LastWords();
  private final TreeMap<RunId, Instant> asked = new TreeMap<>();

  PodLogs(KubernetesClient client) {
    this.client = client;
  }

  /// @param pods of the run that are there, by rank
  RunLog page(RunLog.Question question, List<RankedPod> pods, Instant now) {
    asked(question.run().id(), now);
    LogMerge merge = new LogMerge(question);
    SequencedMap<String, LastWords.Words> words = last.of(question.run().id());
    for (RankedPod one : pods.subList(0, Math.min(TALKING_PODS, pods.size()))) {
      if (!words.containsKey(one.pod().uid())) {
        read(
            one.pod(),
            merge.from(),
            line -> merge.offer(one.rank(), one.pod().name(), line.at(), line.text()));
      }
    }
    words.values().forEach(it -> offer(merge, it));
    List<RunLog.Line> page = merge.page();
    return new RunLog(page, page.isEmpty() && question.run().endedAt() != null);
  }

  private static void offer(LogMerge merge, LastWords.Words words) {
    for (LogLine line : words.lines()) {
      if (!merge.offer(words.rank(), words.pod(), line.at(), line.text())) {
        return;
      }
    }
  }

  private synchronized void asked(RunId run, Instant now) {
    asked.values().removeIf(at -> at.isBefore(now.minus(FOLLOWED)));
    asked.put(run, now);
  }

  /// Whether somebody has read its log a moment ago.
  synchronized boolean isFollowed(RunId run, Instant now) {
    Instant at = asked.get(run);
    return at != null && !at.isBefore(now.minus(FOLLOWED));
  }

  /// Before pods are deleted. A cluster that does not answer loses their words and nothing else.
  void keepLastWords(RunId run, List<RankedPod> pods) {
    for (RankedPod one : pods.subList(0, Math.min(LAST_PODS, pods.size()))) {
      if (last.has(one.pod().uid())) {
        continue;
      }
      try {
        ArrayDeque<LogLine> lines = new ArrayDeque<>();
        tail(one.pod(), lines);
        last.keep(
            one.pod().uid(),
            new LastWords.Words(run, one.rank(), one.pod().name(), new ArrayList<>(lines)));
      } catch (ClusterSilence e) {
        LOG.info("the last words of {} are lost: {}", one.pod().name(), e.getMessage());
        return;
      }
    }
  }

  private void tail(PodFacts pod, Deque<LogLine> lines) {
    read(
        pod,
        Instant.EPOCH,
        line -> {
          lines.addLast(line);
          if (lines.size() > LAST_LINES) {
            lines.removeFirst();
          }
          return true;
        });
  }

  /// Hands on the lines of a pod from a time on, until nobody wants more. A pod that has not
  /// written yet, or is gone, has none.
  private void read(PodFacts pod, Instant from, Predicate<LogLine> reader) {
    var container =
        client
            .pods()
            .inNamespace(pod.namespace())
            .withName(pod.name())
            .inContainer(pod.container())
            .withReadyWaitTimeout(0)
            .usingTimestamps();
    var wanted =
        from.equals(Instant.EPOCH)
            ? container.tailingLines(LAST_LINES)
            : container.sinceTime(from.truncatedTo(ChronoUnit.SECONDS).toString());
    try (Reader text = new InputStreamReader(wanted.getLogInputStream(), StandardCharsets.UTF_8)) {
      BoundedLines lines = new BoundedLines(text);
      boolean more = true;
      for (String line = lines.next(); more && line != null; line = lines.next()) {
        LogLine parsed = LogLine.parse(line);
        more = parsed == null || reader.test(parsed);
      }
    } catch (IOException e) {
      throw new ClusterSilence("The log of %s was cut off.".formatted(pod.name()), e);
    } catch (KubernetesClientException e) {
      if (e.getCode() != BAD_REQUEST && e.getCode() != NOT_FOUND) {
        throw new ClusterSilence(ObjectApi.answer(e).sentence(), e);
      }
    }
  }
}
