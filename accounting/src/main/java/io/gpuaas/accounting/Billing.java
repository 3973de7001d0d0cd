package io.gpuaas.accounting;

import org.jspecify.annotations.Nullable;

/// Whose a project's statement is, and whether somebody pays what it says. An issued statement
/// keeps what held when it was issued.
///
/// @param department that the project belongs to; empty when that is not known
/// @param costCenter on whose statement the project's stands, as [ProjectHome#payer] names it
/// @param number of the cost centre's statement; empty until it is issued, and on statements of
///   before there were such
public record Billing(String department, Mode mode, String costCenter, String number) {
  static final String UNASSIGNED = "unassigned";

  /// Of a project without a department.
  public static final Billing NONE = of(new ProjectHome("", "", ""), Mode.SHOW_BACK);

  /// Statements of before there were cost centres on them belong to their department.
  public Billing(
      String department, Mode mode, @Nullable String costCenter, @Nullable String number) {
    this.department = department;
    this.mode = mode;
    this.costCenter = costCenter == null ? new ProjectHome(department, "", "").payer() : costCenter;
    this.number = number == null ? "" : number;
  }

  /// Of a statement that is not issued.
  public static Billing of(ProjectHome home, Mode mode) {
    return new Billing(home.department(), mode, home.payer(), "");
  }

  /// The same on the statement of that number of the cost centre.
  public Billing numbered(String newNumber) {
    return new Billing(department, mode, costCenter, newNumber);
  }

  /// What an issued statement is to its department.
  public enum Mode {
    /// For information: nothing is owed, and nothing posted to the department.
    SHOW_BACK,
    /// A bill: its total is posted as owed by the department when it is issued.
    CHARGE_BACK
  }
}
