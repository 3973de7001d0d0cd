/// Impure. Tests of the edges to clusters.
@NullMarked
package io.gpuaas.cluster.internal.edge;

import org.jspecify.annotations.NullMarked;
