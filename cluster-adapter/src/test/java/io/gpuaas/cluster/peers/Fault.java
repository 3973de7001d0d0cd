package io.gpuaas.cluster.peers;

import java.util.function.Predicate;

/// An answer that some requests get instead of the right one.
///
/// @param where which requests
/// @param status 0: none, the connection is cut
/// @param afterwards whether the request is carried out before its answer is lost
/// @param afterMillis so long nothing comes
public record Fault(
    Predicate<ApiRequest> where,
    int status,
    String reason,
    String message,
    int retryAfterSeconds,
    boolean afterwards,
    long afterMillis) {

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
        false,
        0);
  }

  /// The connection is held so long, and then cut.
  public static Fault slow(String what, long millis) {
    Fault cut = of(what, 0, "");
    return new Fault(cut.where, 0, "", "", 0, false, millis);
  }

  public Fault withRetryAfter(int seconds) {
    return new Fault(where, status, reason, message, seconds, afterwards, afterMillis);
  }

  /// Only those of its requests that are also meant here.
  public Fault only(Predicate<ApiRequest> which) {
    return new Fault(
        where.and(which), status, reason, message, retryAfterSeconds, afterwards, afterMillis);
  }

  /// The request is carried out, and nobody hears of it.
  public Fault afterItIsDone() {
    return new Fault(where, status, reason, message, retryAfterSeconds, true, afterMillis);
  }
}
