/// Impure: HTTP to Prometheus.
@NullMarked
package io.gpuaas.cluster.internal.prometheus;

import org.jspecify.annotations.NullMarked;
