/// Impure: HTTP. Controllers, their documents, and the manners of the interface.
@NullMarked
package io.gpuaas.api.internal.edge;

import org.jspecify.annotations.NullMarked;
