/// Impure: scenario documents over HTTP.
@NullMarked
package io.gpuaas.api.internal.edge.simulations;

import org.jspecify.annotations.NullMarked;
