/// Pure.
@NullMarked
package io.gpuaas.api.internal.engine;

import org.jspecify.annotations.NullMarked;
