package io.gpuaas.cluster.internal.follow;

import io.gpuaas.cluster.internal.manifest.Manifest.Kind;
import java.util.List;
import java.util.regex.Pattern;

/// What an API server answered to a write, or that it gave no answer.
///
/// @param code HTTP status; 0 when there was no answer
/// @param message in the server's words
/// @param retryAfterSeconds so long it wants to be left alone; 0 when it does not say
public record ApiAnswer(int code, String message, int retryAfterSeconds) {
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int UNPROCESSABLE = 422;
  private static final Pattern QUOTA = Pattern.compile("exceeded quota|failed quota");
  private static final Pattern RIGHTS =
      Pattern.compile("cannot (get|list|watch|create|update|patch|delete) resource");

  /// What is to be done about it.
  public enum Verdict {
    /// It was understood and will be refused again: the run ends with the reason.
    REFUSED,
    /// The namespace's quota is used up at the moment: the run waits, the others go on.
    NO_ROOM,
    /// It says nothing about the run: the whole cluster is left alone for a while. What a request
    /// without an answer has done is seen by reading before it is repeated.
    UNWELL
  }

  public Verdict verdict() {
    return switch (code) {
      case BAD_REQUEST, NOT_FOUND, UNPROCESSABLE -> Verdict.REFUSED;
      case FORBIDDEN -> {
        if (QUOTA.matcher(message).find()) {
          yield Verdict.NO_ROOM;
        }
        // Without rights no run could be made: none of them is to be blamed for it.
        yield RIGHTS.matcher(message).find() ? Verdict.UNWELL : Verdict.REFUSED;
      }
      default -> Verdict.UNWELL;
    };
  }

  /// The same about a kind that was asked for, and by name: it is not known at all, or in other
  /// versions only.
  ///
  /// @param served versions of the group; none when the cluster does not know it
  public String sentence(Kind kind, List<String> served) {
    if (code != NOT_FOUND) {
      return sentence();
    }
    return served.isEmpty() || served.contains(kind.version())
        ? "The cluster does not know %s. Install what the backend needs.".formatted(kind.name())
        : "The cluster has %s in %s, and %s is needed. Install a version of it that has that."
            .formatted(kind.name(), String.join(", ", served), kind.version());
  }

  /// The answer as a sentence, with the remedy where one is known.
  public String sentence() {
    String remedy =
        switch (code) {
          case 0 -> " Check that its address answers and that its certificate is ours to trust.";
          case 401 -> " Give it a valid token or certificate.";
          case FORBIDDEN ->
              RIGHTS.matcher(message).find()
                  ? " Grant the rights of docs/clusters/rbac.yaml."
                  : QUOTA.matcher(message).find() ? " Raise the ResourceQuota." : "";
          case NOT_FOUND -> " Install what the backend needs, or make the namespace.";
          default -> "";
        };
    String said = message.isEmpty() ? "It gave no answer." : message;
    String end = said.endsWith(".") ? "" : ".";
    return (code == 0 ? said : "%d: %s".formatted(code, said)) + end + remedy;
  }
}
