/// Pure. Kubernetes objects as values: what is rendered from a run, backend by backend.
@NullMarked
package io.gpuaas.cluster.internal.manifest;

import org.jspecify.annotations.NullMarked;
