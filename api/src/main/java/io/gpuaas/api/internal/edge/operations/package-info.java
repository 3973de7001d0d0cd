/// Impure: long work over HTTP.
@NullMarked
package io.gpuaas.api.internal.edge.operations;

import org.jspecify.annotations.NullMarked;
