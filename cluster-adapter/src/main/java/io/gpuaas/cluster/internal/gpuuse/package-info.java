/// Pure. How busy GPUs are, in the words of Prometheus and NVIDIA's DCGM exporter.
@NullMarked
package io.gpuaas.cluster.internal.gpuuse;

import org.jspecify.annotations.NullMarked;
