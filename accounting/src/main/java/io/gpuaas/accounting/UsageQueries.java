package io.gpuaas.accounting;

/// Answers what was used, finished or not, by any grouping.
public interface UsageQueries {
  UsageReport report(UsageQuestion question);
}
