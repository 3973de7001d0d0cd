package io.gpuaas.accounting;

/// Whether somebody pays what a statement says.
///
/// @param department that the project belongs to; empty when that is not known
public record Billing(String department, Mode mode) {
  /// Of a project without a department.
  public static final Billing NONE = new Billing("", Mode.SHOW_BACK);

  /// What an issued statement is to its department.
  public enum Mode {
    /// For information: nothing is owed, and nothing posted to the department.
    SHOW_BACK,
    /// A bill: its total is posted as owed by the department when it is issued.
    CHARGE_BACK
  }
}
