/// Pure. Decisions of the interface's own services.
@NullMarked
package io.gpuaas.api.internal.engine;

import org.jspecify.annotations.NullMarked;
