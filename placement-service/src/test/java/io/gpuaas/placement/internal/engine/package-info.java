/// Pure. The engine's parts compared with their plain versions.
@NullMarked
package io.gpuaas.placement.internal.engine;

import org.jspecify.annotations.NullMarked;
