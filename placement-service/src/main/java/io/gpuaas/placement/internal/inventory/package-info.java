/// Impure: JDBC, transactions. Hardware and scheduling policy: their rows, their rules, and the
/// services on them.
@NullMarked
package io.gpuaas.placement.internal.inventory;

import org.jspecify.annotations.NullMarked;
