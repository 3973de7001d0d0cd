/// Impure. Connects clusters to the scheduling loop.
@NullMarked
package io.gpuaas.cluster.internal.edge;

import org.jspecify.annotations.NullMarked;
