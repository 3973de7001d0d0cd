package io.gpuaas.accounting;

import java.util.List;

/// What projects are guaranteed of each pool now. A port: quotas are kept elsewhere.
public interface NominalQuotas {
  /// In order of project and pool; projects without a guarantee may be missing.
  List<Guarantee> guarantees();

  /// The guarantee of one project in one pool.
  ///
  /// @param lendableMilliGpus the most of it that others may use
  /// @param cohort the outermost group in which it lends; empty when it lends to nobody
  record Guarantee(
      String project, String pool, long milliGpus, long lendableMilliGpus, String cohort) {}
}
