/// Pure. What a simulated cluster does with commands as time passes.
@NullMarked
package io.gpuaas.cluster.internal.engine;

import org.jspecify.annotations.NullMarked;
