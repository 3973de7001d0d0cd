package io.gpuaas.api.internal.edge.access;

import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How and when the person of a session has proved who they are.
///
/// @param provider whose word it is; null for a password of ours
/// @param at when it was proved, which may be long before the session began: a provider has
///   sessions of its own
/// @param level that the provider says was reached (`acr`); null when it says none
record SignInProof(@Nullable String provider, Instant at, @Nullable String level)
    implements Serializable {
  /// A password that was just typed in.
  static SignInProof password(Instant now) {
    return new SignInProof(null, now, null);
  }
}
