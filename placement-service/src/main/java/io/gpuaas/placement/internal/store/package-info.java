/// Impure. Rows of jobs, runs, events and observations. Written inside the caller's transaction.
@NullMarked
package io.gpuaas.placement.internal.store;

import org.jspecify.annotations.NullMarked;
