/// Pure. Tests of the simulated cluster.
@NullMarked
package io.gpuaas.cluster.internal.engine;

import org.jspecify.annotations.NullMarked;
