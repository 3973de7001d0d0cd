package io.gpuaas.accounting;

/// Usage and cost by any grouping.
public interface UsageQueries {
  UsageReport report(UsageQuestion question);

  /// The same with the effective costs, where the groups are of projects, pools, models and times:
  /// nothing finer says whom a commitment belongs to. Groups that pay for a commitment only are in
  /// it, too.
  UsageReport costs(UsageQuestion question);
}
