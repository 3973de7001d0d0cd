package io.gpuaas.api.internal.edge.manners;

import java.util.Locale;

/// The kinds of problem that the interface reports. Names are stable: programs branch on them.
///
/// Each has a page at [#type()], made from the texts below.
public enum ProblemCode {
  MALFORMED_JSON(
      400, "The body is not valid JSON", "Send one JSON document in UTF-8, nothing behind it."),
  UNKNOWN_FIELD(
      400,
      "The body has a field that does not exist",
      "Remove or correct the fields named in `errors`. Other faults are listed there too."),
  INVALID_PARAMETER(
      400,
      "A parameter of the address or a header is not valid",
      "`errors` names the parameter and what is allowed."),
  INVALID_CURSOR(
      400,
      "The cursor is not valid for this list",
      "Use `nextCursor` unchanged and with the same filter, or begin without a cursor."),
  UNAUTHENTICATED(
      401,
      "Sign-in is needed",
      "Sign in at `POST /api/v1/session`, or send `Authorization: Bearer gaas_st_…`."),
  BAD_CREDENTIALS(
      401, "Login and password do not fit", "The answer is the same for an unknown login."),
  FORBIDDEN(
      403,
      "Your roles do not allow this",
      "Ask an administrator of the scope for a role that has the permission."),
  STEP_UP(
      403,
      "A recent sign-in is needed",
      "Prices and rights are changed within 15 minutes of a sign-in: sign in again, and repeat."),
  CSRF(
      403,
      "The request lacks its forgery protection",
      "Send the value of the cookie `XSRF-TOKEN` as header `X-XSRF-TOKEN`."),
  NOT_FOUND(404, "There is no such thing", "It does not exist, or you may not know of it."),
  METHOD_NOT_ALLOWED(
      405, "The method does not exist here", "The header `Allow` names those that do."),
  NOT_ACCEPTABLE(
      406, "The answer has no form you accept", "Accept `application/json`, or leave it out."),
  TOO_SLOW(408, "The body came too slowly", "Send it whole within a minute."),
  CONFLICT(409, "The request does not fit what is there", "`detail` says what stands against it."),
  NAME_TAKEN(
      409,
      "The name is in use",
      "Choose another name, or wait until the holder has ended. Equal requests are no conflict."),
  IN_USE(409, "It is in use", "Remove what depends on it first; `detail` names it."),
  NO_LOGS(409, "Its cluster gives no logs", "`detail` says what its operator can do about it."),
  IDEMPOTENCY_IN_FLIGHT(
      409,
      "The first request with this key is still running",
      "Send the same request again after `Retry-After` seconds."),
  GONE(410, "The stream's cursor is too old", "Read the state again and follow from there."),
  PRECONDITION_FAILED(
      412,
      "It was changed by somebody else",
      "Read it again, and send its new `ETag` as `If-Match`."),
  BODY_TOO_LARGE(413, "The body is too large", "`detail` names the limit."),
  UNSUPPORTED_MEDIA_TYPE(
      415, "The body has a form that is not understood", "Send `application/json`."),
  VALIDATION(
      422,
      "The body has faults",
      "All faults are listed in `errors`, each with a JSON Pointer and what is allowed."),
  IDEMPOTENCY_KEY_REUSED(
      422,
      "The key was used for another request",
      "Take a new `Idempotency-Key` for each different request."),
  PRECONDITION_REQUIRED(
      428,
      "The request must say which version it changes",
      "Send the `ETag` you have read as `If-Match`, or `If-None-Match: *` to create."),
  TOO_MANY_REQUESTS(429, "Too many requests", "Wait `Retry-After` seconds."),
  INTERNAL(
      500,
      "A fault of the server",
      "Nothing is known to be wrong with the request. Report the `requestId`."),
  UNAVAILABLE(503, "The server cannot answer now", "Try again after `Retry-After` seconds.");

  private final int status;
  private final String title;
  private final String remedy;

  ProblemCode(int status, String title, String remedy) {
    this.status = status;
    this.title = title;
    this.remedy = remedy;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /// What the caller can do about it.
  public String remedy() {
    return remedy;
  }

  /// Whether the same request may succeed later although its sender changes nothing.
  public boolean retryable() {
    return switch (this) {
      case TOO_SLOW, IDEMPOTENCY_IN_FLIGHT, TOO_MANY_REQUESTS, UNAVAILABLE -> true;
      default -> false;
    };
  }

  /// The address of its page, relative to the server.
  public String type() {
    return "/problems/" + slug();
  }

  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
