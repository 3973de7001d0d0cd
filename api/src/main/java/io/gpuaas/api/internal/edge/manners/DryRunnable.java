package io.gpuaas.api.internal.edge.manners;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// An endpoint that takes `?dryRun=true`: everything is checked and the answer is that of the real
/// request, but nothing is kept. For endpoints all of whose changes run through the audit trail,
/// which rolls them back.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DryRunnable {
  /// The parameter.
  String PARAMETER = "dryRun";
}
