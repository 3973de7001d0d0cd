package io.gpuaas.cli.server;

import io.gpuaas.cli.CliFault;
import io.gpuaas.cli.ExitStatus;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What the server said. A refusal becomes a sentence for a person and a status for a program.
public record Answer(int status, String etag, String body, int retryAfterSeconds) {
  private static final String SIGN_IN = "Set GPUAAS_TOKEN, or sign in once with `gpuaas login`.";
  private static final List<String> ABOUT_QUOTA =
      List.of("NO_QUOTA", "BUDGET_EXHAUSTED", "NEVER_SCHEDULABLE");

  public boolean isOk() {
    return status >= 200 && status < 300;
  }

  /// The body as a tree; an empty object when there is none.
  public JsonNode json() {
    try {
      return body.isEmpty() ? Json.MAPPER.createObjectNode() : Json.MAPPER.readTree(body);
    } catch (JacksonException e) {
      throw new CliFault(
          ExitStatus.UNAVAILABLE, "The server's answer is no JSON: is the address right?", e);
    }
  }

  /// The tree of a success.
  ///
  /// @throws CliFault with what a refusal says
  public JsonNode require() {
    if (!isOk()) {
      throw refusal();
    }
    return json();
  }

  /// The refusal with all its faults, one a line.
  public CliFault refusal() {
    JsonNode problem = problem();
    if (problem.path("code").asString("").equals("CSRF")) {
      // Whoever sends no token is taken for a browser.
      return new CliFault(ExitStatus.NOT_ALLOWED, SIGN_IN);
    }
    StringBuilder text = new StringBuilder(problem.path("title").asString("HTTP " + status));
    String detail = status == 401 ? SIGN_IN : problem.path("detail").asString("");
    if (!detail.isEmpty()) {
      text.append(": ").append(detail);
    }
    for (JsonNode fault : problem.path("errors")) {
      text.append("%n  %s: %s".formatted(at(fault), fault.path("detail").asString("")));
      String value = fault.path("value").asString("");
      if (!value.isEmpty()) {
        text.append(" (given: ").append(value).append(')');
      }
    }
    if (status >= 500) {
      text.append(" [request ").append(problem.path("requestId").asString("?")).append(']');
    }
    return new CliFault(exitStatus(problem), text.toString());
  }

  private static String at(JsonNode fault) {
    String pointer = fault.path("pointer").asString("");
    return pointer.isEmpty() ? "body" : pointer;
  }

  private JsonNode problem() {
    try {
      return Json.MAPPER.readTree(body.isEmpty() ? "{}" : body);
    } catch (JacksonException _) {
      return Json.MAPPER.createObjectNode();
    }
  }

  private ExitStatus exitStatus(JsonNode problem) {
    for (JsonNode fault : problem.path("errors")) {
      if (ABOUT_QUOTA.contains(fault.path("code").asString(""))) {
        return ExitStatus.REFUSED;
      }
    }
    return switch (status) {
      case 401, 403 -> ExitStatus.NOT_ALLOWED;
      case 429 -> ExitStatus.UNAVAILABLE;
      default -> status >= 500 ? ExitStatus.UNAVAILABLE : ExitStatus.USAGE;
    };
  }
}
