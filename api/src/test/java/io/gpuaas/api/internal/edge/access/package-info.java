/// Impure: who calls, and whom the server asks about it.
@NullMarked
package io.gpuaas.api.internal.edge.access;

import org.jspecify.annotations.NullMarked;
