package io.gpuaas.launch;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What a cluster tells of pods, in its order: `ADDED job_…`, `DELETED job_…`.
final class PodStory implements Watcher<Pod> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final List<String> told = new ArrayList<>();

  @Override
  public void eventReceived(Action action, Pod pod) {
    lock.lock();
    try {
      told.add(action + " " + pod.getMetadata().getLabels().get("gpuaas.io/job"));
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onClose(WatcherException cause) {
    lock.lock();
    try {
      told.add("CLOSED " + cause.getMessage());
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  List<String> told() {
    lock.lock();
    try {
      return List.copyOf(told);
    } finally {
      lock.unlock();
    }
  }

  /// Waits until so many pods of the job have appeared.
  void awaitPods(String job, int count) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.SECONDS.toNanos(60);
      while (told.stream().filter(("ADDED " + job)::equals).count() < count) {
        if (left <= 0) {
          throw new AssertionError("Pods of %s did not appear: %s".formatted(job, told));
        }
        left = news.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
