/// Impure: where the server goes by itself.
@NullMarked
package io.gpuaas.api.internal.edge.egress;

import org.jspecify.annotations.NullMarked;
