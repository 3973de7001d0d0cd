/// Impure. Tests of what is rendered of quotas; they read golden files.
@NullMarked
package io.gpuaas.cluster.internal.queues;

import org.jspecify.annotations.NullMarked;
