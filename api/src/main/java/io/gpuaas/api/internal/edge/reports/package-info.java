/// Impure: figures over many jobs, and what a change would do, over HTTP.
@NullMarked
package io.gpuaas.api.internal.edge.reports;

import org.jspecify.annotations.NullMarked;
