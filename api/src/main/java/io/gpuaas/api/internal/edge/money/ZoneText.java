package io.gpuaas.api.internal.edge.money;

import io.gpuaas.api.internal.edge.manners.ProblemException;
import java.time.DateTimeException;
import java.time.ZoneId;

/// A time zone as callers write it, for example `Europe/Berlin`.
final class ZoneText {
  private ZoneText() {}

  /// @param name of the field or parameter, for the problem
  static ZoneId read(String name, String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException _) {
      throw ProblemException.ofParameter(name, "must be a zone such as Europe/Berlin.", text);
    }
  }
}
