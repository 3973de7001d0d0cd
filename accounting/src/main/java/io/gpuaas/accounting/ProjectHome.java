package io.gpuaas.accounting;

/// Where a project stands in the organisation. Accounting does not know it: who asks says it.
///
/// @param costCenter of the department; empty when it has none
public record ProjectHome(String department, String team, String costCenter) {
  /// The cost centre on whose statement the project stands. A department without one is one of its
  /// own, under `department/NAME`; a project without a department is `unassigned`.
  public String payer() {
    if (!costCenter.isEmpty()) {
      return costCenter;
    }
    return department.isEmpty() ? Billing.UNASSIGNED : "department/" + department;
  }
}
