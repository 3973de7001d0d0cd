package io.gpuaas.cli.server;

/// What makes a request ours: a token that may change from request to request.
public interface Credential {
  /// The token for the next request; empty when there is none.
  String token();

  /// A token that stays as it is.
  static Credential of(String token) {
    return () -> token;
  }
}
