package io.gpuaas.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The quota tree of a cluster's own Kueue, as its objects say, ours among them. Amounts are in
/// Kubernetes' own words.
///
/// @param cohorts those that have an object or a member, by name
/// @param queues ClusterQueues, by name
/// @param localQueues by namespace and name
public record KueueTree(
    List<Cohort> cohorts, List<ClusterQueue> queues, List<LocalQueue> localQueues) {
  public KueueTree {
    cohorts = List.copyOf(cohorts);
    queues = List.copyOf(queues);
    localQueues = List.copyOf(localQueues);
  }

  /// What shares quota.
  ///
  /// @param parent null at the top
  /// @param quotas of its own, beside those of its members
  public record Cohort(String name, @Nullable String parent, List<Cell> quotas) {
    public Cohort {
      quotas = List.copyOf(quotas);
    }
  }

  /// What admits workloads, with its quotas.
  ///
  /// @param ours whether we keep it in step with our quotas
  /// @param active whether it admits anything; `why` not, else empty
  /// @param pending workloads that wait; `admitted` those that run
  public record ClusterQueue(
      String name,
      @Nullable String cohort,
      boolean ours,
      boolean active,
      String why,
      long pending,
      long admitted,
      List<Cell> quotas) {
    public ClusterQueue {
      quotas = List.copyOf(quotas);
    }
  }

  /// Quota of one resource in one flavor.
  ///
  /// @param borrowingLimit null for none; `lendingLimit` likewise
  /// @param used by admitted workloads; `borrowed` of it above nominal
  public record Cell(
      String flavor,
      String resource,
      String nominal,
      @Nullable String borrowingLimit,
      @Nullable String lendingLimit,
      String used,
      String borrowed) {}

  /// What people of a namespace submit to.
  ///
  /// @param project who pays for what comes through it, by the cluster's settings
  public record LocalQueue(
      String namespace,
      String name,
      String clusterQueue,
      String project,
      boolean ours,
      long pending,
      long admitted) {}
}
