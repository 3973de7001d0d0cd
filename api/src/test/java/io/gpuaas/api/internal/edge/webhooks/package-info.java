/// Impure: where the server goes by itself.
@NullMarked
package io.gpuaas.api.internal.edge.webhooks;

import org.jspecify.annotations.NullMarked;
