package io.gpuaas.api.internal.edge.manners;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Strong entity tags: the version in quotes.
public final class ETags {
  private static final Pattern TAG = Pattern.compile("\"([0-9]{1,18})\"");

  private ETags() {}

  public static String of(long version) {
    return "\"" + version + "\"";
  }

  /// What a writing request wants: to create, or to change a version.
  public sealed interface Condition {
    record Create() implements Condition {}

    record Change(long version) implements Condition {}
  }

  /// What a PUT wants by its two headers.
  ///
  /// @throws ProblemException 428 when neither is given, 400 when they cannot be read
  public static Condition ofPut(@Nullable String ifMatch, @Nullable String ifNoneMatch) {
    if (ifNoneMatch != null) {
      if (ifMatch != null || !ifNoneMatch.trim().equals("*")) {
        throw ProblemException.ofParameter(
            "If-None-Match", "must be * and come without If-Match.", ifNoneMatch);
      }
      return new Condition.Create();
    }
    return new Condition.Change(required(ifMatch));
  }

  /// The version that a DELETE names.
  public static long required(@Nullable String ifMatch) {
    if (ifMatch == null) {
      throw new ProblemException(
          ProblemCode.PRECONDITION_REQUIRED, ProblemCode.PRECONDITION_REQUIRED.remedy());
    }
    Matcher matcher = TAG.matcher(ifMatch.trim());
    if (!matcher.matches()) {
      throw ProblemException.ofParameter(
          "If-Match", "must be one strong tag as ETag gave it, e.g. \"7\".", ifMatch);
    }
    return Long.parseLong(matcher.group(1));
  }

  /// Whether an `If-None-Match` of a GET names this version.
  public static boolean matches(@Nullable String ifNoneMatch, long version) {
    if (ifNoneMatch == null) {
      return false;
    }
    for (String tag : ifNoneMatch.split(",", -1)) {
      String plain = tag.trim();
      if (plain.equals("*") || plain.replaceFirst("^W/", "").equals(of(version))) {
        return true;
      }
    }
    return false;
  }
}
