package io.gpuaas.api;

import java.util.Optional;

/// Makes the first account of a new installation.
public interface FirstSignIn {
  /// What the first person needs. Known only now: neither secret can be read again.
  record Credentials(String login, String password, String token) {
    /// Secrets are not shown.
    @Override
    public String toString() {
      return "Credentials[" + login + "]";
    }
  }

  /// An account with the role `org-admin` on the whole organisation and a token with all its
  /// rights; empty when the installation has accounts already.
  Optional<Credentials> create();
}
