package io.gpuaas.cluster.internal.kubernetes;

import io.gpuaas.cluster.internal.manifest.Kinds;
import io.gpuaas.cluster.internal.manifest.Manifest;
import io.gpuaas.cluster.internal.manifest.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps a leader that was cut off from starting anything on a cluster. A Lease there counts the
/// epochs: the newest leader writes its own before it does anything else, and each asks before a
/// step that may cost devices. What an older one creates between its question and its step stays
/// suspended, since the release asks again, and is removed as an orphan.
final class Fence {
  static final String NAMESPACE = "default";
  private static final String EPOCH = "leaseTransitions";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ObjectApi api;
  private final String name;
  private long epoch;
  private long claimed;

  Fence(ObjectApi api, String instance) {
    this.api = api;
    this.name = nameFor(instance);
  }

  static String nameFor(String instance) {
    return "gpuaas-leader-" + instance;
  }

  /// The epoch of the leader whose commands are followed; 0 when none was named.
  synchronized void follow(long newest) {
    epoch = Math.max(epoch, newest);
  }

  /// Before anything is done for a new leader.
  void claim() {
    if (epoch() > claimedEpoch()) {
      require();
    }
  }

  private synchronized long epoch() {
    return epoch;
  }

  private synchronized long claimedEpoch() {
    return claimed;
  }

  private synchronized void claimed(long mine) {
    claimed = Math.max(claimed, mine);
  }

  /// Asks the cluster, whatever the answer is.
  void look() {
    var _ = api.find(Kinds.LEASE, NAMESPACE, name);
  }

  /// Asks the cluster.
  ///
  /// @throws NotYet when a newer leader has been there
  void require() {
    long mine = epoch();
    if (mine == 0) {
      return;
    }
    Tree lease = api.find(Kinds.LEASE, NAMESPACE, name);
    long newest = lease == null ? 0 : lease.number("spec", EPOCH);
    if (newest > mine) {
      throw new NotYet("epoch %d has taken over from %d".formatted(newest, mine), LONG);
    }
    if (newest < mine && !write(lease, mine)) {
      throw new NotYet("another leader claims the cluster at the same time");
    }
    claimed(mine);
  }

  private boolean write(@Nullable Tree lease, long mine) {
    Tree spec = Tree.of("holderIdentity", "epoch-" + mine, EPOCH, mine);
    if (lease == null) {
      Tree metadata = Tree.of("namespace", NAMESPACE, "name", name);
      Tree made =
          api.make(
              new Manifest(
                  Tree.of(
                      "apiVersion",
                      Kinds.LEASE.apiVersion(),
                      "kind",
                      Kinds.LEASE.kind(),
                      "metadata",
                      metadata,
                      "spec",
                      spec),
                  Manifest.Write.CREATE));
      return made.number("spec", EPOCH) == mine;
    }
    String version = lease.text("metadata", "resourceVersion");
    List<Tree> operations = new ArrayList<>();
    operations.add(operation("test", "/metadata/resourceVersion", version));
    operations.add(operation("add", "/spec", spec));
    return api.patch(Kinds.LEASE, NAMESPACE, name, operations);
  }

  private static Tree operation(String op, String path, Object value) {
    return Tree.of("op", op, "path", path).with("value", value);
  }
}
