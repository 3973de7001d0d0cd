/// Impure: starts PostgreSQL.
@NullMarked
package io.gpuaas.placement.internal.inventory;

import org.jspecify.annotations.NullMarked;
