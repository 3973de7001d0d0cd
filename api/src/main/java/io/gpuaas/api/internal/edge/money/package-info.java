/// Impure: usage, costs, prices, statements and conservation over HTTP.
@NullMarked
package io.gpuaas.api.internal.edge.money;

import org.jspecify.annotations.NullMarked;
