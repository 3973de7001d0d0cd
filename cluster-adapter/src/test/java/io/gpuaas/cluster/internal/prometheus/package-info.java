/// Impure. Contract tests against a real Prometheus.
@NullMarked
package io.gpuaas.cluster.internal.prometheus;

import org.jspecify.annotations.NullMarked;
