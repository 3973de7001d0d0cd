/// Pure. How a cycle decides: the compiled world, flavor assignment, topology and victim search.
@NullMarked
package io.gpuaas.placement.internal.engine;

import org.jspecify.annotations.NullMarked;
