package io.gpuaas.cluster.apimodel;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Objects with versions, and everything that has happened to them.
public final class ObjectStore {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final TreeMap<Key, Tree> objects = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private long version;
  private long wakes;

  /// Where an object is.
  ///
  /// @param kind group and plural, like `batch/jobs`; `/pods` for those without a group
  public record Key(String kind, String namespace, String name) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::kind).thenComparing(Key::namespace).thenComparing(Key::name);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /// @param type ADDED, MODIFIED or DELETED
  record Event(long version, String type, Key key, Tree object) {}

  public static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  /// Makes or replaces; identity and version are the store's.
  public Tree put(Key key, Tree wanted) {
    lock.lock();
    try {
      Tree before = objects.get(key);
      version++;
      Tree identity =
          before == null
              ? Tree.of("uid", UUID.randomUUID().toString(), "creationTimestamp", now().toString())
              : Tree.of(
                  "uid",
                  before.text("metadata", "uid"),
                  "creationTimestamp",
                  before.text("metadata", "creationTimestamp"));
      Tree metadata = wanted.tree("metadata").without("uid", "creationTimestamp").merge(identity);
      Tree object =
          wanted.with("metadata", metadata.with("resourceVersion", Long.toString(version)));
      objects.put(key, object);
      tell(before == null ? "ADDED" : "MODIFIED", key, object);
      return object;
    } finally {
      lock.unlock();
    }
  }

  /// Changes an object that is there.
  public void change(Key key, UnaryOperator<Tree> change) {
    lock.lock();
    try {
      Tree before = objects.get(key);
      if (before != null) {
        put(key, change.apply(before));
      }
    } finally {
      lock.unlock();
    }
  }

  public void remove(Key key) {
    lock.lock();
    try {
      Tree gone = objects.remove(key);
      if (gone != null) {
        version++;
        String at = Long.toString(version);
        Tree last = gone.with("metadata", gone.tree("metadata").with("resourceVersion", at));
        tell("DELETED", key, last);
      }
    } finally {
      lock.unlock();
    }
  }

  private void tell(String type, Key key, Tree object) {
    events.add(new Event(version, type, key, object));
    news.signalAll();
  }

  public @Nullable Tree get(Key key) {
    lock.lock();
    try {
      return objects.get(key);
    } finally {
      lock.unlock();
    }
  }

  /// All of a kind, in name order.
  public List<Tree> all(String kind) {
    return keys(kind).stream().map(this::get).filter(java.util.Objects::nonNull).toList();
  }

  public List<Key> keys(String kind) {
    lock.lock();
    try {
      return objects.keySet().stream().filter(key -> key.kind().equals(kind)).toList();
    } finally {
      lock.unlock();
    }
  }

  long version() {
    lock.lock();
    try {
      return version;
    } finally {
      lock.unlock();
    }
  }

  /// What has happened after a version; waits a moment if it is nothing.
  List<Event> after(long seen, long waitMillis) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(waitMillis);
      long woken = wakes;
      while (version <= seen && wakes == woken && left > 0) {
        left = news.awaitNanos(left);
      }
      return events.stream().filter(event -> event.version() > seen).toList();
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      wakes++;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
