package io.gpuaas.api.internal.edge.access;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A change of prices or rights: a browser that was left open must not be enough for it. Checked by
/// [RecentSignIns].
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsRecentSignIn {}
