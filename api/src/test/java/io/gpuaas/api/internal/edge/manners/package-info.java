/// Impure: servlet filters.
@NullMarked
package io.gpuaas.api.internal.edge.manners;

import org.jspecify.annotations.NullMarked;
