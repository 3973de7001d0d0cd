/// Impure: where this server goes by itself because somebody named an address: to receivers of
/// webhooks and to issuers of tokens.
@NullMarked
package io.gpuaas.api.internal.edge.egress;

import org.jspecify.annotations.NullMarked;
