/// Impure: tables of the identity schema.
@NullMarked
package io.gpuaas.api.internal.store;

import org.jspecify.annotations.NullMarked;
