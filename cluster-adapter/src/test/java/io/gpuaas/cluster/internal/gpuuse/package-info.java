/// Pure. Tests of what is asked of Prometheus.
@NullMarked
package io.gpuaas.cluster.internal.gpuuse;

import org.jspecify.annotations.NullMarked;
