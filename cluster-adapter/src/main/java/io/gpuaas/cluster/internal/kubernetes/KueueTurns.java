package io.gpuaas.cluster.internal.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuaas.cluster.internal.follow.ApiAnswer;
import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.KueueWorkload;
import io.gpuaas.cluster.internal.manifest.RunShape;
import io.gpuaas.cluster.internal.manifest.Site;
import io.gpuaas.cluster.internal.manifest.Tree;
import io.gpuaas.core.JobId;
import io.gpuaas.placement.Job;
import io.gpuaas.placement.QueueTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Jobs before a Kueue that governs: a Workload for each that waits, kept while its run is there,
/// so that Kueue counts its quota as taken until its pods are gone. Safe for many threads.
final class KueueTurns {
  private final ObjectApi api;
  private final Site site;
  private final TreeMap<JobId, Job> waiting = new TreeMap<>();
  private final TreeMap<String, Tree> workloads = new TreeMap<>();
  private final TreeMap<JobId, String> refused = new TreeMap<>();

  /// Uids of those that we have deleted and that are not gone yet.
  private final TreeSet<String> leaving = new TreeSet<>();

  /// Before anybody has said who waits, nothing is withdrawn.
  private boolean told;

  KueueTurns(ObjectApi api, Site site) {
    this.api = api;
    this.site = site;
  }

  /// Whether others wait than were known to.
  synchronized boolean waits(List<Job> jobs) {
    TreeMap<JobId, Job> now = new TreeMap<>();
    jobs.forEach(job -> now.put(job.id(), job));
    boolean changed = !told || !now.equals(waiting);
    waiting.clear();
    waiting.putAll(now);
    refused.keySet().retainAll(now.keySet());
    told = true;
    return changed;
  }

  synchronized void see(Tree workload) {
    workloads.put(key(workload), workload);
  }

  synchronized void lose(Tree workload) {
    workloads.remove(key(workload));
    leaving.remove(uid(workload));
  }

  private static String key(Tree workload) {
    return workload.text("metadata", "namespace") + "/" + workload.text("metadata", "name");
  }

  private String key(Job job) {
    return site.namespace(job.project()) + "/" + KueueWorkload.nameOf(job);
  }

  private static String uid(Tree workload) {
    return workload.text("metadata", "uid");
  }

  static JobId jobOf(Tree workload) {
    return new JobId(workload.text("metadata", "labels", RunShape.JOB));
  }

  synchronized QueueTurn turn(Job job) {
    Tree workload = workloads.get(key(job));
    if (workload != null) {
      return isLeaving(workload)
          ? QueueTurn.waiting("It is shown to Kueue anew.")
          : KueueWorkload.turn(workload);
    }
    return QueueTurn.waiting(refused.getOrDefault(job.id(), "It has not been shown to Kueue yet."));
  }

  private boolean isLeaving(Tree workload) {
    return workload.tree("metadata").has("deletionTimestamp") || leaving.contains(uid(workload));
  }

  /// Those of a job that stand for a run of it; what is on its way out tells of an older one.
  synchronized List<Tree> of(JobId job) {
    return workloads.values().stream()
        .filter(workload -> jobOf(workload).equals(job) && !isLeaving(workload))
        .toList();
  }

  /// Makes what is missing and deletes what nobody needs.
  ///
  /// @param hasRun whether a run of the job is there
  /// @throws KubernetesClientException when the cluster could not do it; to be tried again
  void bringInLine(Predicate<JobId> hasRun) {
    for (Tree workload : needless(hasRun)) {
      api.delete(
          Kinds.KUEUE_WORKLOAD,
          workload.text("metadata", "namespace"),
          workload.text("metadata", "name"));
      left(workload);
    }
    for (Job job : missing()) {
      make(job);
    }
  }

  private synchronized List<Tree> needless(Predicate<JobId> hasRun) {
    List<Tree> needless = new ArrayList<>();
    for (Tree workload : workloads.values()) {
      Job job = waiting.get(jobOf(workload));
      boolean needed =
          job == null
              ? !told || hasRun.test(jobOf(workload))
              : key(job).equals(key(workload)) && !KueueWorkload.isEvicted(workload);
      if (!needed && !isLeaving(workload)) {
        needless.add(workload);
      }
    }
    return needless;
  }

  private synchronized void left(Tree workload) {
    if (workloads.containsKey(key(workload))) {
      leaving.add(uid(workload));
    }
  }

  private synchronized List<Job> missing() {
    return waiting.values().stream().filter(job -> !workloads.containsKey(key(job))).toList();
  }

  /// What Kueue or the server will not have is told to whoever asks, and tried again with the next
  /// look.
  private void make(Job job) {
    try {
      KueueWorkload.before(job, site).forEach(api::make);
      api.make(KueueWorkload.of(job, site));
      refusal(job, "");
    } catch (KubernetesClientException e) {
      ApiAnswer answer = ObjectApi.answer(e);
      if (answer.verdict() != ApiAnswer.Verdict.REFUSED) {
        throw e;
      }
      refusal(job, "The cluster refused its Workload: " + answer.sentence());
    }
  }

  private synchronized void refusal(Job job, String sentence) {
    if (sentence.isEmpty()) {
      refused.remove(job.id());
    } else if (waiting.containsKey(job.id())) {
      refused.put(job.id(), sentence);
    }
  }
}
