package io.gpuaas.cluster.peers;

import java.util.function.Predicate;

/// An answer that some requests get instead of the right one.
///
/// @param where which requests
/// @param status 0: none, the connection is cut
/// @param afterwards whether the request is carried out before its answer is lost
public record Fault(
    Predicate<ApiRequest> where,
    int status,
    String reason,
    String message,
    int retryAfterSeconds,
    boolean afterwards) {

  /// A fault of all requests of a kind.
  ///
  /// @param what like `POST batch/jobs`; `*` for all
  public static Fault of(String what, int status, String message) {
    return new Fault(
        request -> what.equals("*") || request.what().equals(what),
        status,
        status == 403 ? "Forbidden" : status == 429 ? "TooManyRequests" : "",
        message,
        0,
        false);
  }

  public Fault withRetryAfter(int seconds) {
    return new Fault(where, status, reason, message, seconds, afterwards);
  }

  /// Only those of its requests that are also meant here.
  public Fault only(Predicate<ApiRequest> which) {
    return new Fault(where.and(which), status, reason, message, retryAfterSeconds, afterwards);
  }

  /// The request is carried out, and nobody hears of it.
  public Fault afterItIsDone() {
    return new Fault(where, status, reason, message, retryAfterSeconds, true);
  }
}
