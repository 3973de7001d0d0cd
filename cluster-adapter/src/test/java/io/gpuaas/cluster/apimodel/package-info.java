/// Impure. A small model of a Kubernetes API server with what drives Jobs behind it, for tests of
/// what no real one does on demand: lose answers, refuse, cut watches off.
@NullMarked
package io.gpuaas.cluster.apimodel;

import org.jspecify.annotations.NullMarked;
