package io.gpuaas.cluster.internal.manifest;

/// What a main object says of itself. Only its own conditions decide success and failure, never a
/// count of pods.
public sealed interface MainState {

  /// Holds its pods back.
  record Suspended() implements MainState {}

  /// Has, or will have, pods.
  record Active() implements MainState {}

  /// It has done its work.
  ///
  /// @param at RFC 3339, empty when it does not say
  record Succeeded(String at) implements MainState {}

  /// It will not do its work any more.
  ///
  /// @param at RFC 3339, empty when it does not say
  /// @param disrupted whether it says that the platform, not the program, was at fault
  record Failed(String at, String reason, String message, boolean disrupted) implements MainState {

    /// From a condition of the object.
    static Failed of(Tree condition) {
      String reason = condition.text("reason");
      return new Failed(
          condition.text("lastTransitionTime"),
          reason,
          condition.text("message"),
          condition.text("message").contains("DisruptionTarget"));
    }
  }
}
