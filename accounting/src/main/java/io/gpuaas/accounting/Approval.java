package io.gpuaas.accounting;

/// Whether a second person has agreed to what somebody proposed.
///
/// @param decidedBy empty before the decision, and for what was set before one was needed
public record Approval(State state, String decidedBy) {
  /// Where a proposal stands.
  public enum State {
    PROPOSED,
    APPROVED,
    REJECTED
  }

  /// Nobody has decided yet.
  public static final Approval OPEN = new Approval(State.PROPOSED, "");

  public static Approval decided(boolean approved, String by) {
    return new Approval(approved ? State.APPROVED : State.REJECTED, by);
  }

  public boolean isOpen() {
    return state == State.PROPOSED;
  }
}
