package io.gpuaas.cluster;

import io.gpuaas.placement.Cluster;
import io.gpuaas.quota.QuotaConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps the quota objects of a cluster's own scheduler in step with our quota tree: namespaces,
/// and queues or ResourceQuotas, as its backend has them. Nothing is ever deleted.
public interface QueueObjects {
  /// What the cluster would have to change, by its own dry run; changes nothing.
  Answer compare(Cluster cluster, QuotaConfig quotas);

  /// Makes it true by server-side apply, without force: what others own is theirs.
  Answer apply(Cluster cluster, QuotaConfig quotas);

  /// What a cluster says.
  sealed interface Answer {
    /// All objects, in the order of making, and then what is left over.
    record Objects(List<Item> items) implements Answer {
      public Objects {
        items = List.copyOf(items);
      }
    }

    /// The backend keeps no quota on its cluster.
    record NoQueues(String backend) implements Answer {}

    /// The cluster did not answer, or does not know the kinds.
    record Unreachable(String detail) implements Answer {}
  }

  /// What becomes of an object.
  enum Step {
    CREATE,
    CHANGE,
    SAME,
    /// Somebody else owns fields that we would set.
    CONFLICT,
    /// The cluster refuses it.
    REFUSED,
    /// Ours, and of nobody any more. Deleting it is a person's decision.
    LEFT_OVER
  }

  /// One object.
  ///
  /// @param kind with its group, as `kueue.x-k8s.io/ClusterQueue`
  /// @param namespace empty when it has none
  /// @param detail who owns the fields, or why it is refused; empty otherwise
  record Item(
      Step step,
      String kind,
      String namespace,
      String name,
      List<Difference> differences,
      String detail) {
    public Item {
      differences = List.copyOf(differences);
    }
  }

  /// A field that differs.
  ///
  /// @param pointer into the object
  /// @param before null when it is not there
  /// @param after null when it goes
  record Difference(String pointer, @Nullable String before, @Nullable String after) {}
}
