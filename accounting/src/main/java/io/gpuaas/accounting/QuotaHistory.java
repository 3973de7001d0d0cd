package io.gpuaas.accounting;

import io.gpuaas.accounting.NominalQuotas.Guarantee;
import java.util.List;

/// Keeps what projects were guaranteed when.
public interface QuotaHistory {
  /// What is guaranteed has just changed. Takes part in the transaction that changes it. What was
  /// guaranteed before the first change is taken to have always been so.
  void changed(List<Guarantee> before, List<Guarantee> after);
}
