/// Pure. The whole configuration as one value, and what must hold of it.
@NullMarked
package io.gpuaas.quota.internal.engine.configuration;

import org.jspecify.annotations.NullMarked;
