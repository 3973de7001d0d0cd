/// Pure. Rules of the inventory.
@NullMarked
package io.gpuaas.placement.internal.inventory;

import org.jspecify.annotations.NullMarked;
