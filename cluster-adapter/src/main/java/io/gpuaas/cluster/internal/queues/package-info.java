/// Pure. Our quota tree as the queues of a cluster's own scheduler, and how that differs from what
/// the cluster has.
@NullMarked
package io.gpuaas.cluster.internal.queues;

import org.jspecify.annotations.NullMarked;
