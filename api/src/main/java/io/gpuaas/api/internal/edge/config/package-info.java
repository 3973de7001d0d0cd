/// Impure: configuration over HTTP: organisation, quotas, flavors, clusters, nodes.
@NullMarked
package io.gpuaas.api.internal.edge.config;

import org.jspecify.annotations.NullMarked;
