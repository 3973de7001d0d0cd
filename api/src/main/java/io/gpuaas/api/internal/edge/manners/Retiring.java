package io.gpuaas.api.internal.edge.manners;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// An operation that will go. Its answers say so by `Deprecation` (RFC 9745), `Sunset` (RFC 8594)
/// and a `Link` to what comes instead; the description marks it. Sent by [Retirements].
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Retiring {
  /// The day since which nobody new should use it, as `2026-11-30`.
  String since();

  /// The day from which it may be gone.
  String until();

  /// The path of what comes instead.
  String instead();
}
