/// Impure: the manners that every endpoint shares: problems, strict bodies, cursors, preconditions,
/// stored answers.
@NullMarked
package io.gpuaas.api.internal.edge.manners;

import org.jspecify.annotations.NullMarked;
