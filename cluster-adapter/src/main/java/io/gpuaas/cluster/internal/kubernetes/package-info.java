/// Impure. The edge to Kubernetes clusters: watches objects, does what the reconciler decides, and
/// reports what it says.
@NullMarked
package io.gpuaas.cluster.internal.kubernetes;

import org.jspecify.annotations.NullMarked;
