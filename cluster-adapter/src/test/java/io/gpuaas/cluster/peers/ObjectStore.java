package io.gpuaas.cluster.peers;

import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Objects with versions, and all that has happened to them, for those who watch.
final class ObjectStore implements ClusterObjects {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final TreeMap<ObjectKey, Tree> objects = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private long version;

  /// Something that happened.
  ///
  /// @param type `ADDED`, `MODIFIED` or `DELETED`
  record Event(long version, String type, String resource, Tree object) {}

  @Override
  public @Nullable Tree find(ObjectKey key) {
    return locked(() -> objects.get(key));
  }

  @Override
  public List<Tree> list(String resource, String namespace) {
    return locked(
        () ->
            objects.entrySet().stream()
                .filter(it -> it.getKey().resource().equals(resource))
                .filter(it -> namespace.isEmpty() || it.getKey().namespace().equals(namespace))
                .map(it -> it.getValue())
                .toList());
  }

  long version() {
    return locked(() -> version);
  }

  @Override
  public boolean create(String resource, Tree object) {
    return locked(
        () -> {
          ObjectKey key = ObjectKey.of(resource, object);
          if (objects.containsKey(key)) {
            return false;
          }
          Tree made =
              object
                  .withAt(List.of("metadata", "uid"), "uid-" + (version + 1))
                  .withAt(List.of("metadata", "creationTimestamp"), now().toString());
          put(key, "ADDED", made);
          return true;
        });
  }

  @Override
  public void change(ObjectKey key, UnaryOperator<Tree> change) {
    locked(
        () -> {
          Tree before = objects.get(key);
          Tree after = before == null ? null : change.apply(before);
          if (after != null && !after.equals(before)) {
            put(key, "MODIFIED", after);
          }
          return true;
        });
  }

  private void put(ObjectKey key, String type, Tree object) {
    version++;
    Tree versioned = object.withAt(List.of("metadata", "resourceVersion"), Long.toString(version));
    objects.put(key, versioned);
    events.add(new Event(version, type, key.resource(), versioned));
    news.signalAll();
  }

  /// Makes or replaces an object.
  void set(ObjectKey key, Tree object) {
    if (!create(key.resource(), object)) {
      change(
          key, before -> object.withAt(List.of("metadata", "uid"), before.text("metadata", "uid")));
    }
  }

  /// Objects with pods below them go when these are gone.
  @Override
  public void delete(ObjectKey key) {
    change(
        key,
        object ->
            object.tree("metadata").has("deletionTimestamp")
                ? object
                : object.withAt(List.of("metadata", "deletionTimestamp"), now().toString()));
  }

  /// The object is gone.
  void remove(ObjectKey key) {
    locked(
        () -> {
          Tree gone = objects.remove(key);
          if (gone != null) {
            version++;
            events.add(new Event(version, "DELETED", key.resource(), gone));
            news.signalAll();
          }
          return true;
        });
  }

  @Override
  public List<ObjectKey> ownedBy(Tree owner) {
    String uid = owner.text("metadata", "uid");
    return locked(
        () ->
            objects.entrySet().stream()
                .filter(
                    it ->
                        it.getValue().trees("metadata", "ownerReferences").stream()
                            .anyMatch(reference -> reference.text("uid").equals(uid)))
                .map(it -> it.getKey())
                .toList());
  }

  List<ObjectKey> deleting() {
    return locked(
        () ->
            objects.entrySet().stream()
                .filter(it -> it.getValue().tree("metadata").has("deletionTimestamp"))
                .map(it -> it.getKey())
                .toList());
  }

  /// Events behind `after`; waits a little for the first of them.
  List<Event> after(long after, long millis) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(millis);
      while (version <= after && left > 0) {
        left = news.awaitNanos(left);
      }
      return events.stream().filter(event -> event.version() > after).toList();
    } finally {
      lock.unlock();
    }
  }

  static Instant now() {
    return Instant.ofEpochSecond(java.time.InstantSource.system().instant().getEpochSecond());
  }

  private <T extends @Nullable Object> T locked(java.util.function.Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
