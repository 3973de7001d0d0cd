/// Impure: sign-in, roles, tokens, audit; the transactions of the identity schema.
@NullMarked
package io.gpuaas.api.internal.service;

import org.jspecify.annotations.NullMarked;
