/// Impure. Clusters of every kind behind the port of placement.
@NullMarked
package io.gpuaas.cluster;

import org.jspecify.annotations.NullMarked;
