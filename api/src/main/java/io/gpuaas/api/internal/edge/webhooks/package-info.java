/// Impure: webhooks over HTTP: who is told, what was sent, and the sending itself.
@NullMarked
package io.gpuaas.api.internal.edge.webhooks;

import org.jspecify.annotations.NullMarked;
