/// Pure. What must hold of hardware and scheduling policy, and what a document would change of
/// them.
@NullMarked
package io.gpuaas.placement.internal.inventory;

import org.jspecify.annotations.NullMarked;
